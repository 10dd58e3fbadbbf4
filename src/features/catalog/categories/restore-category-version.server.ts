import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable, Transaction } from "#db/client.server.ts";
import type { ContentDeps } from "#db/content-version.server.ts";
import { changeContent } from "#db/content-version.server.ts";
import { categoryImages, productCategories, products } from "#db/schema/catalog.server.ts";
import { media } from "#db/schema/media.server.ts";
import type { EarlierVersion, RestoreRefusal } from "#features/base/audit/field-change.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import { categorySlug } from "#features/catalog/editing/product-slug.ts";
import { findSystemCategory } from "#features/catalog/products/system-categories.ts";
import type { CategoryRestore } from "./category-restore.server.ts";
import { planCategoryRestore } from "./category-restore.server.ts";
import { writeCategory } from "./update-category.server.ts";

/**
 * Restores a category to before an entry (decision D7), under the rules of any change. A deleted one returns
 * with its id, its existing image and its former products without a category.
 */
export const restoreCategoryVersion = asAdmin(
  async (
    deps: ContentDeps,
    input: { actor: Admin; entryId: string; version: number },
  ): Promise<Result<null, RestoreRefusal>> => {
    const { actor, entryId, version } = input;
    return changeContent(deps, async (tx) => {
      const plan = await planCategoryRestore(tx, entryId);
      if (!plan.ok) return plan;
      const { categoryId, earlier, now, restored } = plan.value;
      if (plan.value.version !== version) return fail("conflict");
      const { name, description } = earlier;
      const done = now
        ? await writeCategory(tx, { id: categoryId, version }, { name, description })
        : await bringBack(tx, plan.value);
      if (!done.ok) return done;
      const record = { action: "restored", subject: "category", subjectId: categoryId } as const;
      await recordChanges(tx, actor, [{ ...record, before: now, after: restored }]);
      return ok(null);
    });
  },
);

async function bringBack(
  tx: Transaction,
  { categoryId, earlier }: CategoryRestore,
): Promise<Result<null, "name_in_use">> {
  const { name, description, mediaId, productIds } = earlier;
  if (findSystemCategory(name)) return fail("name_in_use");
  const added = await tx
    .insert(productCategories)
    .values({ id: categoryId, name, description, slug: categorySlug(name) })
    .onConflictDoNothing()
    .returning({ id: productCategories.id });
  if (added.length === 0) return fail("name_in_use");
  if (mediaId) await showImage(tx, categoryId, mediaId);
  if (productIds.length > 0) {
    await tx
      .update(products)
      .set({ categoryId, version: sql`${products.version} + 1` })
      .where(and(inArray(products.id, productIds), isNull(products.categoryId)));
  }
  return ok(null);
}

async function showImage(tx: Transaction, categoryId: string, mediaId: string): Promise<void> {
  const [image] = await tx
    .select({ id: media.id })
    .from(media)
    .where(and(eq(media.id, mediaId), eq(media.type, "image")))
    .for("key share");
  if (image) await tx.insert(categoryImages).values({ categoryId, mediaId });
}

/** What restoring a category would change; read-only. */
export const previewCategoryRestore = asAdmin(
  async (
    db: Queryable,
    input: { entryId: string },
  ): Promise<Result<EarlierVersion, RestoreRefusal>> => {
    const plan = await planCategoryRestore(db, input.entryId);
    if (!plan.ok) return plan;
    const { version, now, restored } = plan.value;
    return ok({ version, now, restored });
  },
);
