import { refuse } from "#app/web/require-admin.server.ts";
import type { AdminCategory } from "#features/catalog/admin/admin-category.ts";
import { listAdminCategories } from "#features/catalog/admin/admin-category-queries.server.ts";
import type { AdminProductFilter } from "#features/catalog/admin/admin-product-filter.ts";
import { readAdminProductFilter } from "#features/catalog/admin/admin-product-filter.ts";
import type { AdminProductList } from "#features/catalog/admin/admin-product-queries.server.ts";
import { listAdminProducts } from "#features/catalog/admin/admin-product-queries.server.ts";
import type { TabRequest } from "../dashboard/tab-request.server.ts";

/** What the All Products tab shows; `found` is null when the products could not be loaded. */
export type ProductsContent = {
  filter: AdminProductFilter;
  found: { list: AdminProductList; categories: readonly AdminCategory[] } | null;
};

/** Loads the All Products tab; a failure leaves the tab and its filter standing. */
export async function loadProducts(request: TabRequest): Promise<ProductsContent> {
  const filter = readAdminProductFilter(request.params);
  const answers = await readBoth(request, filter);
  if (answers === null) return { filter, found: null };
  const { list, categories } = answers;
  if (!list.ok || !categories.ok) return refuse();
  const shown = { ...filter, page: list.value.page };
  return { filter: shown, found: { list: list.value, categories: categories.value } };
}

async function readBoth({ deps, actor }: TabRequest, filter: AdminProductFilter) {
  try {
    const [list, categories] = await Promise.all([
      listAdminProducts(deps.db, { actor, filter }),
      listAdminCategories(deps.db, { actor }),
    ]);
    return { list, categories };
  } catch (error) {
    deps.logger.error({ err: error }, "admin: products not loaded");
    return null;
  }
}
