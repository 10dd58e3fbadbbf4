import { productionLabels, shippingFacts } from "#features/base/settings/business-facts.ts";
import type { ShippingSettings } from "#features/base/settings/settings-sections.ts";
import type { ProductDetail } from "#features/catalog/products/product.ts";

/** Returns the owner's description, else the default text (specification 2). */
export function descriptionOf(product: Pick<ProductDetail, "name" | "description">): string {
  return (
    product.description.trim() ||
    `${product.name}, cut and finished by hand in our Georgetown atelier. Write to us and we will gladly tell you more about it.`
  );
}

/** Shown with the size Custom; from the server, because its length would weigh on the page. Null where it is not offered. */
export function customNoteOf({ made }: Pick<ProductDetail, "made">, terms: ShippingSettings) {
  if (!made) return null;
  const { madeToMeasureExtra } = productionLabels({ ...terms, ...made });
  return `Made to measure, for you alone. Next you give your measurements, with a tape in about ${made.minutes} minutes, and choose options: allow an extra ${madeToMeasureExtra}. Made-to-measure pieces are non-returnable unless defective or significantly different from your measurements.`;
}

/** Keeps the owner's order, so that the page promises what checkout charges (decision C6). */
export function deliveryMessages(settings: ShippingSettings): string[] {
  return shippingFacts(settings).map(
    ({ label, estimate, price }) => `${label}: ${estimate}, ${price}`,
  );
}
