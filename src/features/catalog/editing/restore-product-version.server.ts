import { eq, sql } from "drizzle-orm";
import { listingTags } from "#core/content-tag.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable, Transaction } from "#db/client.server.ts";
import type { ContentDeps } from "#db/content-version.server.ts";
import { changeContent } from "#db/content-version.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import type { EarlierVersion, RestoreRefusal } from "#features/base/audit/field-change.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import { lockProductVersions } from "./locked-products.server.ts";
import type { ProductRestore } from "./product-restore.server.ts";
import { planProductRestore } from "./product-restore.server.ts";
import { writeProduct } from "./product-write.server.ts";
import type { FindPublishObstacle } from "./publish-obstacle.ts";
import { isOfferedAnew } from "./publish-obstacle.ts";

/** Why an earlier version may not be restored: it would be offered as made to measure with a choice that nobody has described. */
async function refusePublishing(
  tx: Transaction,
  { prepared, productId }: ProductRestore,
  findPublishObstacle: FindPublishObstacle,
): Promise<Result<null, RestoreRefusal>> {
  if (!prepared || !isOfferedAnew(prepared.present, prepared.draft)) return ok(null);
  const obstacle = await findPublishObstacle(tx, { ...prepared.draft, productId });
  return obstacle === null ? ok(null) : fail("undescribed");
}

/**
 * Restores a product to before an entry (decision D7), under the rules of any save: no unseen change is
 * overwritten, stock stays, and no choice of a piece that is made to measure is without its effect. A deleted product returns as it was.
 */
export const restoreProductVersion = asAdmin(
  async (
    deps: ContentDeps & { findPublishObstacle: FindPublishObstacle },
    input: { actor: Admin; entryId: string; version: number },
  ): Promise<Result<null, RestoreRefusal>> => {
    const { actor, entryId, version } = input;
    const planned = await planProductRestore(deps.db, { actor, entryId });
    if (!planned.ok) return planned;
    const { prepared, productId } = planned.value;
    const work = async (tx: Transaction): Promise<Result<null, RestoreRefusal>> => {
      const locked = await lockProductVersions(tx, [{ id: productId, version }], {
        deleted: prepared === null,
      });
      if (!locked.ok) return fail("conflict");
      const plan = await planProductRestore(tx, { actor, entryId });
      if (!plan.ok) return plan;
      const allowed = await refusePublishing(tx, plan.value, deps.findPublishObstacle);
      if (!allowed.ok) return allowed;
      const { now, restored } = plan.value;
      const record = {
        action: "restored",
        subject: "product",
        subjectId: productId,
        before: now,
      } as const;
      if (plan.value.prepared) {
        const { form } = await writeProduct(tx, actor, plan.value.prepared);
        await recordChanges(tx, actor, [{ ...record, after: form }]);
        return ok(null);
      }
      await tx
        .update(products)
        .set({ deletedAt: null, version: sql`${products.version} + 1` })
        .where(eq(products.id, productId));
      await recordChanges(tx, actor, [{ ...record, after: restored }]);
      return ok(null);
    };
    return changeContent(deps, work, () => listingTags([{ id: productId }]));
  },
);

/** What restoring a product would change; read-only. */
export const previewProductRestore = asAdmin(
  async (
    db: Queryable,
    input: { actor: Admin; entryId: string },
  ): Promise<Result<EarlierVersion, RestoreRefusal>> => {
    const { actor, entryId } = input;
    const plan = await planProductRestore(db, { actor, entryId });
    if (!plan.ok) return plan;
    const { version, now, restored, fromZero } = plan.value;
    return ok({ version, now, restored, fromZero });
  },
);
