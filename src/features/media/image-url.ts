import { imageWidths } from "#ui/image-widths.ts";

/** Widths in pixels that a picture is made in; any other is a 404, so that nobody can order endless work. */
export const IMAGE_WIDTHS: readonly number[] = imageWidths;

/** The width of pictures in mails and on social cards, which take JPEG only. */
export const SOCIAL_IMAGE_WIDTH = 1200;

export type ImageFormat = "avif" | "webp" | "jpg";

/** One size and format of a picture: what `/images/{id}/{width}.{format}` names. */
export type ImageRendition = { width: number; format: ImageFormat };

const FILE_NAME = /^([1-9]\d{2,3})\.(avif|webp|jpg)$/;

function isImageFormat(text: string | undefined): text is ImageFormat {
  return text === "avif" || text === "webp" || text === "jpg";
}

/** Reads the last part of an image's address, such as "640.avif"; null for a width or format that is not made. */
export function parseImageFile(file: string): ImageRendition | null {
  const [, digits, format] = FILE_NAME.exec(file) ?? [];
  if (!isImageFormat(format)) return null;
  const width = Number(digits);
  return IMAGE_WIDTHS.includes(width) || (width === SOCIAL_IMAGE_WIDTH && format === "jpg")
    ? { width, format }
    : null;
}

/** The address of a picture in one width and format; its bytes never change (architecture.md, A request). */
export function imagePath(id: string, width: number, format: ImageFormat): string {
  return `/images/${id}/${width}.${format}`;
}
