import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Encoding } from "../content-encoding.ts";
import { encodeBody } from "../content-encoding.ts";
import type { HeaderPair } from "../security-headers.ts";
import { sealPage, securityHeaders } from "../security-headers.ts";

/** Where an answer came from, as told in the header x-page-cache. */
export type PageState = "hit" | "miss" | "stale";

/** One encoding of a page, with its headers as the flat list that writeHead takes fastest. */
type Variant = {
  bytes: Buffer;
  etag: string;
  heads: Record<PageState, string[]>;
  unchangedHead: string[];
};

/** A rendered public page; `generation` tells which content it shows. */
export type PageEntry = {
  key: string;
  generation: number;
  /** Memory held, all encodings together. */
  size: number;
  /** Whether it was asked for since the store last looked for something to forget. */
  used: boolean;
  identity: Buffer;
  hash: string;
  headers: readonly HeaderPair[];
  variants: Partial<Record<Encoding, Variant>>;
  encoding: Partial<Record<Encoding, Promise<Variant>>>;
};

// 5 is where brotli's gain per millisecond ends for a page that is rendered once and sent thousands of times.
const BROTLI_QUALITY = 5;
const DROPPED = new Set([
  "content-length",
  "content-encoding",
  "transfer-encoding",
  "vary",
  "etag",
  "date",
  "x-script-nonce",
  "x-request-id",
]);

/** Whether an answer may be kept and shown to everyone: the route said public, and nothing in it is for one visitor. */
export function isShareable(response: Response): boolean {
  const cacheControl = response.headers.get("cache-control") ?? "";
  const type = response.headers.get("content-type") ?? "";
  const vary = response.headers.get("vary") ?? "";
  return (
    response.status === 200 &&
    /(^|[\s,])public($|[\s,])/.test(cacheControl) &&
    !/no-store|private/.test(cacheControl) &&
    !response.headers.has("set-cookie") &&
    /^(text\/html|text\/x-script)/.test(type) &&
    /^(accept-encoding)?$/i.test(vary.trim())
  );
}

/** Reads a shareable answer whole. */
export async function readPage(
  response: Response,
  options: { key: string; generation: number; https: boolean },
): Promise<PageEntry> {
  const sealed = sealPage(Buffer.from(await response.arrayBuffer()), response.headers);
  const headers: HeaderPair[] = [];
  for (const [name, value] of response.headers) {
    if (!DROPPED.has(name)) headers.push([name, value]);
  }
  headers.push(["vary", "accept-encoding"]);
  headers.push(...securityHeaders({ https: options.https, scriptHashes: sealed.scriptHashes }));
  return {
    key: options.key,
    generation: options.generation,
    size: sealed.body.length + 2_048,
    used: false,
    identity: sealed.body,
    hash: createHash("sha256").update(sealed.body).digest("base64url").slice(0, 22),
    headers,
    variants: {},
    encoding: {},
  };
}

async function makeVariant(entry: PageEntry, encoding: Encoding): Promise<Variant> {
  const bytes = await encodeBody(entry.identity, encoding, BROTLI_QUALITY);
  const etag = `"${entry.hash}-${encoding}"`;
  const unchangedHead = [
    ...entry.headers.filter(([name]) => name !== "content-type"),
    ["etag", etag],
  ]
    .flat()
    .concat("x-page-cache", "hit");
  const head = [...entry.headers.flat(), "etag", etag, "content-length", String(bytes.length)];
  if (encoding !== "identity") head.push("content-encoding", encoding);
  return {
    bytes,
    etag,
    unchangedHead,
    heads: {
      hit: [...head, "x-page-cache", "hit"],
      miss: [...head, "x-page-cache", "miss"],
      stale: [...head, "x-page-cache", "stale"],
    },
  };
}

/** The page in one encoding, compressed once however many ask at the same time; `onGrow` hears of the bytes it added. */
export function variantOf(
  entry: PageEntry,
  encoding: Encoding,
  onGrow: (bytes: number) => void,
): Promise<Variant> {
  const ready = entry.variants[encoding];
  if (ready) return Promise.resolve(ready);
  const making = entry.encoding[encoding];
  if (making) return making;
  const made = makeVariant(entry, encoding)
    .then((variant) => {
      entry.variants[encoding] = variant;
      if (encoding !== "identity") onGrow(variant.bytes.length);
      return variant;
    })
    .finally(() => {
      delete entry.encoding[encoding];
    });
  entry.encoding[encoding] = made;
  return made;
}

/** If-None-Match compares weakly: a proxy may have put W/ before our tag (RFC 9110, 13.1.2). */
function isUnchanged(header: string, etag: string): boolean {
  return header === etag || header === "*" || header.includes(etag);
}

/** Sends a page, or 304 when the browser has it already. */
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
