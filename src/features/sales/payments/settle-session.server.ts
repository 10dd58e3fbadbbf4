import { and, asc, eq } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import { amountIn, money } from "#core/money-amount.ts";
import type { ProviderName } from "#core/payment-providers.ts";
import { isManualProvider } from "#core/payment-providers.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable, Transaction } from "#db/client.server.ts";
import { bumpForStockAndImpact } from "#db/content-version.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { payments, refunds } from "#db/schema/payments.server.ts";
import type { Order, OrderStatus, OrderTotals } from "#features/orders/order/order.ts";
import { canBecome, holdsReservation, isPaid, orderTotals } from "#features/orders/order/order.ts";
import { lockOrder } from "#features/orders/order/order-queries.server.ts";
import {
  hasOrderEvent,
  recordOrderEvent,
} from "#features/orders/order/stored-order-events.server.ts";
import {
  isDepositReturned,
  leftToPay,
  transferredOf,
} from "#features/orders/order/transfer-deposit.ts";
import type { PaymentSession, PaymentSubject, SessionEvent } from "#platform/payments.server.ts";
import { shopNameOf, toSessionEvent } from "#platform/payments.server.ts";
import { claimDaysOnPayment } from "./claim-days.server.ts";
import { completeOrder, lockGoodsOfLatePayment } from "./complete-order.server.ts";
import { captureDeposit, claimDeposit } from "./order-credit.server.ts";
import type { ReviewReason } from "./payment.ts";
import { isUnpaid } from "./payment.ts";
import type { Decision, PaymentRow, Settlement, SettlementDeps } from "./payment-records.server.ts";
import {
  changePayment,
  recordCapture,
  recordPaymentMessage,
  releaseOrder,
  writeDecline,
} from "./payment-records.server.ts";
import { settleDonation } from "./settle-donation.server.ts";
import { sendSettlementEmail } from "./settlement-emails.server.ts";

/** Banks may take days. */
const REQUEST_AGAIN_MS = 30 * 60 * 1000;

type Subject = { kind: PaymentSubject; id: string };

/** By id, else the provider's metadata. 'known': a recorded foreign session; null: a new one. */
async function findSubject(
  db: Queryable,
  publicUrl: string,
  session: PaymentSession,
): Promise<Subject | "known" | null> {
  const [payment] = await db
    .select({ orderId: payments.orderId, donationId: payments.donationId })
    .from(payments)
    .where(eq(payments.sessionId, session.id));
  if (payment?.orderId) return { kind: "order", id: payment.orderId };
  if (payment?.donationId) return { kind: "donation", id: payment.donationId };
  if (payment) return "known";
  const { kind, reference, shop } = session;
  return kind && shop === shopNameOf(publicUrl) && isId(reference) ? { kind, id: reference } : null;
}

/**
 * Applies a session's message at most once, in one transaction (decision C3). Throws only without the
 * database, so that the provider repeats it. `readAs`: the status in which the shop itself read the order that it completes; 'unchanged'
 * once it has another. Null for a provider, whose money counts however the order ended.
 */
export async function settlePayment(
  deps: SettlementDeps,
  event: SessionEvent,
  readAs: OrderStatus | null = null,
): Promise<Settlement> {
  const session = await claimDaysOnPayment(deps, event);
  const settled = await inTransaction(deps.db, async (tx) => {
    const { id: sessionId, kind, reference, status, total, shipping } = session;
    if (await isOvertaken(tx, event, readAs)) return fail("overtaken");
    const recorded = await recordPaymentMessage(tx, event, {
      sessionId,
      payload: { reference, kind, status, total, shipping },
      processedAt: deps.clock.now(),
    });
    if (!recorded) return ok({ settlement: "duplicate" as const, change: null });
    const decision = await decide(tx, deps, { ...event, session });
    // Store credit that was to pay its part again was spent meanwhile: an owner confirms anew, and no provider has money to review.
    if (decision.settlement === "under_review" && isManualProvider(event.provider))
      return fail("overtaken");
    if (decision.event) await sendSettlementEmail(tx, deps, decision.event);
    // Last: its row stays locked until the commit.
    const change = await bumpForStockAndImpact(tx, decision.changedProducts ?? []);
    return ok({ settlement: decision.settlement, change });
  });
  if (!settled.ok) return "unchanged";
  const { change, settlement } = settled.value;
  if (change) await deps.content.settle(change);
  if (settlement === "under_review" || settlement === "foreign" || settlement === "unknown") {
    const { id: eventId, type } = event;
    deps.logger.warn({ eventId, type, settlement }, "payments: completes no order");
  }
  return settlement;
}

