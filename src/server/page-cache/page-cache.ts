import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import type { Logger } from "#platform/logger.server.ts";
import { acceptedEncoding } from "../http/content-encoding.ts";
import type { Render } from "../http/render.ts";
import { Unavailable } from "../http/render.ts";
import type { Freshness } from "./freshness.ts";
import { createFreshness } from "./freshness.ts";
import type { PageEntry, PageKey, PageState } from "./page-entry.ts";
import { isShareable, pageKeyOf, readPage, sendPage } from "./page-entry.ts";

/** What a route's last response was: public pages are equal for all; private ones never wait for another's render. */
type Cacheability = "public" | "private";

type Exchange = {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  request: Request;
  requestId: string;
};

type FillerOptions = {
  render: Render;
  logger: Logger;
  publicUrl: string;
  formTargets?: readonly string[];
  hstsSubdomains?: boolean;
  freshness: Freshness;
  cacheability: LRUCache<string, Cacheability>;
  keep(page: PageKey, entry: PageEntry): void;
};

/** "own": not shareable; "failed": threw. */
type Flight = PageEntry | "own" | "failed";

/** Renders missing pages once, without any visitor's data. */
class PageFiller {
  readonly #options: FillerOptions;
  readonly #origin: URL;
  readonly #flights = new Map<string, Promise<Flight>>();
  readonly #explorations = new Map<string, Promise<PageEntry | Response | "failed">>();

  constructor(options: FillerOptions) {
    this.#options = options;
    this.#origin = new URL(options.publicUrl);
  }

  /** A shared entry, or this visitor's response. */
  async fill(exchange: Exchange, page: PageKey): Promise<PageEntry | Response | "failed"> {
    const running = this.#explorations.get(page.key);
    if (running) {
      const found = await running.catch(() => null);
      if (this.#isNewest(found)) return found;
    }
    const kind = this.#options.cacheability.get(page.pathname);
    if (kind === "public") {
      const shared = await this.#join(page, exchange.requestId);
      return shared === "own" ? this.renderOwn(exchange) : shared;
    }
    if (kind === "private" || running) return this.renderOwn(exchange);
    const exploring = this.#explore(exchange, page);
    this.#explorations.set(page.key, exploring);
    return exploring.finally(() => this.#explorations.delete(page.key));
  }

  #isNewest(found: PageEntry | Response | "failed" | null): found is PageEntry {
    if (found === null || found === "failed" || found instanceof Response) return false;
    return found.isCurrent(this.#options.freshness.changes);
  }

  /** With this visitor's cookies. */
  renderOwn(exchange: Exchange): Promise<Response> {
    return this.#options.render(exchange.request, exchange.requestId);
  }

  /** Renders an unknown path as requested, so that a private page is rendered once. */
  async #explore(exchange: Exchange, page: PageKey): Promise<PageEntry | Response | "failed"> {
    const generation = this.#options.freshness.changes.generation;
    const response = await this.renderOwn(exchange);
    const shared = isShareable(response);
    if (response.status < 300) {
      this.#options.cacheability.set(page.pathname, shared ? "public" : "private");
    }
    if (!shared) return response;
    if (this.#isWhatAnyoneWouldGet(exchange, page)) return this.#keep(page, response, generation);
    await response.body?.cancel();
    const forAll = await this.#join(page, exchange.requestId);
    return forAll === "own" ? this.renderOwn(exchange) : forAll;
  }

  /** Whether nothing, such as another host name, makes the response personal. */
  #isWhatAnyoneWouldGet(exchange: Exchange, page: PageKey): boolean {
    const { method, headers } = exchange.incoming;
    return (
      method === "GET" &&
      page.isExact &&
      headers.cookie === undefined &&
      headers.authorization === undefined &&
      headers.host === this.#origin.host
    );
  }

  /** Shares one render per page and content. */
  #join(page: PageKey, requestId: string): Promise<Flight> {
    const name = `${this.#options.freshness.changes.generation} ${page.key}`;
    const running = this.#flights.get(name);
    if (running) return running;
    const flight = this.#renderForAll(page, requestId)
      .catch((error: unknown) => {
        // A retry would wait in the same queue.
        if (error instanceof Unavailable) throw error;
        this.#options.logger.error(
          { err: error, requestId, path: page.pathname },
          "page not rendered",
        );
        return "failed" as const;
      })
      .finally(() => this.#flights.delete(name));
    this.#flights.set(name, flight);
    return flight;
  }

