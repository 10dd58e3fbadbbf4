import { z } from "zod";
import type { TabRequest } from "#app/components/admin/tab-request.server.ts";
import type { ActionContext, SubjectActions } from "#app/web/admin-action.server.ts";
import { adminAction } from "#app/web/admin-action.server.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { fail } from "#core/result.ts";
import { isAdmin } from "#features/base/identity/actor.ts";
import type { AdminCategory } from "#features/catalog/categories/admin-category.ts";
import { listAdminCategories } from "#features/catalog/categories/admin-category-queries.server.ts";
import type { AdminProductFilter } from "#features/catalog/editing/admin-product-filter.ts";
import { readAdminProductFilter } from "#features/catalog/editing/admin-product-filter.ts";
import type { AdminProductList } from "#features/catalog/editing/admin-product-queries.server.ts";
import { listAdminProducts } from "#features/catalog/editing/admin-product-queries.server.ts";
import { changeProducts } from "#features/catalog/editing/change-products.server.ts";
import { deleteProducts } from "#features/catalog/editing/delete-products.server.ts";
import { duplicateProduct } from "#features/catalog/editing/duplicate-product.server.ts";
import type { ChangeOfProduct } from "#features/catalog/editing/product-change.ts";
import {
  changeProductsInput,
  productChangeFields,
  productChangesInput,
  productRef,
  productsInput,
} from "#features/catalog/editing/product-change.ts";
import { restoreProducts } from "#features/catalog/editing/restore-products.server.ts";
import { listUndescribedDrafts } from "#features/garments/options/undescribed-choices.server.ts";
import {
  productRefusal,
  productsChangedMessage,
  productsDeletedMessage,
  undescribedProducts,
} from "./product-messages.ts";

const success = (title: string, description?: string) =>
  ({ kind: "success", title, ...(description && { description }) }) as const;

const undone = () => ({ notice: success("Everything is as it was") });

/**
 * Refuses a change that would publish made-to-measure drafts with a choice that nobody has described, and names them; null otherwise. All
 * or none are changed, as by every change of many products.
 */
async function refuseUndescribed(
  { actor, deps }: ActionContext,
  changes: readonly ChangeOfProduct[],
) {
  const published = changes.filter(({ change }) => change.draft === false).map(({ id }) => id);
  if (published.length === 0 || !isAdmin(actor)) return null;
  const open = await listUndescribedDrafts(deps.db, published);
  return open.length > 0 ? fail({ code: "undescribed", details: undescribedProducts(open) }) : null;
}

/** Each action has an Undo. */
export const productsActions: SubjectActions = {
  refusal: productRefusal,
  actions: {
    "change-products": adminAction({
      schema: changeProductsInput,
      run: async ({ products, change }, { deps, actor }) => {
        const changes = products.map((each) => ({ ...each, change }));
        return (
          (await refuseUndescribed({ deps, actor }, changes)) ??
          changeProducts(deps, { actor, changes })
        );
      },
      done: ({ undo }, { products, change }) => ({
        notice: success(productsChangedMessage(products.length, change)),
        undo:
          undo.length > 0
            ? { intent: "undo-product-changes", changes: undo.map(productChangeFields) }
            : null,
      }),
    }),
    "undo-product-changes": adminAction({
      schema: productChangesInput,
      run: async ({ changes }, { deps, actor }) =>
        (await refuseUndescribed({ deps, actor }, changes)) ??
        changeProducts(deps, { actor, changes }),
      done: undone,
    }),
    "delete-products": adminAction({
      schema: productsInput,
      run: ({ products }, { deps, actor }) => deleteProducts(deps, { actor, products }),
      done: ({ undo }, { products }) => ({
        notice: success(productsDeletedMessage(products.length)),
        undo: { intent: "restore-products", products: undo.map(productRef) },
      }),
    }),
    "restore-products": adminAction({
      schema: productsInput,
      run: ({ products }, { deps, actor }) => restoreProducts(deps, { actor, products }),
      done: undone,
    }),
    "duplicate-product": adminAction({
      schema: z.object({ productId: z.uuid() }),
      run: ({ productId }, { deps, actor }) => duplicateProduct(deps, { actor, productId }),
      done: (copy) => ({
        notice: success(copy.name, "The copy is a draft until you publish it."),
        undo: { intent: "delete-copy", products: [productRef(copy)] },
      }),
    }),
    "delete-copy": adminAction({
      schema: productsInput,
      run: ({ products }, { deps, actor }) => deleteProducts(deps, { actor, products }),
      done: undone,
    }),
  },
};

/** `found` is null when loading failed. */
export type ProductsContent = {
  filter: AdminProductFilter;
  found: { list: AdminProductList; categories: readonly AdminCategory[] } | null;
};

/** Keeps the tab and its filter after a failure. */
export async function loadProducts(request: TabRequest): Promise<ProductsContent> {
  const filter = readAdminProductFilter(request.params);
  const results = await readBoth(request, filter);
  if (results === null) return { filter, found: null };
  const { list, categories } = results;
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
