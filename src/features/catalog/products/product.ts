import type { MoneyAmount } from "#core/money-amount.ts";
import { formatMoney, money } from "#core/money-amount.ts";

/** Unisex appears under both (specification 3). */
export const GENDERS = ["female", "male", "unisex"] as const;

export type Gender = (typeof GENDERS)[number];

export type ProductImage = {
  id: string;
  alt: string;
  width: number;
  height: number;
  focalX: number;
  focalY: number;
  /** The shown color's hex code; null for all. */
  color?: string | null;
};

/** `hex` is #RRGGBB. */
export type ProductColor = { hex: string; name: string };

/** Public counts are exact up to this, one cart line's limit. */
export const MAX_REPORTED_STOCK = 99;

/** Stands for any number above. */
export const MANY_IN_STOCK = MAX_REPORTED_STOCK + 1;

/**
 * Stored pages show counts up to this, else MANY_IN_STOCK, so that most sales change no page; browsers request the rest
 * (ADR 0028).
 */
export const MAX_SHOWN_STOCK = 3;

/** Says whether pages change between these counts of one variant. */
export function isShownStockChanged(before: number, after: number): boolean {
  return before !== after && Math.min(before, after) <= MAX_SHOWN_STOCK;
}

/**
 * `stockCount`: null for made to order; `color`: "" without colors. Without `priceMinor` the product's price
 * applies, in its currency.
 */
export type ProductVariant = {
  size: string;
  color: string;
  stockCount: number | null;
  priceMinor?: number | null;
  compareAtMinor?: number | null;
};

/** Cards, size dialogs and carts show it. */
export type ProductSummary = {
  id: string;
  slug: string;
  name: string;
  price: MoneyAmount;
  /** The price before a reduction. */
  compareAt?: MoneyAmount | null;
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
  /** The maker, if it is not the shop. */
  vendor?: string;
  /** The owner has not decided; `gender` is then unisex. */
  isGenderOpen?: boolean;
  collectionPath: string | null;
  /** What finished garments measure in mm, by size and measurement; absent when the owner has not entered any. */
  garments?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** What Custom takes, in days of making and minutes of measuring; absent where it is not offered. */
  made?: { madeToMeasureMinDays: number; madeToMeasureMaxDays: number; minutes: number };
};

/** Makes a line made-to-measure (decision M4). */
export const CUSTOM_SIZE = "Custom";

/** The size of a product that comes in one size only. */
export const ONE_SIZE = "One Size";

/** "size M, Navy" of a text that begins with a size; "One Size, Navy" stays, because it says so itself. */
export const sizePhrase = (text: string): string =>
  text.startsWith(ONE_SIZE) ? text : `size ${text}`;

/** The same at the beginning of a line: "Size M". */
export const sizeLabel = (text: string): string =>
  text.startsWith(ONE_SIZE) ? text : `Size ${text}`;

/** Products without sizes show them (specification 9). */
export const DEFAULT_SIZES: readonly string[] = ["XS", "S", "M", "L", "XL"];

/** XXL is on sale too. */
export const CHART_SIZES: readonly string[] = [...DEFAULT_SIZES, "XXL"];

/** Whether the size chart applies: worn on the body, with a size of the chart (specification 9). */
export function isSizedByChart(
  product: Pick<ProductSummary, "garmentType" | "categoryName" | "sizes">,
): boolean {
  const { garmentType, categoryName, sizes } = product;
  if (garmentType === "accessory" || /accessori/i.test(categoryName)) return false;
  return sizes.length === 0 || sizes.some((size) => CHART_SIZES.includes(size));
}

/** Whether this size and color can be bought: in stock, or made to order (decision S8). Custom needs no variant. */
export function isAvailable(
  product: Pick<ProductSummary, "inStock" | "variants">,
  size: string,
  color: string | null,
): boolean {
  if (!product.inStock) return false;
  let isListed = false;
  for (const variant of product.variants) {
    if (variant.size !== size) continue;
    isListed = true;
    if (color !== null && variant.color !== color) continue;
    if (variant.stockCount === null || variant.stockCount > 0) return true;
  }
  return !isListed && size === CUSTOM_SIZE;
}

