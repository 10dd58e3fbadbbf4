import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants, gzip } from "node:zlib";
import { parseAccept } from "hono/utils/accept";
import { LRUCache } from "lru-cache";

export type Encoding = "br" | "gzip" | "identity";

const known = new LRUCache<string, Encoding>({ max: 200 });

/** The best allowed encoding; brotli before gzip at equal weight. */
export function acceptedEncoding(header: string | undefined): Encoding {
  if (!header) return "identity";
  const remembered = known.get(header);
  if (remembered) return remembered;
  const weights = new Map(parseAccept(header).map(({ type, q }) => [type.toLowerCase(), q]));
  const weightOf = (name: string) => weights.get(name) ?? weights.get("*") ?? 0;
  const br = weightOf("br");
  const gzip = weightOf("gzip");
  const encoding = br > 0 && br >= gzip ? "br" : gzip > 0 ? "gzip" : "identity";
  known.set(header, encoding);
  return encoding;
}

/** 256 kB hold a page; setting up 4 MB costs more than compressing. */
const WINDOW = 18;

const brotli = promisify(brotliCompress);
const unbrotli = promisify(brotliDecompress);
const gzipped = promisify(gzip);

/** Compresses off the main thread; `brotliQuality` 0 to 11. */
export async function encodeBody(
  body: Buffer,
  encoding: Encoding,
  brotliQuality: number,
): Promise<Buffer> {
  if (encoding === "identity") return body;
  if (encoding === "gzip") return gzipped(body, { level: 6 });
  return brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      [constants.BROTLI_PARAM_LGWIN]: WINDOW,
    },
  });
}

export function decodeBrotli(bytes: Buffer): Promise<Buffer> {
  return unbrotli(bytes);
}

/** Whether compressible. Compression would delay event streams. */
export function isCompressible(contentType: string | null): boolean {
  if (!contentType || contentType.startsWith("text/event-stream")) return false;
  return /^(text\/|application\/(json|xml|javascript|manifest\+json|ld\+json|rss\+xml|atom\+xml)|image\/svg\+xml)/.test(
    contentType,
  );
}
