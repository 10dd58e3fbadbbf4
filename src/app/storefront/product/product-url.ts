import type { ProductColor, ProductSummary } from "#features/catalog/product.ts";

/** A product's canonical path (ADR 0010). */
export function productPath(id: string): string {
  return `/product/${id}`;
}

export function relatedPath(id: string): string {
  return `${productPath(id)}/related`;
}

/** Where the product's present stock is requested. */
export function stockPath(id: string): string {
  return `${productPath(id)}/stock`;
}

/** The product's page in a color, by name or, for a color without one, by hex; the page itself for no color. */
export function colorPath(id: string, color: ProductColor | null): string {
  if (color === null) return productPath(id);
  return `${productPath(id)}?${new URLSearchParams({ color: color.name || color.hex })}`;
}

/** The color that a URL names, ignoring case; null for none and for an unknown one. */
export function requestedColor(
  colors: readonly ProductColor[],
  requested: string | null,
): ProductColor | null {
  const wanted = requested?.trim().toLowerCase();
  return (
    colors.find(({ hex, name }) =>
      [hex, name].some((each) => each.trim().toLowerCase() === wanted && wanted !== ""),
    ) ?? null
  );
}

/** The product's page with a variant chosen; the canonical URL stays the product's. */
export function variantPath(
  product: Pick<ProductSummary, "id" | "colors">,
  variant: { size: string; color: string },
): string {
  const color = product.colors.find(({ hex }) => hex === variant.color);
  const query = new URLSearchParams({
    ...(color && { color: color.name || color.hex }),
    size: variant.size,
  });
  return `${productPath(product.id)}?${query}`;
}
