import { createHash } from "node:crypto";
import { and, eq, inArray } from "drizzle-orm";
import { newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { orders } from "#db/schema/orders.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { isSignedIn } from "#features/base/identity/actor.ts";
import type { Order, OrderStatus } from "#features/orders/order/order.ts";
import { findOrderByKey } from "#features/orders/order/order-queries.server.ts";
import { expireOnRequest } from "#features/sales/payments/expire-checkout.server.ts";
import type { SettlementDeps } from "#features/sales/payments/payment-records.server.ts";
import type { CheckoutRequest } from "./checkout-input.ts";
import type { OpenedPayment, UnopenedPage } from "./open-payment.server.ts";
import { openLeftPage, SESSION_FAILED } from "./open-payment.server.ts";

type Press = Pick<CheckoutRequest, "customerEmail" | "idempotencyKey" | "lines"> & { actor: Actor };

/**
 * The key of a press: the sender's own key hashed with account, email and cart, so that a stranger's same key is another order.
 * Without prices: after a change of price it finds its order. A press without a key is never repeated.
 */
export function orderKeyOf({ actor, customerEmail, idempotencyKey, lines }: Press): string {
  const userId = isSignedIn(actor) ? actor.userId : null;
  const cart = lines.map(({ color, productId, quantity, size, specification }) => {
    const line = [productId, size, color, quantity];
    return specification ? [...line, specification] : line;
  });
  const sent = [idempotencyKey ?? newId(), userId, customerEmail.toLowerCase(), cart];
  return createHash("sha256").update(JSON.stringify(sent)).digest("base64url");
}

/** Never payable; the key may begin another. */
const OVER: readonly OrderStatus[] = ["cancelled", "expired", "refunded"];

/**
 * Resolves a repeated press: the page of the order that an earlier press with this key wrote, or its confirmation once paid.
 * Null when there is none: an order that is over loses its key. Refused while it is unknown whether the order was paid,
 * because a second order could charge twice.
 */
export async function resumeOrder(
  deps: SettlementDeps,
  key: string,
): Promise<Result<OpenedPayment, UnopenedPage> | null> {
  const order = await findOrderByKey(deps.db, key);
  if (!order) return null;
  const status = await statusNow(deps, order);
  if (status === "unsure") return fail(SESSION_FAILED);
  const { sessionId, url } = order.payment;
  if (status === "completed" && sessionId) {
    return ok({ sessionId, url: `${deps.publicUrl}/checkout/success?session_id=${sessionId}` });
  }
  if (status !== "pending") {
    await giveUpKey(deps, key);
    return null;
  }
  return sessionId && url ? ok({ sessionId, url }) : openLeftPage(deps, order);
}

/** Ends an order whose time has passed first. */
async function statusNow(
  deps: SettlementDeps,
  order: Order,
): Promise<OrderStatus | "unsure" | null> {
  const hasLapsed = order.reservedUntil !== null && order.reservedUntil <= deps.clock.now();
  if (order.status !== "pending" || !hasLapsed) return order.status;
  try {
    const ending = { as: "expired", because: "time_passed" } as const;
    const status = await expireOnRequest(deps, { orderId: order.id, ...ending });
    return status === "recent" ? "unsure" : status;
  } catch (error) {
    deps.logger.warn({ err: error, orderId: order.id }, "checkout: lapsed session not ended");
    return "unsure";
  }
}

/** A late-paid order keeps its key. */
async function giveUpKey(deps: SettlementDeps, key: string): Promise<void> {
  await deps.db
    .update(orders)
    .set({ idempotencyKey: null })
    .where(and(eq(orders.idempotencyKey, key), inArray(orders.status, OVER)));
}
