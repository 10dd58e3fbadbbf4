import type { Actor } from "#features/identity/actor.ts";
import { claimOrder } from "#features/orders/claim-order.server.ts";
import { holdsReservation } from "#features/orders/order.ts";
import { findOrderBySession } from "#features/orders/order-queries.server.ts";
import type { CheckoutDeps } from "./checkout-deps.server.ts";
import type { OrderView } from "./order-view.ts";
import { toOrderView } from "./order-view.ts";
import { settleSession } from "./settle-payment.server.ts";

/** Ids of payment sessions are of these letters; anything else is looked up nowhere. */
const SESSION_ID = /^[A-Za-z0-9_-]{10,255}$/;

/**
 * The order of a payment session, for whoever holds the session's unguessable id (specification 7). While it is pending the
 * provider itself is asked, so that a late message costs the shopper nothing (decision C4); a signed-in customer's order without an
 * account becomes theirs. Null when there is none.
 */
export async function retrieveOrder(
  deps: CheckoutDeps,
  input: { sessionId: string; actor: Actor },
): Promise<OrderView | null> {
  const { sessionId, actor } = input;
  if (!SESSION_ID.test(sessionId)) return null;
  const order = await findOrderBySession(deps.db, sessionId);
  if (!order) return null;
  if (order.userId === null) await claimOrder(deps, { orderId: order.id, actor });
  if (!holdsReservation(order.status)) return toOrderView(order);
  try {
    const provider = await deps.payments.of(order.paymentProvider);
    const session = await provider.readSession(sessionId);
    if (session) await settleSession(deps, provider.name, session);
  } catch (error) {
    deps.logger.warn({ err: error, orderId: order.id }, "checkout: provider not reached");
    return toOrderView(order);
  }
  return toOrderView((await findOrderBySession(deps.db, sessionId)) ?? order);
}
