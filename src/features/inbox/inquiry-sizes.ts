import type { ProductColor, ProductSummary } from "#features/catalog/product.ts";
import { isAvailable } from "#features/catalog/product.ts";

/** Sizes to ask for when a product lists none (specification 9). */
export const INQUIRY_SIZES: readonly string[] = ["S", "M", "L", "XL"];

/** A size to ask for; one that is sold out is marked and may be asked for all the same. */
export type InquirySize = { readonly size: string; readonly soldOut: boolean };

/** What the inquiry form shows of a product. */
export type InquiryProduct = Pick<
  ProductSummary,
  "id" | "name" | "inStock" | "variants" | "sizes" | "colors"
>;

/** The product's own sizes with what is sold out in this colour, or the specification's, of which nothing is known. */
export function inquirySizes(
  product: Pick<InquiryProduct, "inStock" | "variants" | "sizes">,
  color: string | null,
): readonly InquirySize[] {
  if (product.sizes.length === 0) return INQUIRY_SIZES.map((size) => ({ size, soldOut: false }));
  return product.sizes.map((size) => ({ size, soldOut: !isAvailable(product, size, color) }));
}

/** The product's colour of this hex value, however it is written; null when it has none such. */
export function colorOf(
  product: { readonly colors: readonly ProductColor[] },
  hex: string,
): ProductColor | null {
  return product.colors.find((each) => each.hex.toUpperCase() === hex.toUpperCase()) ?? null;
}
