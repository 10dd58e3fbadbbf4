import { z } from "zod";
import type { SubjectActions } from "#app/web/admin-action.server.ts";
import { adminAction } from "#app/web/admin-action.server.ts";
import { categoryInput } from "#features/catalog/admin/category-input.ts";
import { createCategory } from "#features/catalog/admin/create-category.server.ts";
import { deleteCategory } from "#features/catalog/admin/delete-category.server.ts";
import { updateCategory } from "#features/catalog/admin/update-category.server.ts";
import { categoryRefusal } from "./category-messages.ts";
import { categoryQuery } from "./category-url.ts";

const version = z.number().int().positive();

const success = (title: string) => ({ kind: "success", title }) as const;

/** What the Clothing Categories tab can do. */
export const categoriesActions: SubjectActions = {
  refusal: categoryRefusal,
  actions: {
    "create-category": adminAction({
      schema: categoryInput,
      run: (category, { deps, actor }) => createCategory(deps, { actor, category }),
      done: ({ id }) => ({
        notice: success("Category created successfully"),
        next: categoryQuery(id),
      }),
    }),
    "update-category": adminAction({
      schema: categoryInput.extend({ id: z.uuid().optional(), version: version.optional() }),
      run: ({ id = null, version = null, ...category }, { deps, actor }) =>
        updateCategory(deps, { actor, seen: { id, version }, category }),
      done: ({ id }) => ({
        notice: success("Category updated successfully"),
        next: categoryQuery(id),
      }),
    }),
    "delete-category": adminAction({
      schema: z.object({ id: z.uuid(), version }),
      run: (category, { deps, actor }) => deleteCategory(deps, { actor, category }),
      // The first remaining category is open then (specification 4).
      done: () => ({
        notice: success("Category deleted successfully"),
        next: categoryQuery(null),
      }),
    }),
  },
};
