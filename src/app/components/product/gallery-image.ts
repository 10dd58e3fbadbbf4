import type { ImageWidth } from "#ui/image-widths.ts";
import { imageSrcset, imageWidths } from "#ui/image-widths.ts";

/** An image is as wide as a phone, else seven of twelve columns. */
export const GALLERY_SIZES = "(min-width: 1400px) 730px, (min-width: 768px) 54vw, 100vw";

/** Images are never enlarged, so widths beyond the image are the same bytes. */
export function widthsFor(imageWidth: number, smallest: number): readonly ImageWidth[] {
  const covering = imageWidths.findIndex((width) => width >= imageWidth);
  const useful = covering === -1 ? imageWidths : imageWidths.slice(0, covering + 1);
  const wanted = useful.filter((width) => width >= smallest);
  return wanted.length > 0 ? wanted : useful.slice(-1);
}

/** Preload link and image must name the same widths. */
export function galleryWidths(imageWidth: number): readonly ImageWidth[] {
  return widthsFor(imageWidth, 480);
}

/** The page, its preload link and the prefetch must load the same file. */
export function galleryImageSource(image: { id: string; width: number }) {
  return {
    srcSet: imageSrcset(image.id, galleryWidths(image.width), "avif"),
    sizes: GALLERY_SIZES,
  };
}