  /** Without cookies or client headers, at the public URL. */
  async #renderForAll(page: PageKey, requestId: string): Promise<Flight> {
    const generation = this.#options.freshness.changes.generation;
    const response = await this.#options.render(
      new Request(new URL(page.key, this.#origin)),
      requestId,
    );
    if (isShareable(response)) return this.#keep(page, response, generation);
    await response.body?.cancel();
    if (response.status < 300) this.#options.cacheability.set(page.pathname, "private");
    return response.status >= 500 ? "failed" : "own";
  }

  async #keep(page: PageKey, response: Response, generation: number): Promise<PageEntry> {
    const https = this.#origin.protocol === "https:";
    const { formTargets, hstsSubdomains } = this.#options;
    const entry = await readPage(response, {
      key: page.key,
      generation,
      https,
      formTargets,
      hstsSubdomains,
    });
    this.#options.keep(page, entry);
    return entry;
  }
}

/** Entries by their key, limited in bytes. */
type EntryStore = {
  get(key: string): PageEntry | undefined;
  /** Unless a newer one is stored. */
  put(entry: PageEntry): void;
  size(): { entries: number; bytes: number };
};

/** LRU of `maxBytes`; at most an eighth per page. */
export function createEntryStore(maxBytes: number): EntryStore {
  const entries = new LRUCache<string, PageEntry>({
    maxSize: Math.max(1, maxBytes),
    maxEntrySize: Math.max(1, Math.floor(maxBytes / 8)),
    sizeCalculation: ({ size }) => size,
  });
  return {
    get: (key) => entries.get(key),
    put(entry) {
      const present = entries.peek(entry.key);
      if (present && present.generation > entry.generation) return;
      entries.set(entry.key, entry);
      entry.onResize = () => {
        // lru-cache reads only new keys' sizes.
        if (entries.peek(entry.key) === entry && entries.delete(entry.key)) {
          entries.set(entry.key, entry);
        }
      };
    },
    size: () => ({ entries: entries.size, bytes: entries.calculatedSize }),
  };
}

const MAX_KNOWN_PATHS = 20_000;

/** Then it gets the best compression. */
const RECOMPRESS_AFTER = 32;

type PageCacheOptions = {
  render: Render;
  /** Memory for pages; 0 stores none. */
  maxBytes: number;
  logger: Logger;
  /** For shared pages. */
  publicUrl: string;
  /** Forms may redirect to these origins. */
  formTargets?: readonly string[];
  hstsSubdomains?: boolean;
};

export type PageCacheStats = {
  hits: number;
  misses: number;
  stale: number;
  entries: number;
  bytes: number;
};

/**
 * The storefront's pages in memory (ADR 0003). While freshness is unknown, stored pages
 * only replace failed renders.
 */
export class PageCache {
  readonly freshness: Freshness = createFreshness();
  readonly #cacheability = new LRUCache<string, Cacheability>({ max: MAX_KNOWN_PATHS });
  // Endless filtered lists must not evict plain pages.
  readonly #plain;
  readonly #filtered;
  readonly #filler: PageFiller;
  readonly #logger: Logger;
  #recompressing: Promise<void> = Promise.resolve();
  readonly #counts = { hits: 0, misses: 0, stale: 0 };

