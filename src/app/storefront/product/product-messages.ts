import type { ProductDetail } from "#features/catalog/product.ts";

/** The description, or the default text when the owner wrote none (specification 2, Catalog and product detail). */
export function descriptionOf(product: Pick<ProductDetail, "name" | "description">): string {
  return (
    product.description.trim() ||
    `${product.name}, cut and finished by hand in our Georgetown atelier. Write to us and we will gladly tell you more about it.`
  );
}
