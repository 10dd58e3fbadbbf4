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

function urlOf(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

/** What a browser says of a request's own page (Fetch metadata). A page of another subdomain is not the shop's. */
const OWN_SITES: ReadonlySet<string> = new Set(["same-origin", "none"]);

/**
 * Whether another site's page sent this: by `Origin`, else by `Sec-Fetch-Site`, else by `Referer` (OWASP, Cross-Site Request Forgery
 * Prevention). Programs send none of the three and must authenticate: webhooks, one-click unsubscribing, delivery reports.
 */
export function isForeignOrigin(headers: Headers, publicUrl: string): boolean {
  const origin = headers.get("origin");
  const site = headers.get("sec-fetch-site");
  if (origin === null && site !== null) return !OWN_SITES.has(site);
  const sender = origin ?? headers.get("referer");
  if (sender === null) return false;
  const url = urlOf(sender);
  if (url === null) return true;
  return url.origin !== new URL(publicUrl).origin && url.host !== headers.get("host");
}

/** Not through a local proxy either. */
export function isLocal(incoming: IncomingMessage): boolean {
  const address = incoming.socket.remoteAddress ?? "";
  const loopback = address === "::1" || /^(::ffff:)?127\./.test(address);
  return loopback && incoming.headers["x-forwarded-for"] === undefined;
}

/** The declared length of a body; 0 without one, null for a body of unknown length. */
export function declaredBytesOf({ headers, method }: Request): number | null {
  if (isSafeMethod(method)) return 0;
  const declared = headers.get("content-length");
  if (declared !== null) return Number(declared);
  return headers.has("transfer-encoding") ? null : 0;
}

/** The whole body, or null when it is longer than `limitBytes`. Throws when the client leaves before the end. */
export async function readBody(
  body: ReadableStream<Uint8Array> | null,
  limitBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > limitBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

/** A chunk of an upload is streamed, so that a network failure keeps received bytes (ADR 0012). */
export const isUploadChunk = (request: Request): boolean =>
  request.headers.get("content-type") === "application/offset+octet-stream";

/** What of a request's body the application receives. */
export type ReceivedBody = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;

/**
 * A trusted request with this body: the public scheme (a proxy may end TLS), and the client's IP in `header`. Without a `signal` it
 * never aborts: watched requests live until a major garbage collection, which blocks for a quarter second.
 */
export function withTrustedOrigin(
  request: Request,
  body: ReceivedBody,
  options: { publicUrl: string; header: string; address: string; signal?: AbortSignal },
): Request {
  const url = new URL(request.url);
  const shop = new URL(options.publicUrl);
  if (url.host === shop.host) url.protocol = shop.protocol;
  const headers = new Headers(request.headers);
  headers.set(options.header, options.address);
  if (body instanceof Uint8Array) {
    headers.delete("transfer-encoding");
    headers.set("content-length", String(body.byteLength));
  }
  // An empty body without a type is an empty form.
  if (!isSafeMethod(request.method) && !headers.has("content-type")) {
    headers.set("content-type", EMPTY_FORM);
  }
  // Node requires `duplex`; the DOM types lack it.
  const init: RequestInit & { duplex: "half" } = {
    method: request.method,
    headers,
    body,
    duplex: "half",
  };
  if (options.signal) init.signal = options.signal;
  return new Request(url, init);
}

/**
 * The same request with nothing of its body, as an empty form: its route answers who may not send it, or that there is no such
 * page.
 */
export function withoutBody(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.delete("transfer-encoding");
  headers.set("content-type", EMPTY_FORM);
  headers.set("content-length", "0");
  return new Request(request.url, { method: request.method, headers });
}

const EMPTY_FORM = "application/x-www-form-urlencoded";

const READABLE =
  /^(application\/x-www-form-urlencoded|application\/json|multipart\/form-data;.*boundary=|application\/offset\+octet-stream$)/i;

/** Raw emails (RFC 2046). */
const RAW_MAIL = { path: "/mail/reports", type: /^message\/rfc822\s*(;|$)/i };

/**
 * Whether actions can read a write of this type: a form, JSON, an upload chunk (ADR 0012) or a bounced email (ADR 0019). An empty
 * untyped body is an empty form.
 */
export function hasReadableType(request: Request): boolean {
  const type = request.headers.get("content-type");
  if (type === null) return declaredBytesOf(request) === 0;
  const { pathname } = new URL(request.url);
  return pathname === RAW_MAIL.path ? RAW_MAIL.type.test(type) : READABLE.test(type);
}
