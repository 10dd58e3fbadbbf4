import type { ProductSummary } from "#features/catalog/product.ts";

/** A product's one address on the shop (docs/decisions/0010). */
export function productPath(id: string): string {
  return `/product/${id}`;
}

/** Where the pieces that go well with a product are asked for. */
export function relatedPath(id: string): string {
  return `${productPath(id)}/related`;
}

/** Whether the name of a colour is the one an address asks for, however it is written. */
export function isColorNamed(name: string, asked: string): boolean {
  return name.trim().toLowerCase() === asked.trim().toLowerCase();
}

/** The product's page with one variant chosen on it; the canonical address stays the product's. */
export function variantPath(
  product: Pick<ProductSummary, "id" | "colors">,
  variant: { size: string; color: string },
): string {
  const color = product.colors.find(({ hex }) => hex === variant.color);
  const query = new URLSearchParams({ ...(color && { color: color.name }), size: variant.size });
  return `${productPath(product.id)}?${query}`;
}
