import type { IncomingMessage } from "node:http";

export type UrlVerdict = { kind: "good" } | { kind: "bad" } | { kind: "moved"; location: string };

/** Allowed in paths beside encodeURIComponent's (RFC 3986, 3.3). */
const PLAIN_IN_PATHS = /%(?:24|26|2B|2C|3A|3B|3D|40)/g;

/** Minimal encoding, capital hex. Throws when undecodable. */
function spellSegment(segment: string): string {
  return encodeURIComponent(decodeURIComponent(segment)).replace(
    PLAIN_IN_PATHS,
    decodeURIComponent,
  );
}

/**
 * "bad": undecodable or with NUL. "moved": doubled or trailing slashes and needless encoding, which the
 * router ignores and each would cache anew.
 */
export function validateUrl(pathname: string, search: string): UrlVerdict {
  // Postgres refuses NUL in text.
  if (/%00/.test(pathname) || /%00/.test(search)) return { kind: "bad" };
  try {
    const segments = pathname.split("/").filter(Boolean).map(spellSegment);
    // "//elsewhere" would be another host.
    const path = `/${segments.join("/")}`;
    return path === pathname ? { kind: "good" } : { kind: "moved", location: path + search };
  } catch {
    return { kind: "bad" };
  }
}

export function isSafeMethod(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

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

/** Whether another site's page sent this. Programs send neither header and must authenticate. */
export function isForeignOrigin(headers: Headers, publicUrl: string): boolean {
  const origin = headers.get("origin");
  if (origin === null) return headers.get("sec-fetch-site") === "cross-site";
  if (origin === new URL(publicUrl).origin) return false;
  const host = hostOf(origin);
  return host === null || host !== headers.get("host");
}

/** Not through a local proxy either. */
export function isLocal(incoming: IncomingMessage): boolean {
  const address = incoming.socket.remoteAddress ?? "";
  const loopback = address === "::1" || /^(::ffff:)?127\./.test(address);
  return loopback && incoming.headers["x-forwarded-for"] === undefined;
}

/** The request with at most `limit` body bytes, or null. Reads a body of unknown length. */
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

/** Streamed, so that a network failure keeps received bytes (ADR 0012). */
const ITEM = "application/offset+octet-stream";

/** Throws when the client leaves before the end. */
function readBody(request: Request): Promise<ArrayBuffer> | ReadableStream<Uint8Array> | null {
  if (isSafeMethod(request.method)) return null;
  return request.headers.get("content-type") === ITEM ? request.body : request.arrayBuffer();
}

/**
 * A trusted write: the public scheme (a proxy may end TLS), and the client's IP in `header`. The signal never
 * aborts: watched requests live until a major garbage collection, which blocks for a quarter second.
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
  // Node requires `duplex`; the DOM types lack it.
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

/** Raw emails (RFC 2046). */
const RAW_MAIL = { path: "/mail/reports", type: /^message\/rfc822\s*(;|$)/i };

/**
 * A write that actions can read: a form, JSON, an upload chunk (ADR 0012) or a bounced email (ADR 0019); else
 * null. An empty untyped body is an empty form.
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
