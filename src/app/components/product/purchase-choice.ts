import type {
  ProductColor,
  ProductImage,
  ProductSummary,
} from "#features/catalog/products/product.ts";
import {
  DEFAULT_SIZES,
  imagesOfColor,
  isAvailable,
  MAX_REPORTED_STOCK,
  MAX_SHOWN_STOCK,
} from "#features/catalog/products/product.ts";
import { requestedColor } from "./product-url.ts";

/** `color` is null for a product without colors. */
export type PurchaseChoice = { readonly size: string | null; readonly color: ProductColor | null };

/** `soldOut` is for the chosen color. */
export type SizeOption = { readonly size: string; readonly soldOut: boolean };

const sizesOf = ({ sizes }: Pick<ProductSummary, "sizes">) =>
  sizes.length > 0 ? sizes : DEFAULT_SIZES;

/** Falls back to the default sizes of specification 9. */
export function sizeOptions(
  product: Pick<ProductSummary, "inStock" | "variants" | "sizes">,
  color: ProductColor | null,
): readonly SizeOption[] {
  return sizesOf(product).map((size) => ({
    size,
    soldOut: !isAvailable(product, size, color?.hex ?? null),
  }));
}

export function isColorSoldOut(
  product: Pick<ProductSummary, "inStock" | "variants" | "sizes">,
  color: ProductColor,
): boolean {
  return !sizesOf(product).some((size) => isAvailable(product, size, color.hex));
}

/** The page then says 'Out of Stock'. */
export function isSoldOut(product: ProductSummary): boolean {
  return !sizesOf(product).some((size) => isAvailable(product, size, null));
}

/** Chooses the first available color, and the size when there is only one. */
export function firstChoice(product: ProductSummary): PurchaseChoice {
  const color =
    product.colors.find((each) => !isColorSoldOut(product, each)) ?? product.colors[0] ?? null;
  return { color, size: onlySize(product, color) };
}

/** A size without a color chooses the first color that has it. Ignores unknown values and sold-out sizes. */
export function requestedChoice(
  product: ProductSummary,
  requested: { size: string | null; color: string | null },
): PurchaseChoice {
  const named = requestedColor(product.colors, requested.color);
  const first = named ? { color: named, size: onlySize(product, named) } : firstChoice(product);
  if (requested.size === null) return first;
  const colors = named ? [named] : [first.color, ...product.colors];
  const color = colors.find((each) =>
    sizeOptions(product, each).some((option) => option.size === requested.size && !option.soldOut),
  );
  return color === undefined ? first : { color, size: requested.size };
}

export function firstShownImage(product: ProductSummary, search: string): ProductImage | undefined {
  const query = new URLSearchParams(search);
  const choice = requestedChoice(product, { size: query.get("size"), color: query.get("color") });
  return imagesOfColor(product.images, choice.color?.hex ?? null)[0];
}

function onlySize(product: ProductSummary, color: ProductColor | null): string | null {
  const [only, ...others] = sizeOptions(product, color);
  return only && others.length === 0 && !only.soldOut ? only.size : null;
}

/** Keeps the size unless it is sold out in the new color. */
export function withColor(
  product: ProductSummary,
  choice: PurchaseChoice,
  color: ProductColor,
): PurchaseChoice {
  const same = sizeOptions(product, color).find((option) => option.size === choice.size);
  return { color, size: same && !same.soldOut ? same.size : onlySize(product, color) };
}

/** Null for made to order (decision S8). `isCounted`: current counts, not those of the stored page. */
export function stockMessage(
  product: Pick<ProductSummary, "variants">,
  choice: PurchaseChoice,
  isCounted: boolean,
): { readonly text: string; readonly low: boolean } | null {
  const variant = product.variants.find(
    (each) => each.size === choice.size && each.color === (choice.color?.hex ?? ""),
  );
  const left = variant?.stockCount ?? null;
  if (left === null || left < 1) return null;
  if (left > MAX_REPORTED_STOCK) {
    const limit = isCounted ? MAX_REPORTED_STOCK : MAX_SHOWN_STOCK;
    return { text: `More than ${limit} in this size`, low: false };
  }
  if (left > MAX_SHOWN_STOCK) return { text: `${left} in this size`, low: false };
  return {
    text: left === 1 ? "The last one in this size" : `Only ${left} left in this size`,
    low: true,
  };
}
