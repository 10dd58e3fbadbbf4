import { SCRIPT_NONCE_HEADER } from "#app/web/script-nonce.ts";
import { acceptedEncoding, encodeBody, isCompressible } from "./content-encoding.ts";
import type { HeaderPair } from "./security-headers.ts";
import { fileSecurityHeaders, sealPage, securityHeaders } from "./security-headers.ts";

// Made anew for every visitor: more effort would cost more time than the bytes it saves.
const BROTLI_QUALITY = 4;
const WORTH_COMPRESSING = 1_024;

function addMissing(headers: Headers, pairs: readonly HeaderPair[]): void {
  for (const [name, value] of pairs) if (!headers.has(name)) headers.set(name, value);
}

const FILE_TYPES = /^(image|font|audio|video)\/|^text\/(css|javascript)|^application\/javascript/;

function isFile(headers: Headers): boolean {
  return FILE_TYPES.test(headers.get("content-type") ?? "");
}

/** The last step of every answer that is not from the page cache: security headers, no-store unless the route said otherwise, compression. */
export async function finishResponse(
  request: Request,
  response: Response,
  options: { https: boolean; formTargets?: readonly string[]; requestId: string },
): Promise<Response> {
  const headers = new Headers(response.headers);
  const cacheControl = headers.get("cache-control");
  if (cacheControl?.startsWith("public") && isFile(headers)) {
    addMissing(headers, fileSecurityHeaders(headers.get("content-type") ?? ""));
    return new Response(response.body, { status: response.status, headers });
  }
  headers.set("x-request-id", options.requestId);
  if (cacheControl === null) headers.set("cache-control", "private, no-store");
  const { status, statusText } = response;
  const readable = response.body !== null && isCompressible(headers.get("content-type"));
  // A stream that says so has its encoding chosen already, and is too large to be read whole.
  const isFinal = headers.has("content-encoding") || /no-transform/.test(cacheControl ?? "");
  if (!readable || isFinal) {
    headers.delete(SCRIPT_NONCE_HEADER);
    addMissing(headers, securityHeaders(options));
    return new Response(response.body, { status, statusText, headers });
  }
  const sealed = sealPage(Buffer.from(await response.arrayBuffer()), headers);
  headers.delete(SCRIPT_NONCE_HEADER);
  addMissing(headers, securityHeaders({ ...options, scriptHashes: sealed.scriptHashes }));
  const encoding =
    sealed.body.length > WORTH_COMPRESSING
      ? acceptedEncoding(request.headers.get("accept-encoding") ?? undefined)
      : "identity";
  const body = await encodeBody(sealed.body, encoding, BROTLI_QUALITY);
  headers.append("vary", "accept-encoding");
  headers.set("content-length", String(body.length));
  if (encoding !== "identity") headers.set("content-encoding", encoding);
  return new Response(new Uint8Array(body), { status, statusText, headers });
}
