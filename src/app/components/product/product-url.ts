import type { ProductColor, ProductSummary } from "#features/catalog/products/product.ts";

/** A product has one URL (ADR 0010). */
export function productPath(id: string): string {
  return `/product/${id}`;
}

/** Shows a draft to admins. */
export function draftPreviewPath(id: string): string {
  return `${productPath(id)}/preview`;
}

/** Where the garment is made to measure, in the chosen color. */
export function fitPagePath(id: string, color: ProductColor | null = null): string {
  return colorPath(`${id}/made-to-measure`, color);
}

export function relatedPath(id: string): string {
  return `${productPath(id)}/related`;
}

export function makersPath(id: string): string {
  return `${productPath(id)}/makers`;
}

export function stockPath(id: string): string {
  return `${productPath(id)}/stock`;
}

/** Names the color, or its hex when it has no name; without size and color this is the page itself. */
export function choicePath(id: string, size: string | null, color: ProductColor | null): string {
  const query = new URLSearchParams({
    ...(color && { color: color.name || color.hex }),
    ...(size && { size }),
  });
  return query.size > 0 ? `${productPath(id)}?${query}` : productPath(id);
}

export function colorPath(id: string, color: ProductColor | null): string {
  return choicePath(id, null, color);
}

/** Ignores case; null for none and for an unknown one. */
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

/** The canonical URL stays the product's. */
export function variantPath(
  product: Pick<ProductSummary, "id" | "colors">,
  variant: { size: string; color: string },
): string {
  const color = product.colors.find(({ hex }) => hex === variant.color);
  return choicePath(product.id, variant.size, color ?? null);
}
