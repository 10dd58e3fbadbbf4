import type { PictureWidth } from "#ui/picture-widths.ts";

/** How wide a picture of the product page stands: the whole phone, else seven of twelve columns. */
export const GALLERY_SIZES = "(min-width: 1400px) 730px, (min-width: 768px) 54vw, 100vw";

/** The widths on offer there. */
export const GALLERY_WIDTHS: readonly PictureWidth[] = [480, 640, 960, 1280, 1600];
