import { and, eq, inArray } from "drizzle-orm";
import { paymentMethodOf } from "#core/payment-providers.ts";
import type { PaymentStatus } from "#core/payment-status.ts";
import { PAYMENT_STATUSES } from "#core/payment-status.ts";
import type { Database, Queryable, Transaction } from "#db/client.server.ts";
import type { CacheInvalidation } from "#db/content-version.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { paymentEvents, paymentMovements, payments } from "#db/schema/payments.server.ts";
import { endReservations } from "#features/catalog/inventory/stock-ledger.server.ts";
import { releaseCloth } from "#features/garments/cloth/commit-cloth.server.ts";
import { forgetHold } from "#features/garments/scheduling/promise-order.server.ts";
import { declineCode } from "#features/orders/order/decline-codes.ts";
import type { Order } from "#features/orders/order/order.ts";
import { canBecome } from "#features/orders/order/order.ts";
import type { EndReason } from "#features/orders/order/order-event-details.ts";
import { recordOrderEvent } from "#features/orders/order/stored-order-events.server.ts";
import { depositOfOrder } from "#features/orders/order/transfer-deposit.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import type {
  DeclineEvent,
  PaymentEvent,
  Payments,
  SessionEvent,
} from "#platform/payments.server.ts";
import { releaseOrderCredit } from "./order-credit.server.ts";
import { canPaymentBecome } from "./payment.ts";
import type { SettlementEvent } from "./settlement-emails.server.ts";

export type SettlementDeps = {
  db: Database;
  content: CacheInvalidation;
  payments: Payments;
  jobs: JobQueue;
  clock: Clock;
  logger: Logger;
  /** Without a trailing slash. */
  publicUrl: string;
};

export type PaymentRow = typeof payments.$inferSelect;

/**
 * 'under_review': does not pay; 'foreign': another site's; 'unchanged': already past it; 'duplicate': applied
 * before; 'unknown': nothing of the shop.
 */
export type Settlement =
  | "completed"
  | "released"
  | "noted"
  | "under_review"
  | "foreign"
  | "unchanged"
  | "duplicate"
  | "unknown";

/** Its email is written last. */
export type Decision = {
  settlement: Settlement;
  /** Products whose pages show another stock now. */
  changedProducts?: readonly string[];
  event?: SettlementEvent;
};

/** Contains no email or postal addresses. */
type StoredMessage = {
  sessionId: string | null;
  payload: Record<string, unknown>;
  processedAt: Date;
};

/** Stores a message; false for a repeat. */
export async function recordPaymentMessage(
  db: Queryable,
  event: Pick<PaymentEvent, "provider" | "id" | "type">,
  message: StoredMessage,
): Promise<boolean> {
  const rows = await db
    .insert(paymentEvents)
    .values({ provider: event.provider, eventId: event.id, type: event.type, ...message })
    .onConflictDoNothing({ target: [paymentEvents.provider, paymentEvents.eventId] })
    .returning({ id: paymentEvents.id });
  return rows.length > 0;
}

type Capture = {
  /** Null creates a further payment. */
  payment: Pick<PaymentRow, "id"> | null;
  of: { orderId?: string; donationId?: string };
  status: Extract<
    PaymentStatus,
    "captured" | "wrong_amount" | "wrong_currency" | "duplicate" | "foreign"
  >;
  /** In minor units of the session's currency. */
  requestedMinor: number;
  /** What the payment captured before: a deposit. */
  earlierMinor?: number;
};

/** Writes received money to payment and ledger. Returns the payment's id, null when another has this session. */
export async function recordCapture(
  tx: Transaction,
  { payment, of, status, requestedMinor, earlierMinor = 0 }: Capture,
  { provider, session }: Pick<SessionEvent, "provider" | "session">,
): Promise<string | null> {
  const { minorUnits, currency } = session.total;
  const values = {
    status,
    amountMinor: requestedMinor,
    capturedMinor: earlierMinor + minorUnits,
    currency,
    sessionId: session.id,
    paymentIntentId: session.paymentId,
  };
  const [row] = payment
    ? await tx
        .update(payments)
        .set(values)
        .where(eq(payments.id, payment.id))
        .returning({ id: payments.id })
    : await tx
        .insert(payments)
        .values({ ...of, ...values, provider, method: paymentMethodOf(provider) })
        .onConflictDoNothing()
        .returning({ id: payments.id });
  if (!row) return null;
  if (minorUnits > 0) {
    await tx
      .insert(paymentMovements)
      .values({
        ...of,
        paymentId: row.id,
        kind: "charge",
        amountMinor: minorUnits,
        currency,
        provider,
        providerId: session.paymentId ?? session.id,
        method: session.method,
      })
      .onConflictDoNothing();
  }
  return row.id;
}

