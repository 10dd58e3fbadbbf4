import { sql } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import type { CacheInvalidation } from "#db/content-version.server.ts";
import { changeContent } from "#db/content-version.server.ts";
import { recordChanges } from "#features/audit/record-change.server.ts";
import type { SignedIn } from "#features/identity/actor.ts";
import { moveStock } from "#features/orders/stock-ledger.server.ts";
import type { JobQueue } from "#platform/jobs.server.ts";
import { variantLabel } from "./movement-messages.ts";
import type { StockRow } from "./stock-rows.server.ts";
import { readStockRows } from "./stock-rows.server.ts";

export type StockDeps = { db: Database; content: CacheInvalidation; jobs: JobQueue };

/** Why a count did not change: no such SKU, made to order, fewer than are held, or nothing to change. */
export type StockRefusal = "not_found" | "not_counted" | "held" | "unchanged";

/** What the owner typed or scanned, and how many pieces more or fewer that makes of what is there. */
type Asked = {
  actor: SignedIn;
  sku: string;
  note: string;
  kind: "received" | "corrected";
  differenceOf: (now: StockRow) => number;
};

/** The combination of a SKU, locked; letters may be typed in either case where that names only one. */
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
 * Changes a count with its movement and its record, tells the public's pages and asks for whoever waits for it. Answers with the
 * combination as it is then. Held pieces are on the shelf still and cannot be counted away.
 */
export async function changeStock(
  deps: StockDeps,
  asked: Asked,
): Promise<Result<StockRow, StockRefusal>> {
  const { actor, kind, note } = asked;
  return changeContent(deps, async (tx) => {
    const found = await lockBySku(tx, asked.sku);
    if (!found.ok) return found;
    const before = found.value;
    const quantity = asked.differenceOf(before);
    if (quantity === 0) return fail("unchanged");
    if (before.onShelf - before.held + quantity < 0) return fail("held");
    const { variantId } = before;
    await moveStock(tx, { kind, pieces: [{ variantId, quantity }], actor, note });
    const after = { ...before, onShelf: before.onShelf + quantity };
    const record = (pieces: number) => ({ name: variantLabel(before), pieces });
    await recordChanges(tx, actor, [
      {
        action: kind,
        subject: "stock",
        subjectId: variantId,
        before: record(before.onShelf),
        after: record(after.onShelf),
      },
    ]);
    await deps.jobs.send("watch-stock", {}, tx);
    return ok(after);
  });
}
