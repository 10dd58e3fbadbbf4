import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants, gzip } from "node:zlib";

/** The forms in which the shop sends text. */
export type Encoding = "br" | "gzip" | "identity";

const known = new Map<string, Encoding>();
const MOST_KNOWN = 200;

function quality(header: string, name: string): number | undefined {
  for (const part of header.split(",")) {
    const [token, ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
    if (token !== name) continue;
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    return weight === undefined ? 1 : Number(weight.slice(2)) || 0;
  }
  return undefined;
}

function negotiate(header: string): Encoding {
  const any = quality(header, "*") ?? 0;
  const br = quality(header, "br") ?? any;
  const gz = quality(header, "gzip") ?? any;
  if (br > 0 && br >= gz) return "br";
  return gz > 0 ? "gzip" : "identity";
}

/** The best encoding an Accept-Encoding header allows; brotli before gzip when they weigh the same. */
export function acceptedEncoding(header: string | undefined): Encoding {
  if (!header) return "identity";
  const remembered = known.get(header);
  if (remembered) return remembered;
  const encoding = negotiate(header);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(header, encoding);
  return encoding;
}

/** 256 kB hold a whole page; the default of 4 MB costs more time to set up than compressing does. */
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

/** The bytes before brotli. */
export function decodeBrotli(bytes: Buffer): Promise<Buffer> {
  return unbrotli(bytes);
}

/** Whether a content type is text that shrinks; a stream of events must not be held back. */
export function isCompressible(contentType: string | null): boolean {
  if (!contentType || contentType.startsWith("text/event-stream")) return false;
  return /^(text\/|application\/(json|xml|javascript|manifest\+json|ld\+json|rss\+xml|atom\+xml)|image\/svg\+xml)/.test(
    contentType,
  );
}
