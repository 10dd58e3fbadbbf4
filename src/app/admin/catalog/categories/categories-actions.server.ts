import { z } from "zod";
import { categoryQuery, openCategory } from "#app/components/admin/category-url.ts";
import type { TabRequest } from "#app/components/admin/tab-request.server.ts";
import type { SubjectActions } from "#app/web/admin-action.server.ts";
import { adminAction } from "#app/web/admin-action.server.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import type { AdminCategory } from "#features/catalog/categories/admin-category.ts";
import { listAdminCategories } from "#features/catalog/categories/admin-category-queries.server.ts";
import { categoryInput } from "#features/catalog/categories/category-input.ts";
import { createCategory } from "#features/catalog/categories/create-category.server.ts";
import { deleteCategory } from "#features/catalog/categories/delete-category.server.ts";
import { updateCategory } from "#features/catalog/categories/update-category.server.ts";
import { readAdminProductFilter } from "#features/catalog/editing/admin-product-filter.ts";
import type { AdminProductList } from "#features/catalog/editing/admin-product-queries.server.ts";
import { listAdminProducts } from "#features/catalog/editing/admin-product-queries.server.ts";
import { categoryRefusal } from "./category-messages.ts";

/** Fills rows of 1, 2 and 3. */
const CARDS_A_PAGE = 24;

export type CategoriesContent = {
  /** Empty when loading failed (specification 8). */
  categories: readonly AdminCategory[];
  active: AdminCategory | null;
  products: AdminProductList | null;
};

const none: AdminProductList = {
  rows: [],
  counts: { female: 0, male: 0, unisex: 0 },
  page: 1,
  pageCount: 1,
};

/** The rest of the tab survives a failure. */
export async function loadCategories(request: TabRequest): Promise<CategoriesContent> {
  const { deps, actor, params } = request;
  const listed = await listAdminCategories(deps.db, { actor }).catch(logged(deps, "categories"));
  if (listed === null) return { categories: [], active: null, products: null };
  if (!listed.ok) return refuse();
  const categories = listed.value;
  const active = openCategory(categories, params);
  return { categories, active, products: await productsOf(request, active) };
}

async function productsOf({ deps, actor, params }: TabRequest, active: AdminCategory | null) {
  if (active === null || active.id === null) return none;
  const { page } = readAdminProductFilter(params);
  const filter = { ...readAdminProductFilter(new URLSearchParams()), categoryId: active.id, page };
  const found = await listAdminProducts(deps.db, {
    actor,
    filter,
    pageSize: CARDS_A_PAGE,
  }).catch(logged(deps, "a category's products"));
  if (found && !found.ok) return refuse();
  return found?.value ?? null;
}

function logged({ logger }: TabRequest["deps"], what: string) {
  return (error: unknown) => {
    logger.error({ err: error }, `admin: ${what} not loaded`);
    return null;
  };
}

const version = z.number().int().positive();

const success = (title: string) => ({ kind: "success", title }) as const;

export const categoriesActions: SubjectActions = {
  refusal: categoryRefusal,
  actions: {
    "create-category": adminAction({
      schema: categoryInput,
      run: ({ inMenu = false, ...category }, { deps, actor }) =>
        createCategory(deps, { actor, category: { ...category, inMenu } }),
      done: ({ id }) => ({
        notice: success("Category created successfully"),
        next: categoryQuery(id),
      }),
    }),
    "update-category": adminAction({
      schema: categoryInput.extend({ id: z.uuid().optional(), version: version.optional() }),
      // Browsers do not post an unticked box.
      run: ({ id = null, version = null, inMenu = false, ...category }, { deps, actor }) =>
        updateCategory(deps, {
          actor,
          version: { id, version },
          category: { ...category, inMenu },
        }),
      done: ({ id }) => ({
        notice: success("Category updated successfully"),
        next: categoryQuery(id),
      }),
    }),
    "delete-category": adminAction({
      schema: z.object({ id: z.uuid(), version }),
      run: (category, { deps, actor }) => deleteCategory(deps, { actor, category }),
      // The first remaining category opens (specification 4).
      done: () => ({
        notice: success("Category deleted successfully"),
        next: categoryQuery(null),
      }),
    }),
  },
};
