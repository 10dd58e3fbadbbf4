import type { MoneyAmount } from "#core/money-amount.ts";
/** Who a product is for (specification 3); unisex appears under both. */
export const GENDERS = ["female", "male", "unisex"] as const;

export type Gender = (typeof GENDERS)[number];

export type ProductImage = {
  id: string;
  alt: string;
  width: number;
  height: number;
  focalX: number;
  focalY: number;
  /** On a product: the hex of the color it shows; none for all colors. */
  color?: string | null;
};

/** `hex` is #RRGGBB. */
export type ProductColor = { hex: string; name: string };

/**
 * Public stock counts are exact up to this number, as many as one cart line holds, and "more than" beyond, so that
 * most sales change no page.
 */
export const MAX_REPORTED_STOCK = 99;

/**
 * `stockCount` is null for made to order and MAX_REPORTED_STOCK + 1 for more; `color` is "" for a product without
 * colors.
 */
export type ProductVariant = { size: string; color: string; stockCount: number | null };

/** What a card, a size dialog and the cart need. */
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

/** What the product page shows. */
export type ProductDetail = ProductSummary & {
  description: string;
  materials: string;
  care: string;
  collectionPath: string | null;
};

/** Makes a line made-to-measure (decision M4). */
export const CUSTOM_SIZE = "Custom";

/** For cards of products without sizes (specification 9). */
export const DEFAULT_SIZES: readonly string[] = ["XS", "S", "M", "L", "XL"];

/**
 * Whether the size chart applies: the product is worn on the body and has at least one size of the chart
 * (specification 9).
 */
export function isSizedByChart(
  product: Pick<ProductSummary, "garmentType" | "categoryName" | "sizes">,
): boolean {
  const { garmentType, categoryName, sizes } = product;
  if (garmentType === "accessory" || /accessori/i.test(categoryName)) return false;
  return sizes.length === 0 || sizes.some((size) => DEFAULT_SIZES.includes(size));
}

/**
 * Whether this size and color can be bought: counted stock above zero, or made to order (decision S8). Custom needs
 * no variant.
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

/**
 * The images that show a color: its own, then those of all colors. Where it has neither, or for no color, every image
 * in its order, because any is better than none.
 */
export function imagesOfColor<Image extends { color?: string | null }>(
  images: readonly Image[],
  color: string | null,
): readonly Image[] {
  if (color === null) return images;
  const wanted = color.toUpperCase();
  const own = images.filter((image) => image.color?.toUpperCase() === wanted);
  const shared = images.filter((image) => !image.color);
  return own.length + shared.length === 0 ? images : [...own, ...shared];
}

export type PreviewImage = Pick<ProductImage, "id" | "focalX" | "focalY">;

/** What a small card shows. */
export type ProductPreview = {
  id: string;
  name: string;
  price: MoneyAmount;
  picture: PreviewImage | null;
};
