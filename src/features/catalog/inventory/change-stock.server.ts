import { eq, sql } from "drizzle-orm";
import { productTags } from "#core/content-tag.ts";
import { newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import type { CacheInvalidation } from "#db/content-version.server.ts";
import { changeContent } from "#db/content-version.server.ts";
import { lowStockNotices } from "#db/schema/inventory.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin, SignedIn } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import { enqueueEmail } from "#features/base/mail/enqueue-email.server.ts";
import { getSiteShell } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import { changeOfEntry } from "./movement.ts";
import { lowStockEmail } from "./stock-email.ts";
import { stockSettingsSchema, variantLabel } from "./stock-entry.ts";
import { moveStock } from "./stock-ledger.server.ts";
import type { StockRow } from "./stock-queries.server.ts";
import { countedStock, getLowStock, readStockRows } from "./stock-queries.server.ts";

/**
 * Emails the contact address about variants that fell to their threshold, once until restocked. A low start
 * is reported after its first sale. Returns how many.
 */
export async function sendLowStockAlert(deps: {
  db: Database;
  jobs: JobQueue;
  publicUrl: string;
}): Promise<number> {
  return deps.db.transaction(async (tx) => {
    const lowStock = await getLowStock(tx);
    const low = sql`v.stock_count + held.quantity <= ${lowStock}`;
    await tx.delete(lowStockNotices).where(
      sql`not exists (select from ${countedStock}
             where v.id = ${lowStockNotices.variantId} and v.stock_count is not null and ${low})`,
    );
    const found = await readStockRows(
      tx,
      sql`${low} and p.in_stock
        and not exists (select from low_stock_notices n where n.variant_id = v.id)
        and exists (select from stock_movements m where m.variant_id = v.id and m.quantity < 0)`,
      sql`order by lower(p.name), p.id, v.position, v.id`,
    );
    if (found.length === 0) return 0;
    // One of two runs reports a row.
    const fallen = await tx
      .insert(lowStockNotices)
      .values(found.map(({ variantId }) => ({ variantId })))
      .onConflictDoNothing()
      .returning({ variantId: lowStockNotices.variantId });
    const rows = found.filter((row) => fallen.some(({ variantId }) => variantId === row.variantId));
    if (rows.length === 0) return 0;
    const { general } = await getSiteShell(tx);
    await enqueueEmail(tx, deps.jobs, {
      ...lowStockEmail({ siteName: general.siteName, siteUrl: deps.publicUrl, lowStock, rows }),
      dedupeKey: `low-stock:${newId()}`,
      recipient: general.contactEmail,
    });
    return rows.length;
  });
}

/** Sets a variant's low-stock threshold. */
export const saveLowStock = asAdmin(
  async (
    deps: { db: Database },
    input: { actor: Admin; lowStock: number },
  ): Promise<Result<null, "invalid">> => {
    const { actor } = input;
    const value = stockSettingsSchema.safeParse({ lowStock: input.lowStock }).data;
    if (!value) return fail("invalid");
    return deps.db.transaction(async (tx) => {
      const isStock = eq(siteSettings.settingName, "stock");
      const unset = { settingName: "stock", settingValue: {}, version: 0 };
      await tx.insert(siteSettings).values(unset).onConflictDoNothing();
      await tx.select().from(siteSettings).where(isStock).for("update");
      const before = await getLowStock(tx);
      await tx
        .update(siteSettings)
        .set({ settingValue: value, version: sql`${siteSettings.version} + 1` })
        .where(isStock);
      const record = (quantity: number) => ({ name: "When stock is low", quantity });
      const change = { action: "changed", subject: "stock", subjectId: "low-stock" } as const;
      const was = record(before);
      const is = record(value.lowStock);
      await recordChanges(tx, actor, [{ ...change, before: was, after: is }]);
      return ok(null);
    });
  },
);

export type StockDeps = { db: Database; content: CacheInvalidation; jobs: JobQueue };

/** Unknown SKU, made to order, fewer than reserved, unchanged. */
export type StockRefusal = "not_found" | "not_counted" | "held" | "unchanged";

type RequestInput = {
  actor: SignedIn;
  sku: string;
  note: string;
  kind: "received" | "corrected";
  differenceOf: (now: StockRow) => number;
};

/** Ignores case where that is unambiguous. */
async function lockBySku(tx: Transaction, sku: string): Promise<Result<StockRow, StockRefusal>> {
  const { rows } = await tx.execute<{ id: string; counted: boolean }>(sql`
    select v.id, v.stock_count is not null as counted
      from product_variants v join products p on p.id = v.product_id and p.deleted_at is null
     where v.sku = ${sku} or lower(v.sku) = lower(${sku})
     order by v.sku = ${sku} desc limit 1 for no key update of v`);
  const [found] = rows;
  if (!found) return fail("not_found");
  if (!found.counted) return fail("not_counted");
  const [row] = await readStockRows(tx, sql`v.id = ${found.id}`, sql``);
  return row ? ok(row) : fail("not_found");
}

/**
 * Changes a count with movement and log, updates pages and triggers restock alerts. Reserved items cannot be
 * removed. Returns the variant.
 */
async function changeStock(
  deps: StockDeps,
  requested: RequestInput,
): Promise<Result<StockRow, StockRefusal>> {
  const { actor, kind, note } = requested;
  const work = async (tx: Transaction): Promise<Result<StockRow, StockRefusal>> => {
    const found = await lockBySku(tx, requested.sku);
    if (!found.ok) return found;
    const before = found.value;
    const quantity = requested.differenceOf(before);
    if (quantity === 0) return fail("unchanged");
    if (before.inStock - before.held + quantity < 0) return fail("held");
    const { variantId } = before;
    await moveStock(tx, { kind, quantity: [{ variantId, quantity }], actor, note });
    const after = { ...before, inStock: before.inStock + quantity };
    const record = (quantity: number) => ({ name: variantLabel(before), quantity });
    await recordChanges(tx, actor, [
      {
        action: kind,
        subject: "stock",
        subjectId: variantId,
        before: record(before.inStock),
        after: record(after.inStock),
      },
    ]);
    await deps.jobs.send("watch-stock", {}, tx);
    return ok(after);
  };
  return changeContent(deps, work, ({ productId }) => productTags([productId]));
}

/** Adds received items to a SKU's variant. */
export const receiveStock = asAdmin(
  async (
    deps: StockDeps,
    input: { actor: Admin; sku: string; quantity: number; note: string },
  ): Promise<Result<StockRow, StockRefusal>> => {
    const { actor, sku, quantity, note } = input;
    const differenceOf = (now: StockRow) =>
      changeOfEntry({ intent: "receive", quantity }, now.inStock);
    return changeStock(deps, { actor, sku, note, kind: "received", differenceOf });
  },
);

/**
 * Corrects a count, reserved items included. With `knownStock`, the earlier count, applies only the difference, so
 * that sales in between stay.
 */
export const correctCount = asAdmin(
  async (
    deps: StockDeps,
    input: {
      actor: Admin;
      sku: string;
      quantity: number;
      knownStock?: number | undefined;
      note: string;
    },
  ): Promise<Result<StockRow, StockRefusal>> => {
    const { actor, sku, quantity, knownStock, note } = input;
    const differenceOf = (now: StockRow) =>
      changeOfEntry({ intent: "count", quantity, known: knownStock }, now.inStock);
    return changeStock(deps, { actor, sku, note, kind: "corrected", differenceOf });
  },
);
