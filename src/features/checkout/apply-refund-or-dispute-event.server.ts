import { isId } from "#core/ids.ts";
import { settleDonationRefunds } from "#features/donations/settle-donation-refunds.server.ts";
import type { Order } from "#features/orders/order.ts";
import { findOrderById, findOrderByPayment } from "#features/orders/order-queries.server.ts";
import { recordPaymentMessage } from "#features/payments/record-payment-message.server.ts";
import { settleDispute } from "#features/payments/settle-dispute.server.ts";
import { settleRefund } from "#features/payments/settle-refund.server.ts";
import type { DisputeEvent, FollowingEvent, RefundEvent } from "#platform/payments.server.ts";
import type { CheckoutDeps } from "./checkout-deps.server.ts";
import { noteDecline } from "./note-decline.server.ts";
import type { Settlement } from "./settle-payment.server.ts";
import { settleSession } from "./settle-payment.server.ts";

/**
 * Applies a message about what no session tells: refunds and disputes, as often and in any order as they come, and declined cards. A refund that
 * overtook the message of its payment settles the payment first.
 */
export async function applyRefundOrDisputeEvent(
  deps: CheckoutDeps,
  event: FollowingEvent,
): Promise<Settlement> {
  if (event.type === "payment.declined") return noteDecline(deps, event);
  const known = await findOrderByPayment(deps.db, event.paymentId);
  if (!known && (await settleDonationRefunds(deps, event))) return record(deps, event, null);
  const order = known ?? (await settleFirst(deps, event));
  if (!order) return "unknown";
  if (order.paymentProvider !== event.provider) return "unknown";
  const { provider } = event;
  if (event.type === "dispute.changed") {
    await settleDispute(deps, { orderId: order.id, provider, dispute: event.dispute });
  } else {
    for (const told of event.refunds) {
      await settleRefund(deps, { orderId: order.id, provider, providerRefund: told });
    }
  }
  return record(deps, event, order);
}

/** The order of a payment that the shop has not heard of yet, after settling it; null when it is none of the shop's. */
async function settleFirst(
  deps: CheckoutDeps,
  event: RefundEvent | DisputeEvent,
): Promise<Order | null> {
  const provider = await deps.payments.of(event.provider);
  const reference = await provider.referenceOf(event.paymentId);
  const order = reference && isId(reference) ? await findOrderById(deps.db, reference) : null;
  if (!order?.paymentSessionId || order.paymentProvider !== event.provider) return null;
  const session = await provider.readSession(order.paymentSessionId);
  if (session) await settleSession(deps, provider.name, session);
  return findOrderByPayment(deps.db, event.paymentId);
}

/** Writes the message down when it has been applied: what broke off is sent again. A donation's names no order. */
async function record(
  deps: CheckoutDeps,
  event: RefundEvent | DisputeEvent,
  order: Order | null,
): Promise<"noted" | "duplicate"> {
  const about = event.type === "dispute.changed" ? event.dispute : { refunds: event.refunds };
  const recorded = await recordPaymentMessage(deps.db, event, {
    sessionId: order?.paymentSessionId ?? null,
    payload: { reference: order?.id ?? null, ...about },
    processedAt: deps.clock.now(),
  });
  return recorded === null ? "duplicate" : "noted";
}
