import { and, eq, inArray } from "drizzle-orm";
import { orders } from "#db/schema/orders.server.ts";
import type { Order, OrderStatus } from "#features/orders/order.ts";
import { findOrderByKey } from "#features/orders/order-queries.server.ts";
import type { CheckoutDeps } from "./checkout-deps.server.ts";
import { expireCheckout } from "./expire-checkout.server.ts";
import type { OpenedPayment } from "./open-payment.server.ts";

/**
 * What became of an earlier press under this key: a page to go to, an order that has none yet, nothing that still counts, or an
 * order that may have been paid and cannot be asked about.
 */
export type Resumption =
  | { kind: "page"; payment: OpenedPayment }
  | { kind: "unopened"; order: Order }
  | { kind: "none" }
  | { kind: "unsure" };

/** An order in one of these can never be paid at its own page again: its key may begin another one. */
const OVER: readonly OrderStatus[] = ["cancelled", "expired", "refunded"];

/**
 * Where a repeated press of the button leads (house rule 10): to the page of the order it began, or to its confirmation once paid.
 * An order whose time has passed is ended first, and one that is over gives its key up, so that the same press begins a new order
 * instead of an error.
 */
export async function resumeOrder(deps: CheckoutDeps, idempotencyKey: string): Promise<Resumption> {
  const order = await findOrderByKey(deps.db, idempotencyKey);
  if (!order) return { kind: "none" };
  const status = await statusNow(deps, order);
  if (status === "unsure") return { kind: "unsure" };
  const { paymentSessionId: sessionId, paymentUrl } = order;
  if (status === "completed" && sessionId) {
    const url = `${deps.publicUrl}/checkout/success?session_id=${sessionId}`;
    return { kind: "page", payment: { sessionId, url } };
  }
  if (status !== "pending") {
    await giveUpKey(deps, idempotencyKey);
    return { kind: "none" };
  }
  if (!sessionId || !paymentUrl) return { kind: "unopened", order };
  return { kind: "page", payment: { sessionId, url: paymentUrl } };
}

/** The order's status, after ending it when its time to pay has passed and the sweep has not come yet. */
async function statusNow(deps: CheckoutDeps, order: Order): Promise<OrderStatus | "unsure" | null> {
  const hasLapsed = order.reservedUntil !== null && order.reservedUntil <= deps.clock.now();
  if (order.status !== "pending" || !hasLapsed) return order.status;
  try {
    return await expireCheckout(deps, { orderId: order.id, as: "expired", because: "time_passed" });
  } catch (error) {
    deps.logger.warn({ err: error, orderId: order.id }, "checkout: lapsed session not ended");
    return "unsure";
  }
}

/** Only from an order that is over at this very moment: one that a late payment just completed keeps its key. */
async function giveUpKey(deps: CheckoutDeps, idempotencyKey: string): Promise<void> {
  await deps.db
    .update(orders)
    .set({ idempotencyKey: null })
    .where(and(eq(orders.idempotencyKey, idempotencyKey), inArray(orders.status, OVER)));
}
