import { eq, sql } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import type { ContentWatch } from "#db/content-version.server.ts";
import { changeContent } from "#db/content-version.server.ts";
import { productImages, products } from "#db/schema/catalog.server.ts";
import type { RestoreRefusal } from "#features/audit/earlier-version.ts";
import { recordChanges } from "#features/audit/record-change.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import { lockSeenProducts } from "./locked-products.server.ts";
import type { ProductRestore } from "./product-restore.server.ts";
import { planProductRestore } from "./product-restore.server.ts";

/**
 * Puts a product back as it was before an entry of the log (decision D7), under the rules of any change: nobody's newer change is
 * overwritten unseen, its address, category and pictures must be there. One that was taken out of the shop returns as it was.
 */
export async function restoreProductVersion(
  deps: { db: Database; content: ContentWatch },
  input: { actor: Actor; entryId: string; version: number },
): Promise<Result<null, RestoreRefusal>> {
  const { actor, entryId, version } = input;
  if (!isAdmin(actor)) return fail("forbidden");
  const planned = await planProductRestore(deps.db, entryId);
  if (!planned.ok) return planned;
  const { productId: id, returns: deleted } = planned.value;
  return changeContent(deps, async (tx) => {
    const locked = await lockSeenProducts(tx, [{ id, version }], { deleted });
    if (!locked.ok) return fail("conflict");
    const plan = await planProductRestore(tx, entryId);
    if (!plan.ok) return plan;
    await write(tx, plan.value);
    const { now: before, restored: after } = plan.value;
    const record = { action: "restored", subject: "product", subjectId: id } as const;
    await recordChanges(tx, actor, [{ ...record, before, after }]);
    return ok(null);
  });
}

async function write(tx: Transaction, { productId, changed, returns }: ProductRestore) {
  const { images, ...fields } = changed;
  await tx
    .update(products)
    .set({
      ...fields,
      ...(returns && { deletedAt: null }),
      version: sql`${products.version} + 1`,
    })
    .where(eq(products.id, productId));
  if (!images) return;
  await tx.delete(productImages).where(eq(productImages.productId, productId));
  if (images.length === 0) return;
  const primary = images.find((image) => image.primary) ?? images[0];
  await tx.insert(productImages).values(
    images.map((image, position) => ({
      productId,
      mediaId: image.mediaId,
      altText: image.altText,
      primaryImage: image === primary,
      position,
    })),
  );
}
