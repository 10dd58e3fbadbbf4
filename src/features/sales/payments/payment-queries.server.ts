import { and, asc, count, eq, getTableColumns, gt, inArray, isNotNull, sql } from "drizzle-orm";
import type { ReportedAmount } from "#core/money-amount.ts";
import type { Queryable } from "#db/client.server.ts";
import { jsonColumn } from "#db/json-columns.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { paymentMovements, payments, refundItems, refunds } from "#db/schema/payments.server.ts";
import type { BesideReason } from "./payment.ts";
import { isBesideOrder, isFurtherTransfer, isUnderReview } from "./payment.ts";
import type { PaymentRow } from "./payment-records.server.ts";
import type { EarlierRefund } from "./refund.ts";
import { isSentByHand } from "./transfer-back.ts";

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
  reason: BesideReason;
  captured: ReportedAmount;
  /** Requested. */
  requested: ReportedAmount;
  /** What can still be refunded. */
  left: ReportedAmount;
  sessionId: string | null;
};

/** The payments of an order, for a statement from `orders`; oldest first. */
export const paymentsColumn = jsonColumn(getTableColumns(payments), {
  from: payments,
  where: eq(payments.orderId, orders.id),
  orderBy: [asc(payments.createdAt), asc(payments.id)],
});

/** Its refunds and their items likewise. */
export const refundColumns = {
  refunds: jsonColumn(getTableColumns(refunds), {
    from: refunds,
    where: eq(refunds.orderId, orders.id),
    orderBy: [asc(refunds.createdAt), asc(refunds.id)],
  }),
  refundItems: jsonColumn(getTableColumns(refundItems), {
    from: sql`${refundItems} join ${refunds} on ${refunds.id} = ${refundItems.refundId}`,
    where: eq(refunds.orderId, orders.id),
    orderBy: [asc(refundItems.refundId)],
  }),
};

/** What was charged and went back, likewise. */
export const movementsColumn = jsonColumn(getTableColumns(paymentMovements), {
  from: paymentMovements,
  where: eq(paymentMovements.orderId, orders.id),
  orderBy: [asc(paymentMovements.createdAt), asc(paymentMovements.id)],
});

type PaymentRows = { payments: readonly PaymentRow[] };

type RefundRows = {
  refunds: readonly RefundRow[];
  refundItems: readonly (typeof refundItems.$inferSelect)[];
};

type MovementRows = { movements: readonly (typeof paymentMovements.$inferSelect)[] };

/** A pending refund counts as refunded. */
export function toReviewedPayments(
  rows: PaymentRows & Pick<RefundRows, "refunds">,
): ReviewedPayment[] {
  const pending = rows.refunds.filter(({ status }) => status === "pending");
  return rows.payments.flatMap(({ id, status, amountMinor, capturedMinor, ...row }) => {
    if (!isBesideOrder(status)) return [];
    const { currency, refundedMinor, sessionId } = row;
    const onItsWay = pending
      .filter(({ paymentId }) => paymentId === id)
      .reduce((sum, refund) => sum + refund.amountMinor, 0);
    const amountOf = (minorUnits: number) => ({ minorUnits, currency });
    return [
      {
        id,
        reason: isFurtherTransfer({ method: row.method, status }) ? "further_transfer" : status,
        sessionId,
        captured: amountOf(capturedMinor),
        requested: amountOf(amountMinor),
        left: amountOf(Math.max(0, capturedMinor - refundedMinor - onItsWay)),
      },
    ];
  });
}

/** `toReviewedPayments` of one order; one statement. */
export async function listReviewedPayments(
  db: Queryable,
  orderId: string,
): Promise<ReviewedPayment[]> {
  const [row] = await db
    .select({ payments: paymentsColumn, refunds: refundColumns.refunds })
    .from(orders)
    .where(eq(orders.id, orderId));
  return row ? toReviewedPayments(row) : [];
}

/** Payments under review, not refunded, without a later note. A further transfer is counted with what is sent back (`TRANSFERS_BACK`). */
export async function countPaymentsToReview(db: Queryable): Promise<number> {
  const [row] = await db
    .select({ waiting: count() })
    .from(payments)
    .where(
      and(
        inArray(payments.status, ["wrong_amount", "wrong_currency", "duplicate"]),
        sql`not (${payments.status} = 'duplicate' and ${payments.method} = 'manual')`,
        gt(payments.capturedMinor, payments.refundedMinor),
        isNotNull(payments.orderId),
        sql`not exists (select from order_notes n where n.order_id = ${payments.orderId} and n.created_at >= ${payments.updatedAt})`,
      ),
    );
  return row?.waiting ?? 0;
}

