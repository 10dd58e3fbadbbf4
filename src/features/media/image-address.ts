/** Widths in pixels that a picture is made in; every address outside this list is a 404, so that nobody can order endless work. */
export const IMAGE_WIDTHS = [160, 320, 480, 640, 960, 1280, 1600, 1920, 2400] as const;

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
  const known = IMAGE_WIDTHS.some((made) => made === width);
  return known || (width === SOCIAL_IMAGE_WIDTH && format === "jpg") ? { width, format } : null;
}

/** The address of a picture in one width and format; its bytes never change (architecture.md, A request). */
export function imagePath(id: string, width: number, format: ImageFormat): string {
  return `/images/${id}/${width}.${format}`;
}

/**
 * A srcset of the widths between the limits up to the picture's own; the last may be larger in name than in pixels, because nothing
 * is ever enlarged, and says its true width. A picture smaller than every limit is offered once, at its own width.
 */
export function imageSrcSet(
  picture: { id: string; width: number },
  format: ImageFormat,
  limits: { smallest?: number; largest?: number } = {},
): string {
  const { smallest = 0, largest = Number.POSITIVE_INFINITY } = limits;
  const covering = IMAGE_WIDTHS.findIndex((width) => width >= picture.width);
  const useful = covering === -1 ? IMAGE_WIDTHS : IMAGE_WIDTHS.slice(0, covering + 1);
  const wanted = useful.filter((width) => width >= smallest && width <= largest);
  return (wanted.length > 0 ? wanted : useful.slice(-1))
    .map((width) => `${imagePath(picture.id, width, format)} ${Math.min(width, picture.width)}w`)
    .join(", ");
}
