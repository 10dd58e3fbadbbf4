import type { IngestFailure } from "./image-rules.ts";
import { IMAGE_ACCEPT, MAX_IMAGE_BYTES } from "./image-rules.ts";

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
export type UploadCandidate = { name: string; size: number; type: string };

const kindOf = (type: string): "image" | "video" | "other" => {
  if (IMAGE_ACCEPT.split(",").includes(type)) return "image";
  return type === "video/mp4" || type === "video/webm" ? "video" : "other";
};

/** The most a file of this claimed type may weigh, in bytes; 0 where the type is taken nowhere. */
export function mostBytesOf(type: string): number {
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
