import { and, eq, inArray, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { Database, Transaction } from "#db/client.server.ts";
import { contractProposals, contracts } from "#db/schema/contracts.server.ts";
import { shipments } from "#db/schema/fulfillment.server.ts";
import { measurementReads } from "#db/schema/measurement.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { patternDrafts } from "#db/schema/patterns.server.ts";
import { deleteSpecificationsOfLines } from "#features/garments/specification/old-specifications.server.ts";

/** Removes the measurements of versions, of their lines' proposals and patterns, and of the specifications they were made from. The database decides which it may reduce (ADR 0039). */
async function reduce(tx: Transaction, due: readonly { id: string; lineId: string }[]) {
  if (due.length === 0) return 0;
  // Drafts are stored with their line locked: none is added with these measurements meanwhile.
  await tx
    .select({ id: orderItems.id })
    .from(orderItems)
    .where(
      inArray(
        orderItems.id,
        due.map(({ lineId }) => lineId),
      ),
    )
    .orderBy(orderItems.id)
    .for("update");
  const ids = sql.param(due.map(({ id }) => id));
  const { rows } = await tx.execute<{ reduced: number }>(
    sql`select reduce_contracts(${ids}::uuid[]) as reduced`,
  );
  const reducedLines = tx
    .select({ id: contracts.orderItemId })
    .from(contracts)
    .where(
      and(
        inArray(
          contracts.id,
          due.map(({ id }) => id),
        ),
        isNotNull(contracts.reducedAt),
      ),
    );
  const lines = await reducedLines;
  await deleteSpecificationsOfLines(
    tx,
    lines.map(({ id }) => id),
  );
  await tx
    .update(contractProposals)
    .set({
      sealed: null,
      reason: null,
      status: sql`case when status = 'open' then 'withdrawn' else status end`,
      respondedAt: sql`coalesce(answered_at, now())`,
    })
    .where(inArray(contractProposals.orderItemId, reducedLines));
  // A pattern shows the body it was drafted to; the hash of one that needs few measurements would give them away.
  await tx
    .update(patternDrafts)
    .set({ sealed: null, drawingHash: null })
    .where(inArray(patternDrafts.orderItemId, reducedLines));
  return rows[0]?.reduced ?? 0;
}

/**
 * Reduces the contracts of orders to what bookkeeping needs: terms and hash stay, measurements go. For orders that are erased or
 * ended unpaid, in the transaction that makes them anonymous.
 */
export async function reduceContractsOfOrders(
  tx: Transaction,
  orderIds: readonly string[],
): Promise<number> {
  const due = await tx
    .select({ id: contracts.id, lineId: contracts.orderItemId })
    .from(contracts)
    .innerJoin(orderItems, eq(orderItems.id, contracts.orderItemId))
    .where(and(inArray(orderItems.orderId, [...orderIds]), isNotNull(contracts.sealed)));
  const versions = tx
    .select({ id: contracts.id })
    .from(contracts)
    .innerJoin(orderItems, eq(orderItems.id, contracts.orderItemId))
    .where(inArray(orderItems.orderId, [...orderIds]));
  // A purpose may name the person. An account's own entries leave with the account.
  await tx
    .delete(measurementReads)
    .where(
      and(
        eq(measurementReads.subject, "contract"),
        isNull(measurementReads.userId),
        inArray(measurementReads.subjectId, versions),
      ),
    );
  return reduce(tx, due);
}

/**
 * Reduces at most `limit` versions whose order was delivered whole before a moment, or that are of orders which ended unpaid or
 * were refunded and were written before it. Returns how many; 0 means none is left.
 */
export async function reduceDeliveredContracts(
  db: Database,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const at = sql`${before.toISOString()}::timestamptz`;
  const delivered = sql`exists (select from ${shipments} s where s.order_id = ${orders.id})
    and not exists (select from ${shipments} s where s.order_id = ${orders.id} and (s.delivered_at is null or s.delivered_at >= ${at}))`;
  return db.transaction(async (tx) => {
    const due = await tx
      .select({ id: contracts.id, lineId: contracts.orderItemId })
      .from(contracts)
      .innerJoin(orderItems, eq(orderItems.id, contracts.orderItemId))
      .innerJoin(orders, eq(orders.id, orderItems.orderId))
      .where(
        and(
          isNotNull(contracts.sealed),
          lt(contracts.createdAt, before),
          // The database clock decides there, whatever the caller's clock says.
          sql`${contracts.createdAt} <= now() - interval '60 days'`,
          or(sql`(${delivered})`, inArray(orders.status, ["cancelled", "expired", "refunded"])),
        ),
      )
      .orderBy(contracts.createdAt)
      .limit(limit);
    return reduce(tx, due);
  });
}
