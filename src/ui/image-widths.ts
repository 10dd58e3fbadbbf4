/** Pixels that the image URL accepts. */
export const imageWidths = [160, 320, 480, 640, 960, 1280, 1600, 1920, 2400] as const;

export type ImageWidth = (typeof imageWidths)[number];

export type WebImageFormat = "avif" | "webp";

export function imageVariantPath(id: string, width: ImageWidth, format: WebImageFormat): string {
  return `/images/${id}/${width}.${format}`;
}

export function imageSrcset(
  id: string,
  widths: readonly ImageWidth[],
  format: WebImageFormat,
): string {
  return widths.map((width) => `${imageVariantPath(id, width, format)} ${width}w`).join(", ");
}