/** Applies a session's present state; null while open. */
export async function settleSession(
  deps: SettlementDeps,
  provider: ProviderName,
  session: PaymentSession,
): Promise<Settlement | null> {
  const event = toSessionEvent(provider, session);
  return event && settlePayment(deps, event);
}

async function decide(
  tx: Transaction,
  deps: SettlementDeps,
  event: SessionEvent,
): Promise<Decision> {
  const subject = await findSubject(tx, deps.publicUrl, event.session);
  if (subject === "known") return { settlement: "unchanged" };
  const settled =
    subject?.kind === "order"
      ? await settleOrder(tx, deps, subject.id, event)
      : subject?.kind === "donation"
        ? await settleDonation(tx, deps, subject.id, event)
        : null;
  return settled ?? recordForeign(tx, event);
}

async function recordForeign(tx: Transaction, event: SessionEvent): Promise<Decision> {
  if (event.type !== "session.paid" || event.provider === "test") return { settlement: "unknown" };
  const requestedMinor = event.session.total.minorUnits;
  const written = await recordCapture(
    tx,
    { payment: null, of: {}, status: "foreign", requestedMinor },
    event,
  );
  return { settlement: written === null ? "unchanged" : "foreign" };
}

/** Null when unknown, or another provider's. */
async function settleOrder(
  tx: Transaction,
  deps: SettlementDeps,
  orderId: string,
  event: SessionEvent,
): Promise<Decision | null> {
  const order = await lockOrder(tx, orderId);
  if (order?.payment.provider !== event.provider) return null;
  if (event.type === "session.paid") return settlePaidOrder(tx, deps, order, event);
  if (event.type === "session.declined") {
    // The page stays open for another card.
    await writeDecline(tx, order, { code: "", isCard: true, at: deps.clock.now() });
    return { settlement: "noted" };
  }
  // An earlier session ends nothing.
  const { sessionId } = order.payment;
  if (sessionId !== null && sessionId !== event.session.id) return { settlement: "unchanged" };
  if (!holdsReservation(order.status)) return { settlement: "unchanged" };
  if (event.type === "session.processing") {
    await extendReservation(tx, deps, order);
    return { settlement: "noted" };
  }
  if (event.type === "session.failed") {
    await recordOrderEvent(tx, { orderId: order.id, type: "payment_failed", detail: {} });
  }
  const {
    closed,
    changedProducts,
    event: owed,
  } = await releaseOrder(
    tx,
    order,
    event.type === "session.failed"
      ? { as: "cancelled", because: "payment_refused" }
      : { as: "expired", because: "provider_expired" },
  );
  return {
    settlement: closed ? "released" : "unchanged",
    changedProducts,
    ...(owed && { event: owed }),
  };
}

/** The session's, else the order's while unpaid, else null. */
async function findPaymentOf(
  tx: Transaction,
  order: Order,
  session: PaymentSession,
): Promise<PaymentRow | null> {
  const rows = await tx
    .select()
    .from(payments)
    .where(eq(payments.orderId, order.id))
    .orderBy(asc(payments.createdAt));
  const unpaid = rows.find(({ id, status }) => id === order.payment.id && isUnpaid(status));
  return rows.find(({ sessionId }) => sessionId === session.id) ?? unpaid ?? null;
}

/** With amounts added by the page; null in another currency. */
function totalsWith(order: Order, session: PaymentSession): OrderTotals | null {
  const { currency } = order.totals.total;
  if (!amountIn(session.total, currency)) return null;
  const nothing = money(0, currency);
  const { promotion, shipping, tax } = session;
  return orderTotals(order.lines, {
    promotion: (promotion && amountIn(promotion.amount, currency)) ?? nothing,
    shipping: (shipping && amountIn(shipping.price, currency)) ?? nothing,
    tax: amountIn(tax, currency) ?? nothing,
  });
}

/**
 * Whether the shop completes an order that is not as it was read. It has ended meanwhile, so that its store credit went back and pays
 * nothing any more; or what an owner confirms of a transfer is not what is left to pay, because money was recorded, taken back or is on
 * its way back: then nothing is settled, so that the ledger never has another sum than the owner read. Locks the order first.
 */
async function isOvertaken(
  tx: Transaction,
  { provider, session, type }: SessionEvent,
  readAs: OrderStatus | null,
): Promise<boolean> {
  if (type !== "session.paid" || (readAs === null && !isManualProvider(provider))) return false;
  const order = isId(session.reference) ? await lockOrder(tx, session.reference) : null;
  if (!order || isPaid(order.status)) return false;
  if (readAs !== null && order.status !== readAs) return true;
  if (!isManualProvider(provider)) return false;
  if (leftToPay(order).minorUnits !== session.total.minorUnits) return true;
  const { id: paymentId } = order.payment;
  const isGoingBack = and(eq(refunds.paymentId, paymentId), eq(refunds.status, "pending"));
  return (await tx.$count(refunds, isGoingBack)) > 0;
}

