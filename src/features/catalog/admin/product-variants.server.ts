import { and, asc, eq, inArray, ne, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "#db/client.server.ts";
import { productVariants } from "#db/schema/catalog.server.ts";
import type { ProductDraft } from "./product-form.ts";
import type { PlannedVariant, StoredVariant, VariantPlan } from "./variant-plan.ts";
import { planVariants } from "./variant-plan.ts";

/**
 * Locks a product's combinations, so that nobody buys from them meanwhile, and works out what a save makes of them. A SKU that the
 * owner wrote and another product has is refused; one made from the address gets a number instead, because an address changes hands.
 */
export async function planStoredVariants(
  tx: Queryable,
  { id: productId, isNew }: { id: string; isNew: boolean },
  draft: ProductDraft,
  slug: string,
): Promise<VariantPlan> {
  const stored = isNew ? [] : await lockVariants(tx, productId);
  const written = new Set(draft.variants.map(({ sku }) => sku));
  for (let number = 1; ; number += 1) {
    const plan = planVariants(stored, draft, number === 1 ? slug : `${slug}-${number}`);
    if (!plan.ok || plan.keep.length === 0) return plan;
    const taken = await takenByOthers(tx, productId, plan.keep);
    const refused = taken.find((sku) => written.has(sku));
    if (refused !== undefined) {
      const words = `Another product has the SKU ${refused}`;
      return { ok: false, code: "sku_taken", words };
    }
    if (taken.length === 0) return plan;
  }
}

async function takenByOthers(tx: Queryable, productId: string, keep: readonly PlannedVariant[]) {
  const skus = keep.map(({ sku }) => sku);
  const rows = await tx
    .select({ sku: productVariants.sku })
    .from(productVariants)
    .where(and(inArray(productVariants.sku, skus), ne(productVariants.productId, productId)));
  return rows.map(({ sku }) => sku);
}

/** Locked in the order of their ids, as whoever takes stock locks them. */
async function lockVariants(tx: Queryable, productId: string): Promise<StoredVariant[]> {
  const { id, size, color, sku, stockCount } = productVariants;
  const rows = await tx
    .select({ id, size, color, sku, stockCount })
    .from(productVariants)
    .where(eq(productVariants.productId, productId))
    .orderBy(asc(id))
    .for("update");
  const held = await tx.execute<{ id: string; held: number }>(sql`
    select r.variant_id as id, sum(r.quantity)::int as held
      from stock_reservations r join product_variants v on v.id = r.variant_id
     where v.product_id = ${productId} group by r.variant_id`);
  const pieces = new Map(held.rows.map((row) => [row.id, row.held]));
  return rows.map((row) => ({ ...row, held: pieces.get(row.id) ?? 0 }));
}

/** Writes a plan: what goes, what stays under its id so that carts and reservations find it, what is new. */
export async function writeVariants(
  tx: Transaction,
  productId: string,
  { keep, remove }: Extract<VariantPlan, { ok: true }>,
): Promise<void> {
  if (remove.length > 0) {
    await tx.delete(productVariants).where(inArray(productVariants.id, remove));
  }
  // Two combinations may exchange their SKUs: none of them has its own while they are written.
  if (keep.some(({ id }) => id !== null)) {
    await tx
      .update(productVariants)
      .set({ sku: sql`'~' || ${productVariants.id}` })
      .where(eq(productVariants.productId, productId));
  }
  const placed = keep.map((variant, position) => ({ ...variant, position }));
  for (const { id, sku, stockCount, position } of placed) {
    if (id === null) continue;
    await tx
      .update(productVariants)
      .set({ sku, stockCount, position })
      .where(eq(productVariants.id, id));
  }
  const added = placed.filter(({ id }) => id === null);
  if (added.length === 0) return;
  await tx
    .insert(productVariants)
    .values(added.map(({ id, ...variant }) => ({ productId, ...variant })));
}
