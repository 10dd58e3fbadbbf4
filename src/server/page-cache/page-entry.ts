import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { CONTENT_TAGS_HEADER } from "#app/web/cache-headers.ts";
import { sealPage } from "#app/web/page-scripts.ts";
import type { ContentTags } from "#core/content-tag.ts";
import { parseTags } from "#core/content-tag.ts";
import type { Encoding } from "../http/content-encoding.ts";
import { decodeBrotli, encodeBody } from "../http/content-encoding.ts";
import type { HeaderPair, TransportSecurity } from "../http/security-headers.ts";
import { securityHeaders } from "../http/security-headers.ts";
import type { AppliedChanges } from "./applied-changes.ts";

/** Set per encoding or visitor. */
const DROPPED = new Set([
  "content-length",
  "content-encoding",
  "transfer-encoding",
  "vary",
  "etag",
  "date",
  "x-script-nonce",
  "x-request-id",
  CONTENT_TAGS_HEADER,
]);

const STORED_TYPES =
  /^(text\/(html|x-script|plain)|application\/(json|xml|rss\+xml|manifest\+json))/;

/** Public and impersonal. A stream with an ETag is too large. */
export function isShareable(response: Response): boolean {
  const cacheControl = response.headers.get("cache-control") ?? "";
  const type = response.headers.get("content-type") ?? "";
  const vary = response.headers.get("vary") ?? "";
  return (
    response.status === 200 &&
    /(^|[\s,])public($|[\s,])/.test(cacheControl) &&
    !/no-store|private/.test(cacheControl) &&
    !response.headers.has("set-cookie") &&
    !response.headers.has("etag") &&
    STORED_TYPES.test(type) &&
    /^(accept-encoding)?$/i.test(vary.trim())
  );
}

export async function readPage(
  response: Response,
  options: {
    key: string;
    generation: number;
    https: boolean;
    formTargets?: readonly string[];
  } & TransportSecurity,
): Promise<PageEntry> {
  const { body, scriptHashes } = sealPage(
    Buffer.from(await response.arrayBuffer()),
    response.headers,
  );
  const headers: HeaderPair[] = [];
  for (const [name, value] of response.headers) {
    if (!DROPPED.has(name)) headers.push([name, value]);
  }
  headers.push(["vary", "accept-encoding"]);
  headers.push(...securityHeaders({ ...options, scriptHashes }));
  const hash = createHash("sha256").update(body).digest("base64url").slice(0, 22);
  const tags = parseTags(response.headers.get(CONTENT_TAGS_HEADER) ?? "");
  return new PageEntry({ ...options, tags, body, hash, headers });
}

/** Weakly: proxies add or remove W/ (RFC 9110, 13.1.2). */
function isUnchanged(header: string, etag: string): boolean {
  return header === etag || header === "*" || header.includes(etag.slice(2));
}

export function sendPage(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  variant: Variant,
  state: PageState,
): void {
  const known = incoming.headers["if-none-match"];
  if (known !== undefined && isUnchanged(known, variant.etag)) {
    outgoing.writeHead(304, variant.unchangedHead);
    outgoing.end();
    return;
  }
  outgoing.writeHead(200, variant.heads[state]);
  if (incoming.method === "HEAD") outgoing.end();
  else outgoing.end(variant.bytes);
}

/** Others (utm_source, fbclid, ...) are dropped from key and render. */
const KNOWN_PARAMETERS: ReadonlySet<string> = new Set([
  "page",
  "gender",
  "sort",
  "filter",
  "color",
  "size",
  "category",
  "price",
  "show",
  "q",
  "product",
  "step",
  "unit",
  "_routes",
]);

const MAX_KEY_LENGTH = 512;

/** Path and known parameters in one order. */
export type PageKey = {
  /** Also the URL to render. */
  key: string;
  pathname: string;
  /** Stored apart: pages with parameters are endless. */
  hasParameters: boolean;
  /** Whether the requested URL equals the key. */
  isExact: boolean;
};

/** Parses a request target ("/shop?page=2"); null when too long. */
export function pageKeyOf(target: string): PageKey | null {
  const queryStart = target.indexOf("?");
  if (queryStart === -1) {
    if (target.length > MAX_KEY_LENGTH) return null;
    return { key: target, pathname: target, hasParameters: false, isExact: true };
  }
  const pathname = target.slice(0, queryStart);
  const stored: [string, string][] = [];
  let isExact = true;
  for (const [name, value] of new URLSearchParams(target.slice(queryStart + 1))) {
    if (KNOWN_PARAMETERS.has(name)) stored.push([name, value]);
    else isExact = false;
  }
  // Stable: repeated parameters keep their order.
  stored.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const key = stored.length === 0 ? pathname : `${pathname}?${new URLSearchParams(stored)}`;
  if (key.length > MAX_KEY_LENGTH) return null;
  return { key, pathname, hasParameters: stored.length > 0, isExact };
}

