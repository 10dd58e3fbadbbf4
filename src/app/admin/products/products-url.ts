import type { AdminProductFilter } from "#features/catalog/admin/admin-product-filter.ts";
import { adminProductParams } from "#features/catalog/admin/admin-product-filter.ts";

/** The query of the All Products tab under a filter, from its first page. */
export function productsQuery(filter: Omit<AdminProductFilter, "page">): string {
  const params = new URLSearchParams({ tab: "products" });
  for (const [name, value] of adminProductParams(filter)) params.set(name, value);
  return `?${params}`;
}
