import { eq } from "drizzle-orm";
import type { MoneyAmount } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import type { Transaction } from "#db/client.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { paymentMovements } from "#db/schema/refunds.server.ts";
import type { Order, OrderStatus } from "#features/orders/order.ts";
import { canBecome } from "#features/orders/order.ts";
import type { RefundRow } from "./refund-queries.server.ts";

/** What a refund gives back, in the order's currency. */
export function refundAmount(order: Order, row: RefundRow): MoneyAmount {
  return money(row.amountMinor, order.totals.total.currency);
}

/**
 * Writes the movement into the ledger and onto the order, whose status follows: refunded when nothing is left, completed when something is.
 * Tells whether nothing is left.
 */
export async function applyRefund(
  tx: Transaction,
  order: Order,
  row: RefundRow,
  kind: "refund" | "refund_failed",
): Promise<boolean> {
  const back = kind === "refund" ? row.amountMinor : -row.amountMinor;
  await tx
    .insert(paymentMovements)
    .values({
      orderId: order.id,
      kind,
      amountMinor: -back,
      currency: row.currency,
      provider: row.provider,
      providerId: row.id,
    })
    .onConflictDoNothing();
  const total = order.totals.total.minorUnits;
  // Within the total, whatever the provider's own desk allowed: the ledger keeps the true sums.
  const refunded = Math.min(total, Math.max(0, order.refunded.minorUnits + back));
  const status: OrderStatus = refunded === total ? "refunded" : "completed";
  await tx
    .update(orders)
    .set({
      refundedMinor: refunded,
      ...(canBecome(order.status, status) ? { status } : {}),
    })
    .where(eq(orders.id, order.id));
  return refunded === total;
}