/** Only of a payment that can still change. */
export async function changePayment(
  tx: Transaction,
  paymentId: string,
  status: "failed" | "cancelled" | "expired" | "processing" | "owed_back",
): Promise<void> {
  const from = PAYMENT_STATUSES.filter((each) => canPaymentBecome(each, status));
  await tx
    .update(payments)
    .set({ status })
    .where(and(eq(payments.id, paymentId), inArray(payments.status, from)));
}

/** `why`: the provider's trouble; `account`: whose dashboard knows more. */
export type OrderEnding = {
  as: "cancelled" | "expired";
  because: EndReason;
  why?: string;
  account?: string | null;
};

/** `event`: the customer reads that a deposit goes back, or that the awaited transfer is not needed any more; else null. */
export type ReleasedOrder = {
  closed: boolean;
  changedProducts: readonly string[];
  event: SettlementEvent | null;
};

/**
 * Ends a locked unpaid order and its payment in the caller's transaction, and returns items and store credit
 * once; only pending ones. What was transferred of it is owed back from then on, and waits for the owner beside payments under
 * review. Returns whether it ended, and products with changed shown stock.
 */
export async function releaseOrder(
  tx: Transaction,
  order: Order,
  ending: OrderEnding,
): Promise<ReleasedOrder> {
  if (!canBecome(order.status, ending.as)) {
    return { closed: false, changedProducts: [], event: null };
  }
  const changedProducts = [
    ...(await endReservations(tx, order.id, true)),
    ...(await releaseCloth(tx, order)),
  ];
  if (order.madeToMeasure) await forgetHold(tx, order.id);
  await tx
    .update(orders)
    .set({ status: ending.as, reservedUntil: null })
    .where(eq(orders.id, order.id));
  const paymentStatus = ending.because === "payment_refused" ? "failed" : ending.as;
  await releaseOrderCredit(tx, order, paymentStatus);
  const received = depositOfOrder(order)?.received ?? null;
  const owed = received && received.minorUnits > 0 ? received : null;
  await changePayment(tx, order.payment.id, owed ? "owed_back" : paymentStatus);
  await recordOrderEvent(tx, {
    orderId: order.id,
    type: ending.as,
    detail: {
      because: ending.because,
      ...(ending.why ? { why: ending.why } : {}),
      ...(ending.account ? { account: ending.account } : {}),
      ...(owed ? { owed } : {}),
    },
  });
  const event: SettlementEvent | null = owed
    ? { type: "deposit_owed", order, amount: owed, as: ending.as }
    : transferEnded(order, ending.because);
  return { closed: true, changedProducts, event };
}

/** Null unless the customer was asked for a transfer, and has not ended the order herself. */
function transferEnded(order: Order, because: EndReason): SettlementEvent | null {
  const isAwaited = order.payment.method === "manual" && order.payment.status === "processing";
  const isOver = because === "time_passed";
  if (!isAwaited || (!isOver && because !== "shop_cancelled")) return null;
  return { type: "transfer_ended", order, waitedUntil: isOver ? order.reservedUntil : null };
}

/** Writes a declined card to the timeline. Providers report whole seconds; the order's creation stays first. */
export async function writeDecline(
  tx: Transaction,
  order: Order,
  { code, isCard, at }: Pick<DeclineEvent, "code" | "isCard" | "at">,
): Promise<void> {
  await recordOrderEvent(tx, {
    orderId: order.id,
    type: "payment_declined",
    detail: { code: declineCode(code), card: isCard },
    at: new Date(Math.max(+at, +order.createdAt + 1)),
  });
}
