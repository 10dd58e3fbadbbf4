import type { ProductSummary } from "#features/catalog/product.ts";

/** A product's canonical path (ADR 0010). */
export function productPath(id: string): string {
  return `/product/${id}`;
}

export function relatedPath(id: string): string {
  return `${productPath(id)}/related`;
}

/** Whether a colour's name is the one in a URL, ignoring case. */
export function isColorNamed(name: string, requested: string): boolean {
  return name.trim().toLowerCase() === requested.trim().toLowerCase();
}

/** The product's page with a variant chosen; the canonical URL stays the product's. */
export function variantPath(
  product: Pick<ProductSummary, "id" | "colors">,
  variant: { size: string; color: string },
): string {
  const color = product.colors.find(({ hex }) => hex === variant.color);
  const query = new URLSearchParams({ ...(color && { color: color.name }), size: variant.size });
  return `${productPath(product.id)}?${query}`;
}
