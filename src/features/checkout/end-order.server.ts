import { bumpContentVersion } from "#db/content-version.server.ts";
import type { OrderStatus } from "#features/orders/order.ts";
import { holdsReservation } from "#features/orders/order.ts";
import {
  findOrderById,
  findOrderBySession,
  lockOrder,
} from "#features/orders/order-queries.server.ts";
import type { CheckoutDeps } from "./checkout-deps.server.ts";
import type { EndReason } from "./close-order.server.ts";
import { closeOrder } from "./close-order.server.ts";
import { settleSession } from "./settle-payment.server.ts";

/**
 * Ends a pending order from the shop's side: first at the provider, so that nobody can pay it any more, then here, and its pieces
 * are back at once. If it was paid a moment before, it is completed instead. Answers with the status the order has then, null when
 * there is none. Throws when the provider cannot be asked; the order then keeps its hold.
 */
export async function endOrder(
  deps: CheckoutDeps,
  input: { orderId: string; as: "cancelled" | "expired"; because: EndReason; why?: string },
): Promise<OrderStatus | null> {
  const order = await findOrderById(deps.db, input.orderId);
  if (!order || !holdsReservation(order.status)) return order?.status ?? null;
  if (order.paymentSessionId) {
    const provider = await deps.payments.of(order.paymentProvider);
    if (!(await provider.endSession(order.paymentSessionId))) {
      const session = await provider.readSession(order.paymentSessionId);
      if (session) await settleSession(deps, provider.name, session);
      return (await findOrderById(deps.db, order.id))?.status ?? null;
    }
  }
  const version = await deps.db.transaction(async (tx) => {
    const locked = await lockOrder(tx, order.id);
    const result = locked ? await closeOrder(tx, locked, input) : null;
    return result?.isStockChanged ? bumpContentVersion(tx) : null;
  });
  if (version !== null) await deps.content.settle(version);
  return (await findOrderById(deps.db, order.id))?.status ?? null;
}

/**
 * Gives back what a shopper's earlier, unfinished checkout still holds, when the same browser starts another one; a provider
 * that cannot be asked leaves it to the clock.
 */
export async function endReplaced(deps: CheckoutDeps, sessionId: string): Promise<void> {
  const order = await findOrderBySession(deps.db, sessionId);
  if (!order) return;
  try {
    await endOrder(deps, { orderId: order.id, as: "cancelled", because: "replaced" });
  } catch (error) {
    deps.logger.warn({ err: error, orderId: order.id }, "checkout: earlier session not ended");
  }
}
