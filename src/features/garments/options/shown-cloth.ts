import type { ProductColor } from "#features/catalog/products/product.ts";
import { imagesOfColor } from "#features/catalog/products/product.ts";
import type { ClothSwatch, LineColor } from "#features/orders/order/line-description.ts";
import type { OptionKind } from "./option-kind.ts";

type ImagedProduct<Image> = {
  readonly colors: readonly ProductColor[];
  readonly images: readonly Image[];
};

/** A cloth from stock that a garment is cut from instead of the cloth of the images. */
export type ChosenCloth = LineColor & {
  /** The image of its swatch; null where the owner has none. */
  readonly imageId: string | null;
};

export type ShownGarment<Image> = {
  /** Its images, those of its color first. */
  readonly images: readonly Image[];
  /** What stands beside them; null where they show the cloth of the garment, and where the product has no image. */
  readonly swatch: ClothSwatch | null;
};

/**
 * How a garment in its color and cloth is shown wherever it has an image: on the pages, in the cart, at the payment, in orders and emails.
 * A cloth in the color of some images is shown by them, any other by those of the chosen color; then the swatch stands beside the
 * image, with a sentence about it (`swatchSentence`). `color` is the hex code of the chosen color, null without one; `cloth` is null for
 * the cloth of the images.
 */
export function shownGarment<Image extends { readonly color?: string | null }>(
  { colors, images }: ImagedProduct<Image>,
  color: string | null,
  cloth: ChosenCloth | null,
): ShownGarment<Image> {
  const isSame = (one: string | null | undefined, other: string) =>
    other !== "" && one?.toUpperCase() === other.toUpperCase();
  const ofCloth = cloth !== null && images.some((image) => isSame(image.color, cloth.hex));
  const shown = imagesOfColor(images, ofCloth ? cloth.hex : color);
  const [first] = shown;
  if (!cloth || !first) return { images: shown, swatch: null };
  const { hex, imageId } = cloth;
  const shownHex = first.color ?? color ?? "";
  const name = colors.find((each) => isSame(each.hex, shownHex))?.name ?? "";
  return { images: shown, swatch: { imageId, colorHex: hex, shows: ofCloth ? null : name } };
}

type ChosenOption = {
  readonly group: { readonly kind: OptionKind };
  readonly choice: {
    readonly name: string;
    readonly imageId: string | null;
    readonly cloth: { readonly id: string; readonly colorHex: string } | null;
  };
};

/** The cloth from stock that the garment itself is cut from, not its lining; null where it is the cloth of the images. */
export function outerCloth(
  chosen: readonly ChosenOption[],
): (ChosenCloth & { readonly id: string }) | null {
  const found = chosen.find(({ choice, group }) => group.kind === "cloth" && choice.cloth !== null);
  if (!found?.choice.cloth) return null;
  const { cloth, imageId, name } = found.choice;
  return { id: cloth.id, name, hex: cloth.colorHex, imageId };
}
