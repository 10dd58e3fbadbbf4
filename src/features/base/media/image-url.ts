import { imageWidths } from "#ui/image-widths.ts";

/** Others are a 404, to limit work. */
export const IMAGE_WIDTHS: readonly number[] = imageWidths;

/** Emails and social cards need JPEG. */
export const SOCIAL_IMAGE_WIDTH = 1200;

export type ImageFormat = "avif" | "webp" | "jpg";

export type ImageRendition = { width: number; format: ImageFormat };

const FILE_NAME = /^([1-9]\d{2,3})\.(avif|webp|jpg)$/;

function isImageFormat(text: string | undefined): text is ImageFormat {
  return text === "avif" || text === "webp" || text === "jpg";
}

/** The end of an image URL ("640.avif"); null for other widths or formats. */
export function parseImageFile(file: string): ImageRendition | null {
  const [, digits, format] = FILE_NAME.exec(file) ?? [];
  if (!isImageFormat(format)) return null;
  const width = Number(digits);
  return IMAGE_WIDTHS.includes(width) || (width === SOCIAL_IMAGE_WIDTH && format === "jpg")
    ? { width, format }
    : null;
}

/** An image's path; its bytes never change. */
export function imagePath(id: string, width: number, format: ImageFormat): string {
  return `/images/${id}/${width}.${format}`;
}
