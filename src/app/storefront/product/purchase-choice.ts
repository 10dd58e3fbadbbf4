import type { ProductColor, ProductSummary } from "#features/catalog/product.ts";
import { DEFAULT_SIZES, isAvailable, MAX_REPORTED_STOCK } from "#features/catalog/product.ts";
import { isColorNamed } from "./product-url.ts";

/** At most this many tracked pieces left is worth a word of warning. */
const LOW_STOCK = 3;

/** What the shopper has chosen so far; `color` is null for a product without colours. */
export type PurchaseChoice = { readonly size: string | null; readonly color: ProductColor | null };

/** One size as the page offers it in the chosen colour. */
export type SizeOption = { readonly size: string; readonly soldOut: boolean };

/** The sizes on offer: the product's own, or the specification's defaults (section 9). */
export function sizeOptions(
  product: Pick<ProductSummary, "inStock" | "variants" | "sizes">,
  color: ProductColor | null,
): readonly SizeOption[] {
  const sizes = product.sizes.length > 0 ? product.sizes : DEFAULT_SIZES;
  return sizes.map((size) => ({ size, soldOut: !isAvailable(product, size, color?.hex ?? null) }));
}

/** Whether nothing at all can be bought in this colour. */
export function isColorSoldOut(
  product: Pick<ProductSummary, "inStock" | "variants" | "sizes">,
  color: ProductColor,
): boolean {
  return sizeOptions(product, color).every((option) => option.soldOut);
}

/** Whether nothing can be bought in any colour: the page then says 'Out of Stock'. */
export function isSoldOut(product: ProductSummary): boolean {
  return sizeOptions(product, null).every((option) => option.soldOut);
}

/** Where the choice starts: the first colour that can be bought, and the size when there is only one. */
export function firstChoice(product: ProductSummary): PurchaseChoice {
  const color =
    product.colors.find((each) => !isColorSoldOut(product, each)) ?? product.colors[0] ?? null;
  return { color, size: onlySize(product, color) };
}

/**
 * Where the choice starts when an address asks for a size, a colour by its name or both: the size in that colour, without one in the
 * first colour in which it can be bought. What is not offered, and a size sold out there, is as if it had not been asked for.
 */
export function requestedChoice(
  product: ProductSummary,
  asked: { size: string | null; color: string | null },
): PurchaseChoice {
  const named = product.colors.find(({ name }) => isColorNamed(name, asked.color ?? ""));
  const first = named ? { color: named, size: onlySize(product, named) } : firstChoice(product);
  if (asked.size === null) return first;
  const colors = named ? [named] : [first.color, ...product.colors];
  const color = colors.find((each) =>
    sizeOptions(product, each).some((option) => option.size === asked.size && !option.soldOut),
  );
  return color === undefined ? first : { color, size: asked.size };
}

function onlySize(product: ProductSummary, color: ProductColor | null): string | null {
  const [only, ...others] = sizeOptions(product, color);
  return only && others.length === 0 && !only.soldOut ? only.size : null;
}

/** The choice in another colour: the size stays unless it is sold out in that colour. */
export function withColor(
  product: ProductSummary,
  choice: PurchaseChoice,
  color: ProductColor,
): PurchaseChoice {
  const kept = sizeOptions(product, color).find((option) => option.size === choice.size);
  return { color, size: kept && !kept.soldOut ? kept.size : onlySize(product, color) };
}

/** The count of the chosen piece in words, and whether it is running out; null while it is made to order (decision S8). */
export function stockMessage(
  product: Pick<ProductSummary, "variants">,
  choice: PurchaseChoice,
): { readonly text: string; readonly low: boolean } | null {
  const variant = product.variants.find(
    (each) => each.size === choice.size && each.color === (choice.color?.hex ?? ""),
  );
  const left = variant?.stockCount ?? null;
  if (left === null || left < 1) return null;
  if (left > MAX_REPORTED_STOCK) {
    return { text: `More than ${MAX_REPORTED_STOCK} in this size`, low: false };
  }
  if (left > LOW_STOCK) return { text: `${left} in this size`, low: false };
  return {
    text: left === 1 ? "The last one in this size" : `Only ${left} left in this size`,
    low: true,
  };
}
