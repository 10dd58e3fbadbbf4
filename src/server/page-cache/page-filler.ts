import type { IncomingMessage, ServerResponse } from "node:http";
import type { LRUCache } from "lru-cache";
import type { Logger } from "#platform/logger.server.ts";
import type { Freshness } from "./freshness.ts";
import type { PageEntry } from "./page-entry.ts";
import type { PageKey } from "./page-key.ts";
import { isShareable, readPage } from "./shared-response.ts";

/** What a path's route said last: a public page is the same for everyone, a private one never waits for another visitor's render. */
export type Cacheability = "public" | "private";

/** Renders a request by React Router. */
export type Render = (request: Request, requestId: string) => Promise<Response>;

/** A GET or HEAD on its way through the host. */
export type Exchange = {
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
  freshness: Freshness;
  cacheability: LRUCache<string, Cacheability>;
  keep(page: PageKey, entry: PageEntry): void;
};

/** "own": not shared after all; "failed": the render broke. */
type Flight = PageEntry | "own" | "failed";

/** Renders the pages the cache lacks: once for all who ask, and never from one visitor's request for another. */
export class PageFiller {
  readonly #options: FillerOptions;
  readonly #origin: URL;
  readonly #flights = new Map<string, Promise<Flight>>();
  readonly #explorations = new Map<string, Promise<PageEntry | Response | "failed">>();

  constructor(options: FillerOptions) {
    this.#options = options;
    this.#origin = new URL(options.publicUrl);
  }

  /** The page for this visitor: a shared entry, or an answer of their own. */
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
    return found.generation === this.#options.freshness.generation();
  }

  /** The page as this visitor asked for it, with their cookies. */
  renderOwn(exchange: Exchange): Promise<Response> {
    return this.#options.render(exchange.request, exchange.requestId);
  }

  /** A path never met before: rendered as asked, so that a private page meets its visitor exactly once. */
  async #explore(exchange: Exchange, page: PageKey): Promise<PageEntry | Response | "failed"> {
    const generation = this.#options.freshness.generation();
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

  /** Nothing in the request could have made the answer personal, or show one visitor the host name another one typed. */
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

  /** One render for all who ask for the same page of the same content. */
  #join(page: PageKey, requestId: string): Promise<Flight> {
    const name = `${this.#options.freshness.generation()} ${page.key}`;
    const running = this.#flights.get(name);
    if (running) return running;
    const flight = this.#renderForAll(page, requestId)
      .catch((error: unknown) => {
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

  /** The page as anyone sees it: no cookies, no stranger's headers, the shop's own address. */
  async #renderForAll(page: PageKey, requestId: string): Promise<Flight> {
    const generation = this.#options.freshness.generation();
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
    const { formTargets } = this.#options;
    const entry = await readPage(response, { key: page.key, generation, https, formTargets });
    this.#options.keep(page, entry);
    return entry;
  }
}
