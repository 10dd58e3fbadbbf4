/** 10 MB, the most a picture may weigh on its way in (specification 5 and 9). */
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024;

/** The longer side of the one master that is kept; the widest width ever served. */
export const MAX_MASTER_SIDE = 2400;

// A phone takes 50 million pixels; beyond these a small file can ask for gigabytes of memory.
const MAX_PIXELS = 80_000_000;
const MAX_SIDE = 20_000;

/** Kinds of picture accepted (specification 5: png, jpg, jpeg, gif, webp; AVIF beside them). */
export type ImageKind = "png" | "jpeg" | "gif" | "webp" | "avif";

/** Why a picture was not taken in; none of them leaves anything behind. */
export type IngestFailure = "unsupported_type" | "too_large" | "too_many_pixels" | "unreadable";

/** What a file picker offers, as an accept attribute. */
export const IMAGE_ACCEPT = "image/png,image/jpeg,image/gif,image/webp,image/avif";

const startsWith = (bytes: Uint8Array, text: string, offset = 0) =>
  bytes.length >= offset + text.length &&
  [...text].every((letter, index) => bytes[offset + index] === letter.charCodeAt(0));

/** What the bytes are, by their first dozen and never by name or claimed type; null for all else, SVG among it (architecture.md, uploads). */
export function sniffImageKind(bytes: Uint8Array): ImageKind | null {
  if (startsWith(bytes, "\x89PNG\r\n\x1a\n")) return "png";
  if (startsWith(bytes, "\xff\xd8\xff")) return "jpeg";
  if (startsWith(bytes, "GIF87a") || startsWith(bytes, "GIF89a")) return "gif";
  if (startsWith(bytes, "RIFF") && startsWith(bytes, "WEBP", 8)) return "webp";
  if (startsWith(bytes, "ftypavif", 4) || startsWith(bytes, "ftypavis", 4)) return "avif";
  return null;
}

/** Whether a picture of this size may be decoded at all. */
export function hasAcceptableSize(size: { width: number; height: number }): boolean {
  const longest = Math.max(size.width, size.height);
  return longest <= MAX_SIDE && size.width * size.height <= MAX_PIXELS;
}

// C0 and C1 controls, and the marks that turn the direction of what follows.
const UNPRINTABLE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** The file's name as the media library shows it: without folders or unprintable marks, at most 200 characters. */
export function cleanFileName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? "";
  return last.replace(UNPRINTABLE, "").trim().slice(0, 200) || "image";
}
