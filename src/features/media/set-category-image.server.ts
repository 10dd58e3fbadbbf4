import { and, eq } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import type { CacheInvalidation } from "#db/content-version.server.ts";
import { changeContent } from "#db/content-version.server.ts";
import { categoryImages, productCategories } from "#db/schema/catalog.server.ts";
import { media } from "#db/schema/media.server.ts";
import type { Change } from "#features/audit/record-change.server.ts";
import { recordChanges } from "#features/audit/record-change.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";

type Pair = { categoryId: string; mediaId: string };

/** Puts a picture on a category's card within a transaction; null when either of the two is not there. */
export async function assignCategoryImage(
  tx: Transaction,
  { categoryId, mediaId }: Pair,
): Promise<Change | null> {
  const [picture] = await tx
    .select({ name: media.name })
    .from(media)
    .where(and(eq(media.id, mediaId), eq(media.type, "image")))
    .for("key share");
  const [category] = await tx
    .select({ name: productCategories.name })
    .from(productCategories)
    .where(eq(productCategories.id, categoryId))
    .for("key share");
  if (!picture || !category) return null;
  const [before] = await tx
    .select({ mediaId: categoryImages.mediaId })
    .from(categoryImages)
    .where(eq(categoryImages.categoryId, categoryId))
    .for("update");
  const updatedAt = new Date();
  await tx
    .insert(categoryImages)
    .values({ categoryId, mediaId })
    .onConflictDoUpdate({ target: categoryImages.categoryId, set: { mediaId, updatedAt } });
  const after = { category: category.name, mediaId, name: picture.name };
  const change = { action: "changed", subject: "category picture", subjectId: categoryId } as const;
  return { ...change, before: before ? { category: category.name, ...before } : null, after };
}

/** Shows a picture of the library on a category's card, menu entry and collection page, from the next request on (decision D8). */
export async function setCategoryImage(
  deps: { db: Database; content: CacheInvalidation },
  input: { actor: Actor } & Pair,
): Promise<Result<{ mediaId: string }, "forbidden" | "not_found">> {
  const { actor, categoryId, mediaId } = input;
  if (!isAdmin(actor)) return fail("forbidden");
  if (!isId(categoryId) || !isId(mediaId)) return fail("not_found");
  return changeContent(deps, async (tx) => {
    const change = await assignCategoryImage(tx, { categoryId, mediaId });
    if (!change) return fail("not_found");
    await recordChanges(tx, actor, [change]);
    return ok({ mediaId });
  });
}
