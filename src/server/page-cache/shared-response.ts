import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { sealPage } from "#app/web/page-scripts.ts";
import type { HeaderPair } from "../http/security-headers.ts";
import { securityHeaders } from "../http/security-headers.ts";
import type { PageState, Variant } from "./page-entry.ts";
import { PageEntry } from "./page-entry.ts";

/** Made anew for each encoding, or nobody's business. */
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

const KEPT_TYPES = /^(text\/(html|x-script|plain)|application\/(json|xml|rss\+xml|manifest\+json))/;

/**
 * Whether an answer may be kept and shown to everyone: the route said public, and nothing in it is for one visitor. What names its own
 * version is a stream, too large to be kept.
 */
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
    KEPT_TYPES.test(type) &&
    /^(accept-encoding)?$/i.test(vary.trim())
  );
}

/** Reads a shareable answer whole. */
export async function readPage(
  response: Response,
  options: { key: string; generation: number; https: boolean; formTargets?: readonly string[] },
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
  return new PageEntry({ ...options, body, hash, headers });
}

/** If-None-Match compares weakly: a proxy may have taken or put W/ (RFC 9110, 13.1.2). */
function isUnchanged(header: string, etag: string): boolean {
  return header === etag || header === "*" || header.includes(etag.slice(2));
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
