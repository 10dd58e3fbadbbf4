import { DAY_MS } from "#core/duration.ts";

/** Every current browser plays these kinds. */
export type VideoKind = "mp4" | "webm";

const CONTENT_TYPES: Record<VideoKind, string> = { mp4: "video/mp4", webm: "video/webm" };

/** The brands of ISO video; images (avif, heic, mif1) and audio (M4A) are left out. */
const MP4_BRANDS = /^(isom|iso[2-9]|mp4[12]|avc1|M4V |M4VH|MSNV|dash|qt {2}|3gp[4-9]|mmp4)$/;

const WEBM_HEAD = [0x1a, 0x45, 0xdf, 0xa3];
export const VIDEO_HEAD_BYTES = 64;

const textAt = (bytes: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...bytes.subarray(from, to));

/** The kind follows from the first bytes, never from name or claim; null for others, such as Matroska. */
export function sniffVideoKind(head: Uint8Array): VideoKind | null {
  if (textAt(head, 4, 8) === "ftyp" && MP4_BRANDS.test(textAt(head, 8, 12))) return "mp4";
  const isEbml = WEBM_HEAD.every((byte, index) => head[index] === byte);
  // "webm", or "matroska", which browsers do not play.
  return isEbml && textAt(head, 4, VIDEO_HEAD_BYTES).includes("webm") ? "webm" : null;
}

export function videoContentType(kind: VideoKind): string {
  return CONTENT_TYPES[kind];
}

/** A video's path; its bytes never change. */
export function videoPath(id: string, mimeType: string): string {
  return `/videos/${id}.${mimeType === CONTENT_TYPES.webm ? "webm" : "mp4"}`;
}

const FILE_NAME = /^([0-9a-f-]{36})\.(mp4|webm)$/i;

/** Parses the end of a video's URL, or returns null. */
export function parseVideoFile(file: string): { id: string; mimeType: string } | null {
  const [, id, kind] = FILE_NAME.exec(file) ?? [];
  if (!id || (kind !== "mp4" && kind !== "webm")) return null;
  return { id: id.toLowerCase(), mimeType: CONTENT_TYPES[kind] };
}

/** Both ends inclusive. */
type ByteRange = { start: number; end: number };

/**
 * Reads a Range header (RFC 9110) for a size in bytes; null for the whole file (no, other or several ranges),
 * "unsatisfiable" beyond the end.
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

/** An image may have 10 MB (specification 5 and 9). */
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024;

/** The longest side of an image in pixels; no wider one is served. */
export const MAX_MASTER_SIDE = 2400;

// Phones reach 50 million; beyond, small files may need gigabytes.
const MAX_PIXELS = 80_000_000;
const MAX_SIDE = 20_000;

/** The kinds are those of specification 5, and AVIF. */
type ImageKind = "png" | "jpeg" | "gif" | "webp" | "avif";

export type IngestFailure =
  | "unsupported_type"
  | "too_large"
  | "too_many_pixels"
  | "animated"
  | "unreadable";

export const IMAGE_ACCEPT = "image/png,image/jpeg,image/gif,image/webp,image/avif";

const startsWith = (bytes: Uint8Array, text: string, offset = 0) =>
  bytes.length >= offset + text.length &&
  [...text].every((letter, index) => bytes[offset + index] === letter.charCodeAt(0));

/** The kind follows from the first bytes, never from name or claim; null for others, such as SVG. */
export function sniffImageKind(bytes: Uint8Array): ImageKind | null {
  if (startsWith(bytes, "\x89PNG\r\n\x1a\n")) return "png";
  if (startsWith(bytes, "\xff\xd8\xff")) return "jpeg";
  if (startsWith(bytes, "GIF87a") || startsWith(bytes, "GIF89a")) return "gif";
  if (startsWith(bytes, "RIFF") && startsWith(bytes, "WEBP", 8)) return "webp";
  if (startsWith(bytes, "ftypavif", 4) || startsWith(bytes, "ftypavis", 4)) return "avif";
  return null;
}

/** Whether this size in pixels may be decoded. */
export function hasAcceptableSize(size: { width: number; height: number }): boolean {
  const longest = Math.max(size.width, size.height);
  return longest <= MAX_SIDE && size.width * size.height <= MAX_PIXELS;
}

const UNPRINTABLE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** The name is for display: it has no folders or unprintable characters, and at most 200 characters. */
export function cleanFileName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? "";
  return last.replace(UNPRINTABLE, "").trim().slice(0, 200) || "image";
}

/** Three minutes of a phone's video fit. */
export const MAX_VIDEO_BYTES = 200 * 1024 * 1024;

/** Below a request's limit; the most a lost connection costs. */
export const UPLOAD_CHUNK_BYTES = 512 * 1024;

/** Protects the disk. */
export const MAX_OPEN_UPLOADS = 100;
export const MAX_OPEN_UPLOAD_BYTES = 2 * 1024 * 1024 * 1024;

/** An upload can continue the next morning. */
export const UPLOAD_LIFE_MS = DAY_MS;

/** The owner uploads images and videos (specification 2). */
export const MEDIA_ACCEPT = `${IMAGE_ACCEPT},video/mp4,video/webm`;

/** Pages and products accept images only. */
export type UploadKinds = "images" | "images and videos";

/** Nothing is stored. */
export type UploadFailure = IngestFailure | "empty" | "too_many_files" | "unfinished" | "gone";

type UploadCandidate = { name: string; size: number; type: string };

const kindOf = (type: string): "image" | "video" | "other" => {
  if (IMAGE_ACCEPT.split(",").includes(type)) return "image";
  return type === "video/mp4" || type === "video/webm" ? "video" : "other";
};

/** Bytes; 0 when the type is not accepted. */
function mostBytesOf(type: string): number {
  return { image: MAX_IMAGE_BYTES, video: MAX_VIDEO_BYTES, other: 0 }[kindOf(type)];
}

/** Checks a file's description before uploading; null when valid. The server checks bytes. */
export function validateUpload(file: UploadCandidate, kinds: UploadKinds): UploadFailure | null {
  const kind = kindOf(file.type);
  if (kind === "other" || (kind === "video" && kinds === "images")) return "unsupported_type";
  if (file.size < 1) return "empty";
  return file.size > mostBytesOf(file.type) ? "too_large" : null;
}

const IMAGE_NAMES = "PNG, JPG, GIF, WebP or AVIF";

/** Returns the message for a failure, from specification 5 where possible. */
export function uploadFailureMessage(
  failure: UploadFailure,
  about: { type?: string; kinds: UploadKinds },
): string {
  const most = mostBytesOf(about.type ?? "") || MAX_IMAGE_BYTES;
  const text: Record<UploadFailure, string> = {
    unsupported_type: `File type must be ${about.kinds === "images" ? IMAGE_NAMES : "PNG, JPG, GIF, WebP, AVIF, MP4 or WebM"}`,
    too_large: `File is larger than ${most} bytes (${Math.round(most / 1024 / 1024)} MB)`,
    empty: "File is smaller than 1 bytes (it is empty)",
    too_many_files: "Too many files",
    too_many_pixels:
      "The picture has more pixels than can be shown: at most 80 million, and 20,000 on a side",
    animated:
      "The picture moves: the shop shows still pictures only. Upload one frame of it, or the whole as an MP4 or WebM video",
    unreadable: "The file is damaged or was cut off: it cannot be read",
    unfinished: "The file has not arrived whole",
    gone: "The upload lay here for more than a day. Please choose the file again",
  };
  return text[failure];
}
