import { sql } from "drizzle-orm";
import type { Transaction } from "#db/client.server.ts";
import { removeQualityMeasures } from "#features/garments/quality-control/check-quality.server.ts";
import { removeFeedbackOfOrders } from "./fit-feedback.server.ts";

/**
 * Removes what was said and measured about the garments of orders, in the transaction that makes them anonymous; their photos leave with
 * the garments' (`eraseGarmentsOfOrders`). Number, cause and cost of a request stay for the books.
 */
export async function eraseAlterationsOfOrders(
  tx: Transaction,
  orderIds: readonly string[],
): Promise<void> {
  if (orderIds.length === 0) return;
  await removeFeedbackOfOrders(tx, orderIds);
  await removeQualityMeasures(tx, orderIds);
  const ids = sql.param([...orderIds]);
  await tx.execute(sql`update alteration_requests r set sealed_note = null, decision_note = ''
    from garments g join order_items i on i.id = g.order_item_id
    where g.id = r.garment_id and i.order_id = any(${ids}::uuid[])`);
}