/** The header x-page-cache names it. */
export type PageState = "hit" | "miss" | "stale";

/** Headers as a flat list, fastest for writeHead. */
type Variant = {
  bytes: Buffer;
  etag: string;
  heads: Record<PageState, string[]>;
  unchangedHead: string[];
};

/** The first visitor waits for it. */
const FIRST_QUALITY = 4;
/** A fifth smaller for fifty times the work: only in the background. */
const BEST_QUALITY = 11;
/** Headers and bookkeeping. */
const OVERHEAD_BYTES = 4_096;

/** A public page in the requested encodings. */
export class PageEntry {
  readonly key: string;
  /** Of the page's content. */
  readonly generation: number;
  /** The content that it shows. */
  readonly #tags: ContentTags;
  /** The last generation without a change. */
  #currentAt: number;
  /** From memory. */
  sent = 0;
  onResize: () => void = () => undefined;
  readonly #headers: readonly HeaderPair[];
  readonly #hash: string;
  readonly #variants: Partial<Record<Encoding, Variant>> = {};
  readonly #making: Partial<Record<Encoding, Promise<Variant>>> = {};
  /** Until a compressed form exists. */
  #plain: Buffer | null;
  #size: number;

  constructor(page: {
    key: string;
    generation: number;
    tags?: ContentTags;
    body: Buffer;
    hash: string;
    headers: readonly HeaderPair[];
  }) {
    this.key = page.key;
    this.generation = page.generation;
    this.#tags = page.tags ?? null;
    this.#currentAt = page.generation;
    this.#headers = page.headers;
    this.#hash = page.hash;
    this.#plain = page.body;
    this.#size = this.#measure();
  }

  /** In bytes. */
  get size(): number {
    return this.#size;
  }

  /** Whether unchanged since its render. */
  isCurrent(changes: AppliedChanges): boolean {
    const { generation } = changes;
    if (this.#currentAt === generation) return true;
    if (!changes.isCurrent(this.#currentAt, this.#tags)) return false;
    this.#currentAt = generation;
    return true;
  }

  ready(encoding: Encoding): Variant | undefined {
    return this.#variants[encoding];
  }

  /** Made once for concurrent requests. */
  variant(encoding: Encoding): Promise<Variant> {
    const ready = this.#variants[encoding];
    if (ready) return Promise.resolve(ready);
    const making = this.#making[encoding];
    if (making) return making;
    const made = this.#make(encoding).finally(() => {
      delete this.#making[encoding];
    });
    this.#making[encoding] = made;
    return made;
  }

  /** Replaces the brotli form by the smallest. */
  async recompress(): Promise<void> {
    const bytes = await encodeBody(await this.#body(), "br", BEST_QUALITY);
    this.#keep("br", this.#toVariant("br", bytes));
  }

  async #make(encoding: Encoding): Promise<Variant> {
    const bytes = await encodeBody(await this.#body(), encoding, FIRST_QUALITY);
    return this.#keep(encoding, this.#toVariant(encoding, bytes));
  }

  async #body(): Promise<Buffer> {
    const plain = this.#plain ?? this.#variants.identity?.bytes;
    if (plain) return plain;
    const { br } = this.#variants;
    if (!br) throw new Error("A page without bytes");
    return decodeBrotli(br.bytes);
  }

  #keep(encoding: Encoding, variant: Variant): Variant {
    this.#variants[encoding] = variant;
    if (this.#variants.br || this.#variants.identity) this.#plain = null;
    this.#size = this.#measure();
    this.onResize();
    return variant;
  }

  #measure(): number {
    const { br, gzip, identity } = this.#variants;
    const held = [this.#plain, br?.bytes, gzip?.bytes, identity?.bytes];
    return held.reduce((sum, bytes) => sum + (bytes?.length ?? 0), OVERHEAD_BYTES);
  }

  #toVariant(encoding: Encoding, bytes: Buffer): Variant {
    // Weak: recompression changes the bytes alone.
    const etag = `W/"${this.#hash}-${encoding}"`;
    const head = [...this.#headers.flat(), "etag", etag, "content-length", String(bytes.length)];
    if (encoding !== "identity") head.push("content-encoding", encoding);
    const unchanged = this.#headers.filter(([name]) => name !== "content-type").flat();
    return {
      bytes,
      etag,
      heads: {
        hit: [...head, "x-page-cache", "hit"],
        miss: [...head, "x-page-cache", "miss"],
        stale: [...head, "x-page-cache", "stale"],
      },
      unchangedHead: [...unchanged, "etag", etag, "x-page-cache", "hit"],
    };
  }
}
