import type { IncomingMessage } from "node:http";

/** What to do about an address before anything else looks at it. */
export type UrlVerdict = { kind: "good" } | { kind: "bad" } | { kind: "moved"; location: string };

/** Judges a path and search: undecodable or holding NUL names nothing, doubled and trailing slashes have one right address. */
export function validateUrl(pathname: string, search: string): UrlVerdict {
  try {
    if (decodeURIComponent(pathname).includes("\0")) return { kind: "bad" };
  } catch {
    return { kind: "bad" };
  }
  // Postgres refuses NUL in text, so no parameter may carry it further.
  if (/%00/.test(search)) return { kind: "bad" };
  if (pathname === "/" || !/\/\/|\/$/.test(pathname)) return { kind: "good" };
  // Exactly one leading slash: "//elsewhere" would be another host.
  const tidy = pathname.replace(/\/{2,}/g, "/").replace(/(.)\/$/, "$1");
  return { kind: "moved", location: tidy + search };
}

/** Whether a method only reads. */
export function isSafeMethod(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

/** Methods that some route may answer. */
export const ALLOWED_METHODS: ReadonlySet<string> = new Set([
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
]);

function hostOf(origin: string): string | null {
  try {
    return new URL(origin).host;
  } catch {
    return null;
  }
}

/** Whether a browser sent this from a page of another site; programs send neither header and are judged by what they know. */
export function isForeignOrigin(headers: Headers, publicUrl: string): boolean {
  const origin = headers.get("origin");
  if (origin === null) return headers.get("sec-fetch-site") === "cross-site";
  if (origin === new URL(publicUrl).origin) return false;
  const host = hostOf(origin);
  return host === null || host !== headers.get("host");
}

/** The visitor's address; behind a trusted proxy the last one it wrote, because those before it were the visitor's own claim. */
export function clientIpOf(incoming: IncomingMessage, trustProxy: boolean): string {
  const forwarded = incoming.headers["x-forwarded-for"];
  if (trustProxy && forwarded !== undefined) {
    const last = String(forwarded).split(",").at(-1)?.trim();
    if (last) return last;
  }
  return incoming.socket.remoteAddress ?? "unknown";
}

/** Whether the request came from this machine itself and not through a proxy on it. */
export function isLocal(incoming: IncomingMessage): boolean {
  const address = incoming.socket.remoteAddress ?? "";
  const loopback = address === "::1" || /^(::ffff:)?127\./.test(address);
  return loopback && incoming.headers["x-forwarded-for"] === undefined;
}

/** The request with a body no larger than `limit` bytes, or null; a body of unknown length is read to find out. */
export async function withinBodyLimit(request: Request, limit: number): Promise<Request | null> {
  const declared = request.headers.get("content-length");
  if (declared !== null) return Number(declared) <= limit ? request : null;
  if (isSafeMethod(request.method) || !request.headers.has("transfer-encoding")) return request;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength;
    if (length > limit) return null;
    chunks.push(chunk);
  }
  const headers = new Headers(request.headers);
  headers.delete("transfer-encoding");
  headers.set("content-length", String(length));
  return new Request(request.url, {
    method: request.method,
    headers,
    body: Buffer.concat(chunks),
    signal: request.signal,
  });
}

/** A piece of an upload is handed on as it comes: when the network breaks, what has arrived of it is kept (decisions/0012). */
const PIECE = "application/offset+octet-stream";

/** What a write brings: a piece of an upload as it comes, everything else whole. Throws when the sender is gone before all has arrived. */
function readBody(request: Request): Promise<ArrayBuffer> | ReadableStream<Uint8Array> | null {
  if (isSafeMethod(request.method)) return null;
  return request.headers.get("content-type") === PIECE ? request.body : request.arrayBuffer();
}

/**
 * A write as the routes may trust it: under the scheme shoppers type (a proxy may end TLS before us) and with the address of
 * who connected in `header`, whatever the client itself wrote there. Its body is here already, and it knows nothing of whether the client stays: a
 * request that watches for that lives on until the next great collection of garbage, which then holds everybody up for a quarter of a second.
 */
export async function withTrustedOrigin(
  request: Request,
  options: { publicUrl: string; header: string; address: string },
): Promise<Request> {
  const url = new URL(request.url);
  const shop = new URL(options.publicUrl);
  if (url.host === shop.host) url.protocol = shop.protocol;
  const headers = new Headers(request.headers);
  headers.set(options.header, options.address);
  const body = await readBody(request);
  // Node demands `duplex` for a streamed body; the browser's types do not know it.
  const init: RequestInit & { duplex: "half" } = {
    method: request.method,
    headers,
    body,
    duplex: "half",
  };
  return new Request(url, init);
}

const READABLE =
  /^(application\/x-www-form-urlencoded|application\/json|multipart\/form-data;.*boundary=|application\/offset\+octet-stream$)/i;

/** The one address that takes a mail as it is, and the type of one (RFC 2046); no other action could read it. */
const RAW_MAIL = { path: "/mail/reports", type: /^message\/rfc822\s*(;|$)/i };

/**
 * A write in a form that actions can read: a form, JSON, a piece of an upload (decisions/0012) or a mail that came back (decisions/0019), or null for anything else. A
 * body that is empty and says nothing of itself is an empty form.
 */
export function withSupportedContentType(request: Request): Request | null {
  const type = request.headers.get("content-type");
  if (type !== null) {
    const { pathname } = new URL(request.url);
    if (pathname === RAW_MAIL.path) return RAW_MAIL.type.test(type) ? request : null;
    return READABLE.test(type) ? request : null;
  }
  if ((request.headers.get("content-length") ?? "0") !== "0") return null;
  const headers = new Headers(request.headers);
  headers.set("content-type", "application/x-www-form-urlencoded");
  const { url, method } = request;
  return new Request(url, { method, headers, body: "" });
}
