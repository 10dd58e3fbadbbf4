import type { MoneyAmount } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import type { Order } from "#features/orders/order.ts";
import { lineTotal } from "#features/orders/order.ts";

/** What of an order is to be given back. */
export type RefundParts = {
  pieces: readonly { itemId: string; quantity: number }[];
  /** Whether what shipping cost goes back too. */
  shipping: boolean;
};

type Bought = Pick<Order, "lines" | "totals">;

/** The share of a whole that falls on a part of its weight, rounded down: shares never add up to more than the whole. */
function share(whole: number, part: number, weight: number): number {
  return weight === 0 ? 0 : Number((BigInt(whole) * BigInt(part)) / BigInt(weight));
}

/** Minor units of the pieces at what was paid for them: after the line's offer, before promotion and tax. */
function paidFor(order: Bought, pieces: RefundParts["pieces"]): number {
  return pieces.reduce((sum, { itemId, quantity }) => {
    const line = order.lines.find((each) => each.id === itemId);
    return line ? sum + share(lineTotal(line).minorUnits, quantity, line.quantity) : sum;
  }, 0);
}

/**
 * What the chosen parts of an order come to: pieces at what was paid for them, less their share of a promotion, shipping if it is chosen, and
 * the share of the tax that was paid on both. Everything chosen is exactly the order's total, less never adds up to more.
 */
export function refundSum(order: Bought, parts: RefundParts): MoneyAmount {
  const { discount, promotion, shipping, subtotal, tax, total } = order.totals;
  const isEverything =
    parts.shipping &&
    order.lines.every(
      (line) =>
        (parts.pieces.find(({ itemId }) => itemId === line.id)?.quantity ?? 0) >= line.quantity,
    );
  if (isEverything) return total;
  const goods = subtotal.minorUnits - discount.minorUnits;
  const paid = paidFor(order, parts.pieces);
  const promoted = paid - Math.ceil((promotion.minorUnits * paid) / Math.max(1, goods));
  const net = Math.max(0, promoted) + (parts.shipping ? shipping.minorUnits : 0);
  const taxed = goods - promotion.minorUnits + shipping.minorUnits;
  return money(net + share(tax.minorUnits, net, taxed), total.currency);
}
