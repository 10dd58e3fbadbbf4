/** Widths in pixels that the image address answers. */
export const pictureWidths = [160, 320, 480, 640, 960, 1280, 1600, 1920, 2400] as const;

export type PictureWidth = (typeof pictureWidths)[number];

export type PictureFormat = "avif" | "webp";

/** Address of one size of a stored picture. */
export function pictureAddress(id: string, width: PictureWidth, format: PictureFormat): string {
  return `/images/${id}/${width}.${format}`;
}

/** A srcset of the widths in the order given. */
export function pictureSrcset(
  id: string,
  widths: readonly PictureWidth[],
  format: PictureFormat,
): string {
  return widths.map((width) => `${pictureAddress(id, width, format)} ${width}w`).join(", ");
}
