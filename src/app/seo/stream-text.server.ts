import { pipeline, Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { PUBLIC_HEADERS } from "#app/web/cache-headers.ts";
import type { Logger } from "#platform/logger.server.ts";

/** A public text too large to be held: written while it is read, a piece at a time. */
type StreamedText = {
  contentType: string;
  /** The content version the text is written from; the same version needs no second reading. */
  version: string;
  chunks: () => AsyncGenerator<string>;
  logger: Logger;
};

// Raised when the way these texts are written changes, so that nobody keeps one of the old form.
const RECIPE = 1;

// Level 4 takes half the time of the default for a twentieth more bytes.
const GZIP = { level: 4 } as const;

function acceptsGzip(request: Request): boolean {
  return /(?:^|[\s,])(?:gzip|\*)(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(
    request.headers.get("accept-encoding") ?? "",
  );
}

async function* logged({ chunks, logger }: StreamedText): AsyncGenerator<string> {
  try {
    yield* chunks();
  } catch (error) {
    logger.error({ err: error }, "a streamed text broke off");
    throw error;
  }
}

/** The bytes as the visitor takes them: no faster than they are taken, and no further once nobody takes them. */
function bytesOf(text: StreamedText, compressed: boolean): ReadableStream<Uint8Array> {
  const plain = Readable.from(logged(text), { objectMode: false });
  // Either stream's end is the other's; what broke off was logged where it broke.
  const sent = compressed ? pipeline(plain, createGzip(GZIP), () => undefined) : plain;
  return Readable.toWeb(sent) as ReadableStream<Uint8Array>;
}

/**
 * Answers a text that is the same for everybody and may be as long as the catalogue: compressed on the way, never whole in memory, and
 * not at all for a reader who has this version (304).
 */
export function streamText(request: Request, text: StreamedText): Response {
  const etag = `W/"${text.version}-${RECIPE}"`;
  const headers = new Headers({
    ...PUBLIC_HEADERS,
    "Cache-Control": `${PUBLIC_HEADERS["Cache-Control"]}, no-transform`,
    "Content-Type": `${text.contentType}; charset=utf-8`,
    ETag: etag,
    Vary: "accept-encoding",
  });
  const known = request.headers.get("if-none-match") ?? "";
  if (known.split(",").some((tag) => tag.trim().replace(/^(?!W\/)/, "W/") === etag)) {
    return new Response(null, { status: 304, headers });
  }
  const compressed = acceptsGzip(request);
  if (compressed) headers.set("Content-Encoding", "gzip");
  const body = request.method === "HEAD" ? null : bytesOf(text, compressed);
  return new Response(body, { headers });
}
