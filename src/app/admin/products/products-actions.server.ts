import { z } from "zod";
import type { SubjectActions } from "#app/web/admin-action.server.ts";
import { adminAction } from "#app/web/admin-action.server.ts";
import { changeProducts } from "#features/catalog/admin/change-products.server.ts";
import { deleteProducts } from "#features/catalog/admin/delete-products.server.ts";
import { duplicateProduct } from "#features/catalog/admin/duplicate-product.server.ts";
import {
  changeProductsInput,
  productChangeFields,
  productChangesInput,
  productRef,
  productsInput,
} from "#features/catalog/admin/product-change.ts";
import { restoreProducts } from "#features/catalog/admin/restore-products.server.ts";
import {
  productRefusal,
  productsChangedMessage,
  productsDeletedMessage,
} from "./product-messages.ts";

const success = (title: string, description?: string) =>
  ({ kind: "success", title, ...(description && { description }) }) as const;

const undone = () => ({ notice: success("Everything is as it was") });

/** What the lists of products can do, and how each is taken back. */
export const productsActions: SubjectActions = {
  refusal: productRefusal,
  actions: {
    "change-products": adminAction({
      schema: changeProductsInput,
      run: ({ products, change }, { deps, actor }) =>
        changeProducts(deps, { actor, changes: products.map((each) => ({ ...each, change })) }),
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
      run: ({ changes }, { deps, actor }) => changeProducts(deps, { actor, changes }),
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
        notice: success(copy.name, "The copy is out of stock until you say otherwise."),
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
