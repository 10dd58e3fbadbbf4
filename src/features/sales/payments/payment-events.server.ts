import { and, eq } from "drizzle-orm";
import { DAY_MS } from "#core/duration.ts";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { paymentEvents } from "#db/schema/payments.server.ts";
import { notePaymentTrouble } from "#features/base/settings/payment-trouble.server.ts";
import { declineCode } from "#features/orders/order/decline-codes.ts";
import { findOrderById } from "#features/orders/order/order-queries.server.ts";
import { isProviderError } from "#platform/payment-trouble.ts";
import type {
  DeclineEvent,
  DisputeEvent,
  FollowingEvent,
  PaymentEvent,
  PaymentMessage,
  PaymentProvider,
  RefundEvent,
} from "#platform/payments.server.ts";
import { findPaymentByIntent } from "./payment-queries.server.ts";
import type { PaymentRow, Settlement, SettlementDeps } from "./payment-records.server.ts";
import { recordPaymentMessage, writeDecline } from "./payment-records.server.ts";
import { settleDispute } from "./settle-dispute.server.ts";
import { settleRefund } from "./settle-refund.server.ts";
import { settlePayment, settleSession } from "./settle-session.server.ts";
import { settleWithoutOrder } from "./settle-without-order.server.ts";

/** Applies a provider's message; refuses a wrong signature or shape. */
export async function receivePaymentEvent(
  deps: SettlementDeps,
  message: PaymentMessage,
): Promise<Result<Settlement, "refused">> {
  const event = await deps.payments.receive(message);
  return event ? ok(await applyEvent(deps, event)) : fail("refused");
}

async function applyEvent(deps: SettlementDeps, event: PaymentEvent): Promise<Settlement> {
  if (event.type === "ignored") return "unknown";
  return "session" in event ? settlePayment(deps, event) : applyFollowingEvent(deps, event);
}

/**
 * Applies refunds, disputes and declines, repeated and in any order. A refund before its payment settles the
 * payment first.
 */
export async function applyFollowingEvent(
  deps: SettlementDeps,
  event: FollowingEvent,
): Promise<Settlement> {
  if (event.type === "payment.declined") return noteDecline(deps, event);
  const payment =
    (await findPaymentByIntent(deps.db, event.paymentId)) ?? (await settleFirst(deps, event));
  if (payment?.provider !== event.provider) return "unknown";
  if (!payment.orderId) await settleWithoutOrder(deps, payment.id, event);
  else if (event.type === "dispute.changed") {
    await settleDispute(deps, { payment, dispute: event.dispute });
  } else {
    for (const providerRefund of event.refunds) {
      await settleRefund(deps, { payment, providerRefund });
    }
  }
  const about = event.type === "dispute.changed" ? event.dispute : { refunds: event.refunds };
  // Last, so that failures are sent again.
  const isNew = await recordPaymentMessage(deps.db, event, {
    sessionId: payment.sessionId,
    payload: { reference: payment.orderId ?? payment.donationId, ...about },
    processedAt: deps.clock.now(),
  });
  return isNew ? "noted" : "duplicate";
}

/** Null for a foreign payment. */
async function settleFirst(
  deps: SettlementDeps,
  event: RefundEvent | DisputeEvent,
): Promise<PaymentRow | null> {
  const provider = await deps.payments.of(event.provider);
  const reference = await provider.referenceOf(event.paymentId);
  const order = reference && isId(reference) ? await findOrderById(deps.db, reference) : null;
  const { payment } = order ?? {};
  if (!payment?.sessionId || payment.provider !== event.provider) return null;
  const session = await provider.readSession(payment.sessionId);
  if (session) await settleSession(deps, provider.name, session);
  return findPaymentByIntent(deps.db, event.paymentId);
}

/** Once per message. The order stays: another card may follow. Donations and foreign payments need no note. */
async function noteDecline(deps: SettlementDeps, event: DeclineEvent): Promise<Settlement> {
  const { reference } = event;
  const order = isId(reference) ? await findOrderById(deps.db, reference) : null;
  if (order?.payment.provider !== event.provider) return "unknown";
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const isNew = await recordPaymentMessage(tx, event, {
      sessionId: order.payment.sessionId,
      payload: { reference, code: declineCode(event.code) },
      processedAt: now,
    });
    if (!isNew) return "duplicate";
    await writeDecline(tx, order, { ...event, at: new Date(Math.min(+event.at, +now)) });
    return "noted";
  });
}

/** Stripe tries to deliver for three days. */
const LOOK_BACK_MS = 3 * DAY_MS;

/** Of the run each minute; longer than the pause between long runs. */
const RECENT_MS = 15 * 60 * 1000;

/**
 * Applies messages of the last days that never arrived: refunds and disputes at the provider, second and
 * foreign payments. One failure does not stop others. `recent`: a quarter hour only. Returns how many were
 * found.
 */
export async function catchUpPayments(
  deps: SettlementDeps,
  { recent = false }: { recent?: boolean } = {},
): Promise<number> {
  const since = new Date(deps.clock.now().getTime() - (recent ? RECENT_MS : LOOK_BACK_MS));
  let found = 0;
  for (const provider of await deps.payments.known()) {
    try {
      found += await catchUp(deps, provider, since);
    } catch (error) {
      await notePaymentTrouble(deps, error);
      deps.logger.warn({ err: error, provider: provider.name }, "payments: not caught up");
    }
  }
  return found;
}

const WITHOUT_EFFECT: readonly Settlement[] = ["unknown", "unchanged", "duplicate"];

async function catchUp(
  deps: SettlementDeps,
  provider: PaymentProvider,
  since: Date,
): Promise<number> {
  let found = 0;
  for await (const { id, read } of provider.listEventsSince(since)) {
    if (await isRecorded(deps, provider, id)) continue;
    try {
      const event = await read();
      const settlement = event ? await applyEvent(deps, event) : "unknown";
      if (!WITHOUT_EFFECT.includes(settlement)) found += 1;
    } catch (error) {
      // Without connection or valid keys the others fail too.
      if (isProviderError(error) && error.trouble !== "refused") throw error;
      deps.logger.error({ err: error, eventId: id }, "payments: a message could not be applied");
    }
  }
  return found;
}

async function isRecorded(
  { db }: SettlementDeps,
  { name }: PaymentProvider,
  eventId: string,
): Promise<boolean> {
  const isIt = and(eq(paymentEvents.provider, name), eq(paymentEvents.eventId, eventId));
  return (await db.select({ id: paymentEvents.id }).from(paymentEvents).where(isIt)).length > 0;
}
