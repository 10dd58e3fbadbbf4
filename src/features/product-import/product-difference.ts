import type { FieldChange, KnownRecords } from "#features/audit/field-change.ts";
import { differenceOf } from "#features/audit/field-change.ts";
import type { KnownProduct } from "./read-product.ts";

/** A product in the shape in which two of them are compared: what a save would make of both alike. */
function comparable({ form, category }: KnownProduct) {
  const { slug, categoryId, price, variants, colors, images, ...rest } = form;
  return {
    ...rest,
    category,
    price: Number(price).toFixed(2),
    colors: colors.map(({ hex, name }) => ({ hex: hex.toUpperCase(), name })),
    variants: variants
      .filter(({ kind }) => kind !== "not_sold")
      .map(({ size, color, kind, stock, sku }) => ({
        size,
        color,
        kind: kind === "counted" ? "counted" : "made to order",
        stock: kind === "counted" ? stock : null,
        sku: sku || null,
      })),
    images: images.map(({ mediaId, altText }, place) => ({
      mediaId,
      altText: altText || form.name,
      primary: place === 0,
    })),
  };
}

const NOBODY: KnownRecords = { categories: new Map(), pictures: new Map() };

/** What an import would change of a product, in the words of Activity; empty when nothing. */
export function productDifference(
  before: KnownProduct,
  after: KnownProduct,
  known: KnownRecords = NOBODY,
): FieldChange[] {
  return differenceOf(comparable(before), comparable(after), known);
}
