/** Kinds of film accepted: what every present browser plays. */
export type VideoKind = "mp4" | "webm";

const CONTENT_TYPES: Record<VideoKind, string> = { mp4: "video/mp4", webm: "video/webm" };

// ISO brands of films; those of pictures (avif, heic, mif1) and of sound alone (M4A) are not among them.
const MP4_BRANDS = /^(isom|iso[2-9]|mp4[12]|avc1|M4V |M4VH|MSNV|dash|qt {2}|3gp[4-9]|mmp4)$/;

const WEBM_HEAD = [0x1a, 0x45, 0xdf, 0xa3];
/** How many of a file's first bytes say what it is. */
export const VIDEO_HEAD_BYTES = 64;

const textAt = (bytes: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...bytes.subarray(from, to));

/** What film the first bytes begin, never by name or claimed type; null for all else, Matroska and QuickTime's older forms among it. */
export function sniffVideoKind(head: Uint8Array): VideoKind | null {
  if (textAt(head, 4, 8) === "ftyp" && MP4_BRANDS.test(textAt(head, 8, 12))) return "mp4";
  const isEbml = WEBM_HEAD.every((byte, place) => head[place] === byte);
  // The document type stands within the EBML header: "webm" there, "matroska" in files that browsers do not play.
  return isEbml && textAt(head, 4, VIDEO_HEAD_BYTES).includes("webm") ? "webm" : null;
}

/** The content type of a film. */
export function videoContentType(kind: VideoKind): string {
  return CONTENT_TYPES[kind];
}

/** The address of a stored film; its bytes never change. */
export function videoPath(id: string, mimeType: string): string {
  return `/videos/${id}.${mimeType === CONTENT_TYPES.webm ? "webm" : "mp4"}`;
}

const FILE_NAME = /^([0-9a-f-]{36})\.(mp4|webm)$/i;

/** Reads the last part of a film's address; null for anything else. */
export function parseVideoFile(file: string): { id: string; mimeType: string } | null {
  const [, id, kind] = FILE_NAME.exec(file) ?? [];
  if (!id || (kind !== "mp4" && kind !== "webm")) return null;
  return { id: id.toLowerCase(), mimeType: CONTENT_TYPES[kind] };
}

/** Bytes of a file, both ends among them. */
export type ByteRange = { start: number; end: number };

/**
 * Reads a Range header (RFC 9110) against a file's size in bytes: the part asked for, null for the whole file (no range, a unit or
 * several parts that are not served), "unsatisfiable" for a part that lies behind the end.
 */
export function readByteRange(
  header: string | null,
  size: number,
): ByteRange | "unsatisfiable" | null {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (first === "" && last === "") return null;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return null;
  return start >= size ? "unsatisfiable" : { start, end };
}
