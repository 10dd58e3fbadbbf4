import type { SQL } from "drizzle-orm";
import { and, eq, gt, inArray, isNotNull, isNull, lt, ne, notExists, or, sql } from "drizzle-orm";
import { DELETED_EMAIL } from "#core/email.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import { auditLog } from "#db/schema/audit.server.ts";
import { taxDocuments } from "#db/schema/documents.server.ts";
import { shipments } from "#db/schema/fulfillment.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { orderEvents, orderItems, orderNotes, orders } from "#db/schema/orders.server.ts";
import {
  paymentEvents,
  payments,
  payoutAccounts,
  refunds,
  testPaymentSessions,
} from "#db/schema/payments.server.ts";
import { returnRequests } from "#db/schema/returns.server.ts";
import { eraseAlterationsOfOrders } from "#features/garments/alterations/erase-alterations.server.ts";
import { reduceContractsOfOrders } from "#features/garments/contract/reduce-contracts.server.ts";
import { eraseGarmentsOfOrders } from "#features/garments/production/garment-images.server.ts";
import { PERSONAL_FIELDS } from "#features/orders/order/order-event-details.ts";

/** Removes all personal data and staff notes from orders. The country stays for taxes. */
export async function eraseFromOrders(tx: Transaction, whose: SQL | undefined): Promise<string[]> {
  const own = await tx
    .update(orders)
    .set({
      customerEmail: DELETED_EMAIL,
      buyerTaxNumber: "",
      shippingAddress: sql`case when ${orders.shippingAddress} is null then null else jsonb_build_object(
        'fullName', '', 'phone', '', 'line1', '', 'line2', '', 'city', '', 'region', '', 'postalCode', '',
        'country', ${orders.shippingAddress}->>'country') end`,
    })
    .where(whose ?? sql`false`)
    .returning({ id: orders.id });
  if (own.length === 0) return [];
  const orderIds = own.map((order) => order.id);
  // Whoever wears a garment is named with its line, and a monogram has their initials.
  await tx
    .update(orderItems)
    .set({ wearer: "", monogram: "" })
    .where(inArray(orderItems.orderId, orderIds));
  await reduceContractsOfOrders(tx, orderIds);
  await eraseGarmentsOfOrders(tx, orderIds);
  await eraseAlterationsOfOrders(tx, orderIds);
  // Numbers stay for the books, without the buyer.
  await tx.update(taxDocuments).set({ buyer: null }).where(inArray(taxDocuments.orderId, orderIds));
  const opened = await tx
    .select({ sessionId: payments.sessionId })
    .from(payments)
    .where(inArray(payments.orderId, orderIds));
  const sessionIds = opened.flatMap(({ sessionId }) => sessionId ?? []);
  await eraseAdminRecordsOf(tx, orderIds);
  await tx.delete(payoutAccounts).where(inArray(payoutAccounts.orderId, orderIds));
  await tx.delete(mailOutbox).where(
    and(
      ne(mailOutbox.status, "queued"),
      inArray(
        // A repeated email's key starts with the first's.
        sql`split_part(${mailOutbox.dedupeKey}, ':again:', 1)`,
        orderIds.map((id) => `order-confirmation:${id}`),
      ),
    ),
  );
  if (sessionIds.length === 0) return orderIds;
  await tx
    .update(paymentEvents)
    .set({ payload: {} })
    .where(and(inArray(paymentEvents.sessionId, sessionIds), isNotNull(paymentEvents.processedAt)));
  await tx
    .update(testPaymentSessions)
    .set({
      request: sql`${testPaymentSessions.request} || jsonb_build_object('customerEmail', ${DELETED_EMAIL}::text, 'lines', '[]'::jsonb)`,
      outcome: sql`${testPaymentSessions.outcome} || '{"address": null}'::jsonb`,
    })
    .where(inArray(testPaymentSessions.id, sessionIds));
  return orderIds;
}

async function eraseAdminRecordsOf(tx: Transaction, orderIds: readonly string[]): Promise<void> {
  const ids = [...orderIds];
  const ofThem = inArray(returnRequests.orderId, ids);
  await tx.update(returnRequests).set({ note: "", staffNote: "" }).where(ofThem);
  await tx.delete(orderNotes).where(inArray(orderNotes.orderId, ids));
  await tx
    .update(shipments)
    .set({ trackingNumber: "", trackingUrl: "" })
    .where(inArray(shipments.orderId, ids));
  await tx.update(refunds).set({ reason: "", failure: null }).where(inArray(refunds.orderId, ids));
  await tx
    .update(orderEvents)
    .set({ detail: sql`${orderEvents.detail} - ${sql.param(PERSONAL_FIELDS)}::text[]` })
    .where(inArray(orderEvents.orderId, ids));
  // The log holds changed addresses.
  await tx
    .update(auditLog)
    .set({ before: null, after: null })
    .where(and(eq(auditLog.subject, "order"), inArray(auditLog.subjectId, ids)));
}

/** The money has arrived, is on its way or is under review. */
const HAS_MONEY = [
  "processing",
  "captured",
  "wrong_amount",
  "wrong_currency",
  "duplicate",
  "owed_back",
] as const;

/**
 * Anonymizes at most `limit` orders that ended unpaid before a moment: as erasing does, without account and
 * payment page. Orders with money are kept for the books. Returns how many, 0 when done.
 */
export async function eraseUnpaidOrders(
  db: Database,
  input: { before: Date; limit: number },
): Promise<number> {
  const { before, limit } = input;
  return db.transaction(async (tx) => {
    const withMoney = tx
      .select({ id: payments.id })
      .from(payments)
      .where(
        and(
          eq(payments.orderId, orders.id),
          or(gt(payments.capturedMinor, 0), inArray(payments.status, [...HAS_MONEY])),
        ),
      );
    const old = await tx
      .select({ id: orders.id })
      .from(orders)
      .where(
        and(
          inArray(orders.status, ["cancelled", "expired"]),
          lt(orders.createdAt, before),
          isNull(orders.completedAt),
          ne(orders.customerEmail, DELETED_EMAIL),
          notExists(withMoney),
        ),
      )
      .limit(limit)
      .for("update", { skipLocked: true });
    if (old.length === 0) return 0;
    const ids = old.map(({ id }) => id);
    await eraseFromOrders(tx, inArray(orders.id, ids));
    await tx.update(orders).set({ userId: null }).where(inArray(orders.id, ids));
    await tx.update(payments).set({ url: null }).where(inArray(payments.orderId, ids));
    return ids.length;
  });
}
