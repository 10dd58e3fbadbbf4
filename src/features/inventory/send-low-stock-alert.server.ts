import { sql } from "drizzle-orm";
import { newId } from "#core/ids.ts";
import type { Database } from "#db/client.server.ts";
import { lowStockNotices } from "#db/schema/stock.server.ts";
import { enqueueMail } from "#features/mail/enqueue-mail.server.ts";
import { getSiteShell } from "#features/settings/site-settings-queries.server.ts";
import type { JobQueue } from "#platform/jobs.server.ts";
import { lowStockEmail } from "./low-stock-email.ts";
import { getLowStock } from "./stock-queries.server.ts";
import { countedStock, readStockRows } from "./stock-rows.server.ts";

/**
 * Mails the contact address what fell to the threshold or below since it last looked, each combination once until it has risen above
 * it again. What begins low, as a new product of few pieces does, is told when the first of them goes. Tells how many it told.
 */
export async function sendLowStockAlert(deps: {
  db: Database;
  jobs: JobQueue;
  publicUrl: string;
}): Promise<number> {
  return deps.db.transaction(async (tx) => {
    const lowStock = await getLowStock(tx);
    const low = sql`v.stock_count + held.pieces <= ${lowStock}`;
    await tx.delete(lowStockNotices).where(
      sql`not exists (select from ${countedStock}
             where v.id = ${lowStockNotices.variantId} and v.stock_count is not null and ${low})`,
    );
    const found = await readStockRows(
      tx,
      sql`${low} and p.in_stock
        and not exists (select from low_stock_notices n where n.variant_id = v.id)
        and exists (select from stock_movements m where m.variant_id = v.id and m.pieces < 0)`,
      sql`order by lower(p.name), p.id, v.position, v.id`,
    );
    if (found.length === 0) return 0;
    // Of two processes that look at once, one writes the rows and tells of them.
    const fallen = await tx
      .insert(lowStockNotices)
      .values(found.map(({ variantId }) => ({ variantId })))
      .onConflictDoNothing()
      .returning({ variantId: lowStockNotices.variantId });
    const rows = found.filter((row) => fallen.some(({ variantId }) => variantId === row.variantId));
    if (rows.length === 0) return 0;
    const { general } = await getSiteShell(tx);
    await enqueueMail(tx, deps.jobs, {
      ...lowStockEmail({ siteName: general.siteName, siteUrl: deps.publicUrl, lowStock, rows }),
      dedupeKey: `low-stock:${newId()}`,
      kind: "low-stock",
      recipient: general.contactEmail,
    });
    return rows.length;
  });
}
