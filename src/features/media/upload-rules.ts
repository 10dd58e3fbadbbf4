/** Kinds of film accepted: what every present browser plays. */
type VideoKind = "mp4" | "webm";

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
type ByteRange = { start: number; end: number };

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

/** 10 MB, the most a picture may weigh on its way in (specification 5 and 9). */
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024;

/** The longer side of the one master that is kept; the widest width ever served. */
export const MAX_MASTER_SIDE = 2400;

// A phone takes 50 million pixels; beyond these a small file can ask for gigabytes of memory.
const MAX_PIXELS = 80_000_000;
const MAX_SIDE = 20_000;

/** Kinds of picture accepted (specification 5: png, jpg, jpeg, gif, webp; AVIF beside them). */
type ImageKind = "png" | "jpeg" | "gif" | "webp" | "avif";

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

/** 200 MB: three minutes of a phone's film; more belongs on a film site, and no shopper's phone would load it. */
export const MAX_VIDEO_BYTES = 200 * 1024 * 1024;

/** Bytes of one piece of an upload, below the most the shop takes in one request; a cut connection costs at most this much. */
export const UPLOAD_CHUNK_BYTES = 512 * 1024;

/** What lies half received at once, over all owners, so that no accident fills the disk. */
export const MAX_OPEN_UPLOADS = 100;
export const MAX_OPEN_UPLOAD_BYTES = 2 * 1024 * 1024 * 1024;

/** A day: long enough to come back to a film that did not get through in the evening. */
export const UPLOAD_LIFE_MS = 24 * 60 * 60 * 1000;

/** What a file picker of the media library offers; specification 2: image and video. */
export const MEDIA_ACCEPT = `${IMAGE_ACCEPT},video/mp4,video/webm`;

/** Which files a place takes: the library takes films too, a page or a product shows pictures alone. */
export type UploadKinds = "images" | "images and videos";

/** Why an upload did not become a media item; none of them leaves anything behind. */
export type UploadFailure = IngestFailure | "empty" | "too_many_files" | "unfinished" | "gone";

/** What a browser says of a file before a byte of it is sent. */
type UploadCandidate = { name: string; size: number; type: string };

const kindOf = (type: string): "image" | "video" | "other" => {
  if (IMAGE_ACCEPT.split(",").includes(type)) return "image";
  return type === "video/mp4" || type === "video/webm" ? "video" : "other";
};

/** The most a file of this claimed type may weigh, in bytes; 0 where the type is taken nowhere. */
function mostBytesOf(type: string): number {
  return { image: MAX_IMAGE_BYTES, video: MAX_VIDEO_BYTES, other: 0 }[kindOf(type)];
}

/**
 * What is wrong with a file by its own account, or null. It spares the owner a long upload that would be refused; the server looks at
 * the bytes all the same, because a name and a type can say anything.
 */
export function validateUpload(file: UploadCandidate, kinds: UploadKinds): UploadFailure | null {
  const kind = kindOf(file.type);
  if (kind === "other" || (kind === "video" && kinds === "images")) return "unsupported_type";
  if (file.size < 1) return "empty";
  return file.size > mostBytesOf(file.type) ? "too_large" : null;
}

const IMAGE_NAMES = "PNG, JPG, GIF, WebP or AVIF";

/** A refusal in the specification's words (5, product image drop zone) where it has some, and in plain ones where it has none. */
export function uploadFailureMessage(
  failure: UploadFailure,
  about: { type?: string; kinds: UploadKinds },
): string {
  const most = mostBytesOf(about.type ?? "") || MAX_IMAGE_BYTES;
  const words: Record<UploadFailure, string> = {
    unsupported_type: `File type must be ${about.kinds === "images" ? IMAGE_NAMES : "PNG, JPG, GIF, WebP, AVIF, MP4 or WebM"}`,
    too_large: `File is larger than ${most} bytes (${Math.round(most / 1024 / 1024)} MB)`,
    empty: "File is smaller than 1 bytes",
    too_many_files: "Too many files",
    too_many_pixels:
      "The picture has more pixels than can be shown: at most 80 million, and 20,000 on a side",
    unreadable: "The file is damaged or was cut off: it cannot be read",
    unfinished: "The file has not arrived whole",
    gone: "The upload lay here for more than a day. Please choose the file again",
  };
  return words[failure];
}
