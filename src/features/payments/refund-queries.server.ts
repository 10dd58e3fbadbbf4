import { asc, eq, inArray } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import { refundItems, refunds } from "#db/schema/refunds.server.ts";
import type { EarlierRefund } from "./refund.ts";

/** A refund as it was written down. */
export type RefundRow = typeof refunds.$inferSelect;

/** Every refund of an order, oldest first, with the pieces it is for. */
export async function findRefunds(
  db: Queryable,
  orderId: string,
): Promise<readonly (RefundRow & EarlierRefund)[]> {
  const rows = await db
    .select()
    .from(refunds)
    .where(eq(refunds.orderId, orderId))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
  if (rows.length === 0) return [];
  const pieces = await db
    .select()
    .from(refundItems)
    .where(
      inArray(
        refundItems.refundId,
        rows.map((row) => row.id),
      ),
    );
  return rows.map((row) => ({
    ...row,
    pieces: pieces.filter((each) => each.refundId === row.id),
  }));
}
