import type { MoneyAmount } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import type { Order } from "#features/orders/order.ts";
import { refundSum } from "#features/payments/refund-sum.ts";
import type { OrderReturn } from "./return-queries.server.ts";
import type { ReturnReason } from "./return-rules.ts";

/** Reasons that are the house's fault: then what shipping cost goes back too. */
const OUR_FAULT: ReadonlySet<ReturnReason> = new Set(["defective", "measures_differ"]);

/**
 * What a received return comes to by the rules of the Returns page: what was paid for the pieces that came; shipping only where the fault is the
 * house's; never more than is left to refund.
 */
export function suggestedRefund(
  order: Pick<Order, "lines" | "totals">,
  asked: Pick<OrderReturn, "pieces" | "reason">,
  refundable: MoneyAmount,
): { amount: MoneyAmount; withShipping: boolean } {
  const isOurs = OUR_FAULT.has(asked.reason);
  const pieces = asked.pieces.map(({ itemId, received }) => ({ itemId, quantity: received ?? 0 }));
  const { minorUnits, currency } = refundSum(order, { pieces, shipping: isOurs });
  return {
    amount: money(Math.min(minorUnits, refundable.minorUnits), currency),
    withShipping: isOurs && order.totals.shipping.minorUnits > 0,
  };
}
