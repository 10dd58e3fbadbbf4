import type { IncomingMessage } from "node:http";

export type UrlVerdict = { kind: "good" } | { kind: "bad" } | { kind: "moved"; location: string };

/** Characters that a path may hold as they are, beside those that encodeURIComponent leaves (RFC 3986, 3.3). */
const PLAIN_IN_PATHS = /%(?:24|26|2B|2C|3A|3B|3D|40)/g;

/** Encoded only where it must be, with capital hex digits. Throws when undecodable. */
function spellSegment(segment: string): string {
  return encodeURIComponent(decodeURIComponent(segment)).replace(
    PLAIN_IN_PATHS,
    decodeURIComponent,
  );
}

/**
 * "bad" when undecodable or with NUL; "moved" for doubled or trailing slashes and needless percent-encoding, which the
 * router ignores, so that each spelling would be a cached page of its own.
 */
export function validateUrl(pathname: string, search: string): UrlVerdict {
  // Postgres refuses NUL in text.
  if (/%00/.test(pathname) || /%00/.test(search)) return { kind: "bad" };
  try {
    const segments = pathname.split("/").filter(Boolean).map(spellSegment);
    // Exactly one leading slash: "//elsewhere" would be another host.
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

/** Whether a browser sent this from another site's page. Programs send neither header and must authenticate. */
export function isForeignOrigin(headers: Headers, publicUrl: string): boolean {
  const origin = headers.get("origin");
  if (origin === null) return headers.get("sec-fetch-site") === "cross-site";
  if (origin === new URL(publicUrl).origin) return false;
  const host = hostOf(origin);
  return host === null || host !== headers.get("host");
}

/** Not through a proxy on this machine either. */
export function isLocal(incoming: IncomingMessage): boolean {
  const address = incoming.socket.remoteAddress ?? "";
  const loopback = address === "::1" || /^(::ffff:)?127\./.test(address);
  return loopback && incoming.headers["x-forwarded-for"] === undefined;
}

/** The request with a body of at most `limit` bytes, or null. Reads a body of unknown length. */
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

/** Uploads are streamed, so that the bytes before a network failure are stored (ADR 0012). */
const ITEM = "application/offset+octet-stream";

/** Uploads as a stream, everything else whole. Throws when the client leaves before the end. */
function readBody(request: Request): Promise<ArrayBuffer> | ReadableStream<Uint8Array> | null {
  if (isSafeMethod(request.method)) return null;
  return request.headers.get("content-type") === ITEM ? request.body : request.arrayBuffer();
}

/**
 * A write that routes can trust: with the public scheme (a proxy may end TLS) and the client's IP in `header`,
 * replacing the client's own value. Its body is already read and its signal never aborts: a watched request lives until
 * the next major garbage collection, which then blocks the process for a quarter of a second.
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
  // Node requires `duplex` for streams; the DOM types lack it.
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

/** The only path for raw emails, and their type (RFC 2046). */
const RAW_MAIL = { path: "/mail/reports", type: /^message\/rfc822\s*(;|$)/i };

/**
 * A write with a body that actions can read: a form, JSON, an upload chunk (ADR 0012) or a bounced email (ADR 0019);
 * null otherwise. An empty body without a type is an empty form.
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
