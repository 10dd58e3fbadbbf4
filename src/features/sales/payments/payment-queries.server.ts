import { and, asc, count, eq, gt, inArray, isNotNull, ne, sql } from "drizzle-orm";
import type { ReportedAmount } from "#core/money-amount.ts";
import type { Queryable } from "#db/client.server.ts";
import { paymentMovements, payments, refundItems, refunds } from "#db/schema/payments.server.ts";
import type { ReviewReason } from "./payment.ts";
import { isUnderReview } from "./payment.ts";
import type { PaymentRow } from "./payment-records.server.ts";
import type { EarlierRefund } from "./refund.ts";

/** `paymentIntentId` is the provider's id. */
export async function findPaymentByIntent(
  db: Queryable,
  paymentIntentId: string,
): Promise<PaymentRow | null> {
  const [row] = await db
    .select()
    .from(payments)
    .where(eq(payments.paymentIntentId, paymentIntentId));
  return row ?? null;
}

/** Oldest first. */
export function listPayments(db: Queryable, orderId: string): Promise<PaymentRow[]> {
  return db
    .select()
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .orderBy(asc(payments.createdAt), asc(payments.id));
}

/** Arrived, but does not pay for its order. */
export type ReviewedPayment = {
  id: string;
  reason: ReviewReason;
  captured: ReportedAmount;
  /** Requested. */
  requested: ReportedAmount;
  /** What can still be refunded. */
  left: ReportedAmount;
  sessionId: string | null;
};

/** A pending refund counts as refunded. */
export async function listReviewedPayments(
  db: Queryable,
  orderId: string,
): Promise<ReviewedPayment[]> {
  const rows = await listPayments(db, orderId);
  if (!rows.some(({ status }) => isUnderReview(status))) return [];
  const pending = await db
    .select({ paymentId: refunds.paymentId, minor: refunds.amountMinor })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), eq(refunds.status, "pending")));
  return rows.flatMap(({ id, status, amountMinor, capturedMinor, ...row }) => {
    if (!isUnderReview(status)) return [];
    const { currency, refundedMinor, sessionId } = row;
    const onItsWay = pending
      .filter(({ paymentId }) => paymentId === id)
      .reduce((sum, { minor }) => sum + minor, 0);
    const amountOf = (minorUnits: number) => ({ minorUnits, currency });
    return [
      {
        id,
        reason: status,
        sessionId,
        captured: amountOf(capturedMinor),
        requested: amountOf(amountMinor),
        left: amountOf(Math.max(0, capturedMinor - refundedMinor - onItsWay)),
      },
    ];
  });
}

/** Payments under review, not refunded, without a later note. */
export async function countPaymentsToReview(db: Queryable): Promise<number> {
  const [row] = await db
    .select({ waiting: count() })
    .from(payments)
    .where(
      and(
        inArray(payments.status, ["wrong_amount", "wrong_currency", "duplicate"]),
        gt(payments.capturedMinor, payments.refundedMinor),
        isNotNull(payments.orderId),
        sql`not exists (select from order_notes n where n.order_id = ${payments.orderId} and n.created_at >= ${payments.updatedAt})`,
      ),
    );
  return row?.waiting ?? 0;
}

export type PaymentEntry = {
  id: string;
  kind: (typeof paymentMovements.$inferSelect)["kind"] | "refund_pending" | "refund_refused";
  isReviewed: boolean;
  /** Negative for returned money. */
  amount: ReportedAmount;
  /** "Visa ending in 4242"; "" when unknown. */
  method: string;
  at: Date;
};

/** An order's movements and its pending or refused refunds, oldest first. */
export async function paymentHistory(db: Queryable, orderId: string): Promise<PaymentEntry[]> {
  const moved = await db
    .select({ movement: paymentMovements, status: payments.status })
    .from(paymentMovements)
    .innerJoin(payments, eq(payments.id, paymentMovements.paymentId))
    .where(eq(paymentMovements.orderId, orderId))
    .orderBy(asc(paymentMovements.createdAt), asc(paymentMovements.id));
  const requested = await db
    .select({ refund: refunds, status: payments.status })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(refunds.orderId, orderId), ne(refunds.status, "succeeded")))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
  const hasMoved = new Set(moved.map(({ movement }) => movement.providerId));
  const entries: PaymentEntry[] = [
    ...moved.map(({ movement, status }) => ({
      id: movement.id,
      kind: movement.kind,
      isReviewed: isUnderReview(status),
      amount: { minorUnits: movement.amountMinor, currency: movement.currency },
      method: movement.method,
      at: movement.createdAt,
    })),
    ...requested
      .filter(({ refund }) => !hasMoved.has(refund.id))
      .map(({ refund, status }) => ({
        id: refund.id,
        kind:
          refund.status === "pending" ? ("refund_pending" as const) : ("refund_refused" as const),
        isReviewed: isUnderReview(status),
        amount: { minorUnits: -refund.amountMinor, currency: refund.currency },
        method: "",
        at: refund.createdAt,
      })),
  ];
  return entries.toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

export type RefundRow = typeof refunds.$inferSelect;

/** Refunds of the money that pays an order, oldest first, with items. */
export async function findRefunds(
  db: Queryable,
  orderId: string,
): Promise<readonly (RefundRow & EarlierRefund)[]> {
  const found = await db
    .select({ refund: refunds, status: payments.status })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(refunds.orderId, orderId))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
  const rows = found.flatMap(({ refund, status }) => (isUnderReview(status) ? [] : [refund]));
  if (rows.length === 0) return [];
  const items = await db
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
    refundedItems: items.filter((each) => each.refundId === row.id),
  }));
}
