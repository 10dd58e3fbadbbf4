import type { ProductColor } from "#features/catalog/products/product.ts";

type PicturedProduct = {
  readonly colors: readonly ProductColor[];
  readonly images: readonly { readonly color?: string | null }[];
};

/** The chosen cloth; `colorHex` is "" when it was not entered. */
export type ChosenCloth = { readonly name: string; readonly colorHex: string };

export type ShownCloth = {
  /** The color whose images are shown; null for those of every color. */
  readonly imageColor: string | null;
  /** What the customer reads beside image and swatch; null where the images show what was chosen. */
  readonly sentence: string | null;
};

/**
 * Which images stand for a garment in its color and cloth. A cloth in the color of some images is shown by them, any other by those of
 * the chosen color; a sentence says in which respect they differ from the cloth, whose swatch belongs beside them. `color` is the hex
 * code of the chosen color, `cloth` null for the cloth of the images.
 */
export function shownCloth(
  { colors, images }: PicturedProduct,
  color: string | null,
  cloth: ChosenCloth | null,
): ShownCloth {
  if (!cloth) return { imageColor: color, sentence: null };
  const isOfCloth = (image: { readonly color?: string | null }) =>
    cloth.colorHex !== "" && image.color?.toUpperCase() === cloth.colorHex.toUpperCase();
  if (images.some(isOfCloth)) {
    const sentence = `The picture shows this color. Yours is cut from ${cloth.name}.`;
    return { imageColor: cloth.colorHex, sentence };
  }
  const shown = colors.find(({ hex }) => hex === color)?.name;
  const instead = shown ? `it shows ${shown}` : "it shows another cloth";
  const sentence = `There is no picture of ${cloth.name}: ${instead}. Yours is cut from the cloth of the swatch.`;
  return { imageColor: color, sentence };
}
