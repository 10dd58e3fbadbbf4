import { newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { ContentDeps } from "#db/content-version.server.ts";
import { changeContent } from "#db/content-version.server.ts";
import { productCategories } from "#db/schema/catalog.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import { categorySlug } from "#features/catalog/editing/product-slug.ts";
import { findSystemCategory } from "#features/catalog/products/system-categories.ts";
import type { CategoryInput } from "./category-input.ts";

/** Creates a category (specification 7: is_system false). Names are unique in any case. */
export const createCategory = asAdmin(
  async (
    deps: ContentDeps,
    input: { actor: Admin; category: CategoryInput },
  ): Promise<Result<{ id: string }, "name_in_use">> => {
    const { actor, category } = input;
    if (findSystemCategory(category.name)) return fail("name_in_use");
    return changeContent(deps, async (tx) => {
      const id = newId();
      const added = await tx
        .insert(productCategories)
        .values({ id, ...category, slug: categorySlug(category.name) })
        .onConflictDoNothing()
        .returning({ id: productCategories.id });
      if (added.length === 0) return fail("name_in_use");
      const record = {
        action: "created",
        subject: "category",
        subjectId: id,
        before: null,
      } as const;
      await recordChanges(tx, actor, [{ ...record, after: category }]);
      return ok({ id });
    });
  },
);
