import { imageVariantPath } from "#ui/image-widths.ts";
import { videoPath } from "./video-rules.ts";

/** A thing of the media library as the owner sees it. */
export type MediaItem = {
  id: string;
  name: string;
  type: "image" | "video";
  mimeType: string;
  byteSize: number;
  /** Pixels; null where they are not known, as of films. */
  width: number | null;
  height: number | null;
  altText: string;
  /** The point that survives every crop, 0 to 1 from the left and the top. */
  focalX: number;
  focalY: number;
  createdAt: Date;
};

/** Where a media item is shown, and where the owner changes that. */
export type MediaUse = {
  kind: "product" | "category" | "hero" | "settings";
  label: string;
  to: string;
};

/** A size in KB with 2 decimals, as Site Images shows it (specification 2 and 9). */
export function formatKilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(2)} KB`;
}

/** A size as people say it: KB below one MB, MB above. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const kilobytes = bytes / 1024;
  if (kilobytes < 1000) return `${kilobytes.toFixed(kilobytes < 10 ? 1 : 0)} KB`;
  return `${(kilobytes / 1024).toFixed(1)} MB`;
}

/** Width and height in pixels, or a dash. */
export function formatDimensions(item: Pick<MediaItem, "width" | "height">): string {
  return item.width && item.height ? `${item.width}×${item.height}` : "—";
}

/** The address to hand on: of a picture its largest size, of a film the film. */
export function mediaPath(item: Pick<MediaItem, "id" | "type" | "mimeType">): string {
  return item.type === "video"
    ? videoPath(item.id, item.mimeType)
    : imageVariantPath(item.id, 2400, "webp");
}

/** The longest alt text kept; screen readers read it in one breath. */
export const MAX_ALT_TEXT_LENGTH = 300;

/** An alt text as it is kept: one line, without spaces around it or marks that nobody can see (Postgres takes no NUL). */
export function cleanAltText(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, MAX_ALT_TEXT_LENGTH);
}

/** A share of a picture's side as it is kept: within the picture, in thousandths. */
export function focalShare(value: number): number {
  if (!Number.isFinite(value)) return 0.5;
  return Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000;
}
