import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import type { Order, OrderStatus } from "#features/orders/order/order.ts";
import {
  findOrderById,
  findOrderBySession,
  findOrderIdByNumber,
  findOwnOrder,
} from "#features/orders/order/order-queries.server.ts";
import { cancelCheckout } from "#features/sales/payments/expire-checkout.server.ts";
import type { SettlementDeps } from "#features/sales/payments/payment-records.server.ts";

/** 'unchanged': paid, over, or with its bank. */
type Failure = "forbidden" | "not_found" | "unchanged";

async function cancel(deps: SettlementDeps, order: Order): Promise<Result<null, Failure>> {
  if (order.status !== "pending") return fail("unchanged");
  const status = await cancelCheckout(deps, { orderId: order.id, because: "customer_cancelled" });
  return status === "cancelled" ? ok(null) : fail("unchanged");
}

/**
 * Cancels the actor's unpaid order: its page closes, its items are free at once. Money that arrived completes
 * it instead.
 */
export async function cancelOwnOrder(
  deps: SettlementDeps,
  input: { actor: Actor; orderId: string },
): Promise<Result<null, Failure>> {
  const found = await findOwnOrder(deps.db, input);
  return found.ok ? cancel(deps, found.value) : found;
}

/** cancelOwnOrder for an unguessable session id. */
export async function cancelOrderOfSession(
  deps: SettlementDeps,
  input: { sessionId: string },
): Promise<Result<null, Failure>> {
  const order = await findOrderBySession(deps.db, input.sessionId);
  return order ? cancel(deps, order) : fail("not_found");
}

/** The same by number and email; a wrong pair is 'not_found'. */
export async function cancelGuestOrder(
  deps: SettlementDeps,
  input: { number: string; email: string },
): Promise<Result<null, Failure>> {
  const orderId = await findOrderIdByNumber(deps.db, input);
  const order = orderId && (await findOrderById(deps.db, orderId));
  return order ? cancel(deps, order) : fail("not_found");
}

/** The status of an order whose payment page was left; null for an unknown id. Read-only. */
export async function findLeftCheckout(
  { db }: { db: Database },
  { orderId }: { orderId: string | null },
): Promise<OrderStatus | null> {
  const order = orderId && isId(orderId) ? await findOrderById(db, orderId) : null;
  return order?.status ?? null;
}

/**
 * Ends a left checkout and returns its status, null for an unknown id. With the browser's `sessionId` only
 * that session's order ends: links to others' orders do nothing without the button.
 */
export async function cancelLeftCheckout(
  deps: SettlementDeps,
  input: { orderId: string; sessionId: string | null },
): Promise<OrderStatus | null> {
  const { orderId, sessionId } = input;
  if (sessionId !== null) {
    const own = await findOrderBySession(deps.db, sessionId);
    if (own?.id !== orderId) return findLeftCheckout(deps, { orderId });
  }
  return cancelCheckout(deps, { orderId });
}
