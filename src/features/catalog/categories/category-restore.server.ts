import { eq } from "drizzle-orm";
import { z } from "zod";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { productCategories } from "#db/schema/catalog.server.ts";
import { findEarlierRecord } from "#features/base/audit/activity-queries.server.ts";
import type { EarlierVersion, RestoreRefusal } from "#features/base/audit/field-change.ts";

const earlierCategory = z.object({
  name: z.string().trim().min(1),
  description: z.string(),
  mediaId: z.uuid().nullish(),
  productIds: z.array(z.uuid()).default([]),
});

export type CategoryRestore = EarlierVersion & {
  categoryId: string;
  earlier: z.infer<typeof earlierCategory>;
};

/** What restoring a category would change; a deleted one has version 0. */
export async function planCategoryRestore(
  db: Queryable,
  entryId: string,
): Promise<Result<CategoryRestore, RestoreRefusal>> {
  const entry = await findEarlierRecord(db, { id: entryId, subject: "category" });
  if (!entry || !isId(entry.subjectId)) return fail("not_found");
  const earlier = earlierCategory.safeParse(entry.before).data;
  if (!earlier) return fail("unreadable");
  const categoryId = entry.subjectId;
  const [row] = await db
    .select()
    .from(productCategories)
    .where(eq(productCategories.id, categoryId));
  const { name, description } = earlier;
  if (!row) return ok({ categoryId, earlier, version: 0, now: null, restored: entry.before });
  if (row.name === name && row.description === description) return fail("nothing");
  const now = { name: row.name, description: row.description };
  return ok({ categoryId, earlier, version: row.version, now, restored: { name, description } });
}
