import { eq } from "drizzle-orm";
import type { Transaction } from "#db/client.server.ts";
import { orderEvents, orders } from "#db/schema/orders.server.ts";
import type { Order } from "#features/orders/order.ts";
import { canBecome } from "#features/orders/order.ts";
import { endReservations } from "#features/orders/stock-ledger.server.ts";

/** Why an order ended unpaid. */
export type EndReason =
  | "provider_expired"
  | "time_passed"
  | "shopper_cancelled"
  | "replaced"
  | "shop_cancelled"
  | "provider_failed"
  | "payment_refused"
  | "keys_gone"
  | "other_account";

/** How an unpaid order ends; `why` is the provider's trouble in words, `account` the one whose dashboard knows more. */
export type OrderEnding = {
  as: "cancelled" | "expired";
  because: EndReason;
  why?: string;
  account?: string | null;
};

/**
 * Ends a locked order that was not paid, inside the caller's transaction, and puts its pieces back exactly once; an order that
 * is no longer pending is left alone. Tells whether it ended it, and whether counted stock changed.
 */
export async function releaseOrder(
  tx: Transaction,
  order: Order,
  ending: OrderEnding,
): Promise<{ closed: boolean; isStockChanged: boolean }> {
  if (!canBecome(order.status, ending.as)) return { closed: false, isStockChanged: false };
  const isStockChanged = await endReservations(tx, order.id, true);
  await tx
    .update(orders)
    .set({ status: ending.as, reservedUntil: null })
    .where(eq(orders.id, order.id));
  await tx.insert(orderEvents).values({
    orderId: order.id,
    type: ending.as,
    detail: {
      because: ending.because,
      ...(ending.why ? { why: ending.why } : {}),
      ...(ending.account ? { account: ending.account } : {}),
    },
  });
  return { closed: true, isStockChanged };
}