export type PaymentEntry = {
  id: string;
  kind:
    | (typeof paymentMovements.$inferSelect)["kind"]
    | "refund_pending"
    | "refund_to_send"
    | "refund_refused";
  /** Why a charge does not pay its order; null for one that does, or whose order ended, and for what went back. */
  besideReason: Exclude<BesideReason, "owed_back"> | null;
  /** Whether the owner can still say that it was recorded by mistake: transfers that do not pay their order in full. */
  isUndoable: boolean;
  /** Negative for returned money. */
  amount: ReportedAmount;
  /** "Visa ending in 4242"; "" when unknown. */
  method: string;
  at: Date;
};

/** Why the charges of a payment stand beside its order, by its id. */
function besideReasons({ payments: rows }: PaymentRows) {
  const reasons = rows.map(({ id, method, status }) => {
    const isFurther = isFurtherTransfer({ method, status });
    const reason = isFurther ? "further_transfer" : isUnderReview(status) ? status : null;
    return [id, reason] as const;
  });
  return new Map<string, PaymentEntry["besideReason"]>(reasons);
}

/** Whether a movement is a transfer that does not pay its order, and that was neither undone nor sent back. */
function undoableOf({
  movements,
  payments: rows,
}: PaymentRows & MovementRows): (movement: MovementRows["movements"][number]) => boolean {
  const isOpen = ({ depositMinor, method, refundedMinor, status }: PaymentRow) =>
    refundedMinor === 0 &&
    (status === "owed_back" ||
      isFurtherTransfer({ method, status }) ||
      (status === "processing" && depositMinor !== null));
  const open = new Set(rows.filter(isOpen).map(({ id }) => id));
  const undone = new Set(
    movements.flatMap(({ kind, providerId }) => (kind === "charge_undone" ? [providerId] : [])),
  );
  return ({ kind, paymentId, providerId }) =>
    kind === "charge" && open.has(paymentId) && !undone.has(providerId);
}

function requestedKind(refund: RefundRow): PaymentEntry["kind"] {
  if (refund.status === "failed") return "refund_refused";
  return isSentByHand(refund) ? "refund_to_send" : "refund_pending";
}

/** An order's movements and its pending or refused refunds, oldest first. */
export function toPaymentHistory(
  rows: PaymentRows & MovementRows & Pick<RefundRows, "refunds">,
): PaymentEntry[] {
  const reasons = besideReasons(rows);
  const isUndoable = undoableOf(rows);
  const hasMoved = new Set(rows.movements.map(({ providerId }) => providerId));
  const requested = rows.refunds.filter(
    ({ id, status }) => status !== "succeeded" && !hasMoved.has(id),
  );
  const entries: PaymentEntry[] = [
    ...rows.movements.map((movement) => ({
      id: movement.id,
      kind: movement.kind,
      besideReason: movement.kind === "charge" ? (reasons.get(movement.paymentId) ?? null) : null,
      isUndoable: isUndoable(movement),
      amount: { minorUnits: movement.amountMinor, currency: movement.currency },
      method: movement.method,
      at: movement.createdAt,
    })),
    ...requested.map((refund) => ({
      id: refund.id,
      kind: requestedKind(refund),
      besideReason: null,
      isUndoable: false,
      amount: { minorUnits: -refund.amountMinor, currency: refund.currency },
      method: "",
      at: refund.createdAt,
    })),
  ];
  return entries.toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

export type RefundRow = typeof refunds.$inferSelect;

/** Refunds of the money that pays an order, oldest first, with items. */
export function toRefunds(rows: PaymentRows & RefundRows): readonly (RefundRow & EarlierRefund)[] {
  const beside = new Set(
    rows.payments.flatMap(({ id, status }) => (isBesideOrder(status) ? [id] : [])),
  );
  return rows.refunds
    .filter(({ paymentId }) => !beside.has(paymentId))
    .map((refund) => ({
      ...refund,
      refundedItems: rows.refundItems.filter(({ refundId }) => refundId === refund.id),
    }));
}

/** `toRefunds` of one order; one statement. */
export async function findRefunds(
  db: Queryable,
  orderId: string,
): Promise<readonly (RefundRow & EarlierRefund)[]> {
  const [row] = await db
    .select({ payments: paymentsColumn, ...refundColumns })
    .from(orders)
    .where(eq(orders.id, orderId));
  return row ? toRefunds(row) : [];
}
