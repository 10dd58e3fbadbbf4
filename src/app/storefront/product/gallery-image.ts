import type { ImageWidth } from "#ui/image-widths.ts";
import { imageWidths } from "#ui/image-widths.ts";

/** How wide a picture of the product page stands: the whole phone, else seven of twelve columns. */
export const GALLERY_SIZES = "(min-width: 1400px) 730px, (min-width: 768px) 54vw, 100vw";

/** The widths from `smallest` up to the one that holds the whole picture: nothing is ever enlarged, so more would be the same bytes. */
export function widthsFor(pictureWidth: number, smallest: number): readonly ImageWidth[] {
  const covering = imageWidths.findIndex((width) => width >= pictureWidth);
  const useful = covering === -1 ? imageWidths : imageWidths.slice(0, covering + 1);
  const wanted = useful.filter((width) => width >= smallest);
  return wanted.length > 0 ? wanted : useful.slice(-1);
}

/** The widths of a picture in the gallery; the preload link and the picture must name the same. */
export function galleryWidths(pictureWidth: number): readonly ImageWidth[] {
  return widthsFor(pictureWidth, 480);
}
