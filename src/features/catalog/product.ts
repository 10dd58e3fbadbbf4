import type { MoneyAmount } from "#core/money-amount.ts";
/** Who a piece is cut for (specification 3; unisex shows under both toggles). */
export const GENDERS = ["female", "male", "unisex"] as const;

/** One of them. */
export type Gender = (typeof GENDERS)[number];

/** One picture of a product, served by the image route. */
export type ProductImage = {
  id: string;
  alt: string;
  width: number;
  height: number;
  focalX: number;
  focalY: number;
};

/** A colour as #RRGGBB and the name a shopper reads. */
export type ProductColor = { hex: string; name: string };

/**
 * Counts are told to the public up to here, as many as one line of a cart may hold, and "more than" beyond: a sale that leaves more than
 * that changes no page.
 */
export const MAX_REPORTED_STOCK = 99;

/**
 * One sellable combination; `stockCount` is null when it is made to order and MOST_TOLD_PIECES + 1 for more than those, `color` is "" for a
 * product without colours.
 */
export type ProductVariant = { size: string; color: string; stockCount: number | null };

/** What a card, a size dialog and the cart need of a product. */
export type ProductSummary = {
  id: string;
  slug: string;
  name: string;
  price: MoneyAmount;
  gender: Gender;
  garmentType: string;
  categoryName: string;
  inStock: boolean;
  images: readonly ProductImage[];
  sizes: readonly string[];
  colors: readonly ProductColor[];
  variants: readonly ProductVariant[];
};

/** Everything the product page shows. */
export type ProductDetail = ProductSummary & {
  description: string;
  materials: string;
  care: string;
  collectionPath: string | null;
};

/** The size that makes a line made-to-measure (decision M4). */
export const CUSTOM_SIZE = "Custom";

/** Sizes offered on cards when a product lists none (specification 9). */
export const DEFAULT_SIZES: readonly string[] = ["XS", "S", "M", "L", "XL"];

/**
 * Whether the chart of body measures helps to choose a size of this piece: it is worn on the body, and at least one of its sizes is
 * one of the chart's (specification 9, the same five as the defaults). A scarf, a belt, One Size or Custom alone are none of it.
 */
export function isSizedByChart(
  product: Pick<ProductSummary, "garmentType" | "categoryName" | "sizes">,
): boolean {
  const { garmentType, categoryName, sizes } = product;
  if (garmentType === "accessory" || /accessori/i.test(categoryName)) return false;
  return sizes.length === 0 || sizes.some((size) => DEFAULT_SIZES.includes(size));
}

/**
 * Whether anything of this size and colour can be bought: tracked stock above zero, or made to order (decision S8). Custom needs no
 * combination of its own: it is made for one person and has no stock.
 */
export function isAvailable(
  product: Pick<ProductSummary, "inStock" | "variants">,
  size: string,
  color: string | null,
): boolean {
  if (!product.inStock) return false;
  const ofSize = product.variants.filter((variant) => variant.size === size);
  if (ofSize.length === 0) return size === CUSTOM_SIZE;
  const matching = ofSize.filter((variant) => color === null || variant.color === color);
  return matching.some((variant) => variant.stockCount === null || variant.stockCount > 0);
}

/** As much of a picture as a small card needs. */
export type PreviewImage = Pick<ProductImage, "id" | "focalX" | "focalY">;

/** As much of a product as a small card shows. */
export type ProductPreview = {
  id: string;
  name: string;
  price: MoneyAmount;
  picture: PreviewImage | null;
};