/** Completes the order if the sum matches the first payment; else puts the money under review. */
async function settlePaidOrder(
  tx: Transaction,
  deps: SettlementDeps,
  order: Order,
  event: SessionEvent,
): Promise<Decision> {
  const { session } = event;
  const payment = await findPaymentOf(tx, order, session);
  if (payment && !isUnpaid(payment.status)) return { settlement: "unchanged" };
  if (!isPaid(order.status) && isDepositReturned(order)) return { settlement: "unchanged" };
  const totals = totalsWith(order, session);
  if (!isPaid(order.status)) await lockGoodsOfLatePayment(tx, order);
  const { creditMinor, due } = await findDue(tx, deps, { order, totals, session });
  const reason = isPaid(order.status) ? "duplicate" : findMismatch(session, due);
  if (!reason && totals && canBecome(order.status, "completed")) {
    const earlierMinor = transferredOf(order).minorUnits;
    const capture = { payment, of: { orderId: order.id }, status: "captured" as const };
    const requestedMinor = earlierMinor + session.total.minorUnits;
    await recordCapture(tx, { ...capture, requestedMinor, earlierMinor }, event);
    // Credit that went back when the order ended pays nothing unless it was claimed again.
    if (creditMinor > 0) await captureDeposit(tx, order);
    const credit = money(creditMinor, totals.total.currency);
    const { changedProducts, completed } = await completeOrder(tx, deps, {
      order: creditMinor > 0 ? { ...order, credit } : order,
      totals,
      session,
    });
    return {
      settlement: "completed",
      changedProducts,
      event: { type: "order_completed", order: completed },
    };
  }
  const expected = due ?? order.totals.total;
  await reviewPayment(tx, { order, payment, reason: reason ?? "duplicate", expected }, event);
  return { settlement: "under_review" };
}

/** `due`: the total less `creditMinor` of store credit and what was transferred of it before; null in another currency. */
async function findDue(
  tx: Transaction,
  { clock }: SettlementDeps,
  paid: { order: Order; totals: OrderTotals | null; session: PaymentSession },
): Promise<{ due: MoneyAmount | null; creditMinor: number }> {
  const { order, session, totals } = paid;
  if (!totals) return { due: null, creditMinor: 0 };
  const { total } = totals;
  if (isPaid(order.status)) return { due: total, creditMinor: 0 };
  const paidBefore = transferredOf(order).minorUnits;
  const amounts = {
    paidMinor: paidBefore + session.total.minorUnits,
    totalMinor: total.minorUnits,
    at: clock.now(),
  };
  const creditMinor = await claimDeposit(tx, order, amounts);
  const due = money(total.minorUnits - creditMinor - paidBefore, total.currency);
  return { due, creditMinor };
}

function findMismatch(session: PaymentSession, due: MoneyAmount | null): ReviewReason | null {
  if (!due) return "wrong_currency";
  return session.total.minorUnits === due.minorUnits ? null : "wrong_amount";
}

async function reviewPayment(
  tx: Transaction,
  review: {
    order: Order;
    payment: PaymentRow | null;
    reason: ReviewReason;
    expected: OrderTotals["total"];
  },
  event: SessionEvent,
): Promise<void> {
  const { order, payment, reason, expected } = review;
  const { total } = event.session;
  const paymentId = await recordCapture(
    tx,
    {
      payment,
      of: { orderId: order.id },
      status: reason,
      requestedMinor: reason === "wrong_amount" ? expected.minorUnits : total.minorUnits,
    },
    event,
  );
  await recordOrderEvent(tx, {
    orderId: order.id,
    type: `payment_${reason}`,
    detail: { paymentId, paid: total, expected },
  });
}

/** A payment is on its way; noted once. */
async function extendReservation(
  tx: Transaction,
  deps: SettlementDeps,
  order: Order,
): Promise<void> {
  const type = "payment_processing";
  if (!(await hasOrderEvent(tx, { orderId: order.id, type }))) {
    await recordOrderEvent(tx, { orderId: order.id, type, detail: {} });
  }
  await changePayment(tx, order.payment.id, "processing");
  await tx
    .update(orders)
    .set({ reservedUntil: new Date(deps.clock.now().getTime() + REQUEST_AGAIN_MS) })
    .where(eq(orders.id, order.id));
}