/** What is left of each counted variant, by size and color; MANY_IN_STOCK stands for more. */
export type StockCounts = Readonly<Record<string, number>>;

/** Returns the key of a variant in StockCounts. */
function stockKey({ size, color }: Pick<ProductVariant, "size" | "color">): string {
  return `${size}|${color}`;
}

/** The product with later counts; null leaves it. */
export function withStockCounts<Product extends Pick<ProductSummary, "variants">>(
  product: Product,
  counts: StockCounts | null,
): Product {
  if (counts === null) return product;
  const variants = product.variants.map((variant) => {
    const count = counts[stockKey(variant)];
    return variant.stockCount === null || count === undefined
      ? variant
      : { ...variant, stockCount: count };
  });
  return { ...product, variants };
}

/** How many can be bought; null for made to order, Custom, or more than MAX_REPORTED_STOCK. */
export function availableOf(
  product: Pick<ProductSummary, "inStock" | "variants">,
  size: string,
  color: string | null,
): number | null {
  if (!isAvailable(product, size, color)) return 0;
  const variant = product.variants.find(
    (each) => each.size === size && (color === null || each.color === color),
  );
  const count = variant?.stockCount ?? null;
  return count !== null && count > MAX_REPORTED_STOCK ? null : count;
}

/** Lists a color's images, then those of all colors; without either it lists every image in order. */
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

/** A higher regular price is struck through; `varies`: others exist. */
export type ShownPrice = { price: MoneyAmount; was: MoneyAmount | null; varies: boolean };

type Priced = Pick<ProductSummary, "price" | "compareAt" | "sizes" | "variants">;

/** A size and color's price; undecided, the lowest, and whether it varies. The only source for pages and server. */
export function priceOf(
  product: Priced,
  chosen: { size: string | null; color: string | null },
): ShownPrice {
  const { size, color } = chosen;
  const { currency } = product.price;
  const own = { price: product.price, was: product.compareAt ?? null };
  // Most products have one price.
  if (product.variants.every(({ priceMinor }) => priceMinor == null)) return onlyPrice(own);
  const offered = product.variants
    .filter((each) => (size ?? each.size) === each.size && (color ?? each.color) === each.color)
    .map(({ priceMinor = null, compareAtMinor = null }) => {
      if (priceMinor === null) return own;
      const was = compareAtMinor === null ? null : money(compareAtMinor, currency);
      return { price: money(priceMinor, currency), was };
    });
  const hasOwnCustom = product.variants.some((each) => each.size === CUSTOM_SIZE);
  const isMade = !hasOwnCustom && product.sizes.includes(CUSTOM_SIZE) && size === null;
  const all = isMade || offered.length === 0 ? [...offered, own] : offered;
  const lowest = all.reduce((a, b) => (b.price.minorUnits < a.price.minorUnits ? b : a));
  return {
    ...onlyPrice(lowest),
    varies: all.some(({ price }) => price.minorUnits !== lowest.price.minorUnits),
  };
}

function onlyPrice({ price, was }: Pick<ShownPrice, "price" | "was">): ShownPrice {
  const isReduced = was !== null && was.minorUnits > price.minorUnits;
  return { price, was: isReduced ? was : null, varies: false };
}

/** "$80.00", or "From $80.00" when it varies. */
export function formatPreviewPrice(product: Pick<ProductPreview, "price" | "priceVaries">): string {
  return `${product.priceVaries ? "From " : ""}${formatMoney(product.price)}`;
}

/** Writes a product's price before a choice. */
export function formatFromPrice(product: Priced): string {
  const { price, varies } = priceOf(product, { size: null, color: null });
  return formatPreviewPrice({ price, priceVaries: varies });
}

export type PreviewImage = Pick<ProductImage, "id" | "focalX" | "focalY">;

export type ProductPreview = {
  id: string;
  name: string;
  price: MoneyAmount;
  priceVaries?: boolean;
  image: PreviewImage | null;
};
