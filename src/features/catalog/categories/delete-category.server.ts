import { eq, sql } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { ContentDeps } from "#db/content-version.server.ts";
import { changeContent } from "#db/content-version.server.ts";
import { categoryImages, productCategories, products } from "#db/schema/catalog.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import { lockCategoryVersion } from "./locked-category.server.ts";

type Refusal = "not_found" | "conflict" | "system";

/**
 * Deletes an owner's category for good; system ones are refused (specification 5). Its products, listed in
 * the log, lose it.
 */
export const deleteCategory = asAdmin(
  async (
    deps: ContentDeps,
    input: { actor: Admin; category: { id: string; version: number } },
  ): Promise<Result<{ name: string; productCount: number }, Refusal>> => {
    const { actor, category } = input;
    return changeContent(deps, async (tx) => {
      const locked = await lockCategoryVersion(tx, category);
      if (!locked.ok) return locked;
      const { id, name, description, isSystem } = locked.value;
      if (isSystem) return fail("system");
      const [image] = await tx
        .select()
        .from(categoryImages)
        .where(eq(categoryImages.categoryId, id));
      const freed = await tx
        .update(products)
        .set({ categoryId: null, version: sql`${products.version} + 1` })
        .where(eq(products.categoryId, id))
        .returning({ id: products.id });
      await tx.delete(productCategories).where(eq(productCategories.id, id));
      const productIds = freed.map((product) => product.id);
      const before = { name, description, mediaId: image?.mediaId ?? null, productIds };
      const record = {
        action: "deleted",
        subject: "category",
        subjectId: id,
        after: null,
      } as const;
      await recordChanges(tx, actor, [{ ...record, before }]);
      return ok({ name, productCount: productIds.length });
    });
  },
);
