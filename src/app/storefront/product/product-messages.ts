import type { ProductDetail } from "#features/catalog/product.ts";
import { shippingFacts } from "#features/settings/business-facts.ts";
import type { ShippingSettings } from "#features/settings/settings-sections.ts";

/** Else the default text (specification 2). */
export function descriptionOf(product: Pick<ProductDetail, "name" | "description">): string {
  return (
    product.description.trim() ||
    `${product.name}, cut and finished by hand in our Georgetown atelier. Write to us and we will gladly tell you more about it.`
  );
}

/** Keeps the owner's order, so that the page promises what checkout charges (decision C6). */
export function deliveryMessages(settings: ShippingSettings): string[] {
  return shippingFacts(settings).map(
    ({ label, estimate, price }) => `${label}: ${estimate}, ${price}`,
  );
}