  constructor(options: PageCacheOptions) {
    this.#logger = options.logger;
    this.#plain = createEntryStore(options.maxBytes / 2);
    this.#filtered = createEntryStore(options.maxBytes / 2);
    this.#filler = new PageFiller({
      ...options,
      freshness: this.freshness,
      cacheability: this.#cacheability,
      keep: (page, entry) => this.#storeOf(page).put(entry),
    });
  }

  /** Sends a fresh stored page; false leaves the request to the host. */
  tryServe(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    if (incoming.method !== "GET" && incoming.method !== "HEAD") return false;
    const target = incoming.url ?? "";
    const entry = this.#plain.get(target) ?? this.#findFiltered(target);
    if (!entry?.isCurrent(this.freshness.changes)) return false;
    if (!this.freshness.isFresh()) return false;
    const variant = entry.ready(acceptedEncoding(incoming.headers["accept-encoding"]));
    if (!variant) return false;
    entry.sent += 1;
    if (entry.sent === RECOMPRESS_AFTER) this.#recompress(entry);
    this.#counts.hits += 1;
    sendPage(incoming, outgoing, variant, "hit");
    return true;
  }

  /** Whether a page is stored, outdated or not. */
  holds(target: string): boolean {
    return (this.#plain.get(target) ?? this.#findFiltered(target)) !== undefined;
  }

  /** Handles the rest: "sent", or a private response for the host. */
  async serve(exchange: Exchange): Promise<"sent" | Response> {
    const { pathname, search } = new URL(exchange.request.url);
    const page = pageKeyOf(pathname + search);
    if (!page || this.#cacheability.get(page.pathname) === "private") {
      const response = await this.#filler.renderOwn(exchange);
      if (page && isShareable(response)) this.#cacheability.set(page.pathname, "public");
      return response;
    }
    const database = await this.freshness.revalidate();
    const held = this.#storeOf(page).get(page.key);
    if (held && database === "away") return this.#send(exchange, held, "stale");
    if (held?.isCurrent(this.freshness.changes)) return this.#send(exchange, held, "hit");
    return this.#fill(exchange, page, held);
  }

  stats(): PageCacheStats {
    const plain = this.#plain.size();
    const filtered = this.#filtered.size();
    return {
      ...this.#counts,
      entries: plain.entries + filtered.entries,
      bytes: plain.bytes + filtered.bytes,
    };
  }

  #storeOf(page: PageKey) {
    return page.hasParameters ? this.#filtered : this.#plain;
  }

  #findFiltered(target: string): PageEntry | undefined {
    if (!target.includes("?")) return undefined;
    const page = pageKeyOf(target);
    return page ? this.#storeOf(page).get(page.key) : undefined;
  }

  async #fill(
    exchange: Exchange,
    page: PageKey,
    held: PageEntry | undefined,
  ): Promise<"sent" | Response> {
    let filled: PageEntry | Response | "failed";
    try {
      filled = await this.#filler.fill(exchange, page);
    } catch (error) {
      if (held) return this.#send(exchange, held, "stale");
      throw error;
    }
    const failed = filled === "failed" || (filled instanceof Response && filled.status >= 500);
    if (failed && held) return this.#send(exchange, held, "stale");
    if (filled === "failed") return this.#filler.renderOwn(exchange);
    if (filled instanceof Response) return filled;
    return this.#send(exchange, filled, "miss");
  }

  /** One at a time: visitors come first. */
  #recompress(entry: PageEntry): void {
    this.#recompressing = this.#recompressing
      .then(() => (entry.isCurrent(this.freshness.changes) ? entry.recompress() : undefined))
      .catch((error: unknown) => {
        this.#logger.warn({ err: error, path: entry.key }, "page not compressed further");
      });
  }

  async #send(exchange: Exchange, entry: PageEntry, state: PageState): Promise<"sent"> {
    const { incoming, outgoing } = exchange;
    const encoding = acceptedEncoding(incoming.headers["accept-encoding"]);
    const variant = await entry.variant(encoding);
    if (state === "hit") this.#counts.hits += 1;
    else if (state === "miss") this.#counts.misses += 1;
    else this.#counts.stale += 1;
    sendPage(incoming, outgoing, variant, state);
    return "sent";
  }
}

export function createPageCache(options: PageCacheOptions): PageCache {
  return new PageCache(options);
}
