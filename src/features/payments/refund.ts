import type { MoneyAmount } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import type { Order } from "#features/orders/order.ts";
import { isPaid, lineTotal } from "#features/orders/order.ts";

/** Every state a refund can be in. */
export const REFUND_STATUSES = ["pending", "succeeded", "failed"] as const;

/** The life of a refund as one word. */
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** Which state may follow which. A bank can send money back that it had accepted, so succeeded leads to failed; failed is the end. */
const TRANSITIONS: Readonly<Record<RefundStatus, readonly RefundStatus[]>> = {
  pending: ["succeeded", "failed"],
  succeeded: ["failed"],
  failed: [],
};

/** Whether a refund may go from one state to another; staying where it is is no transition. */
export function canRefundBecome(from: RefundStatus, to: RefundStatus): boolean {
  return TRANSITIONS[from].includes(to);
}

/** So many pieces of an order's line that a refund is for. */
export type RefundedItem = { orderItemId: string; quantity: number };

/** A refund of the order that was asked for before. */
export type EarlierRefund = {
  status: RefundStatus;
  amountMinor: number;
  pieces: readonly RefundedItem[];
};

/** What of an order's money can still be given back, in minor units: a refund that is still on its way counts as given. */
export function refundableMinor(totalMinor: number, earlier: readonly EarlierRefund[]): number {
  const given = earlier
    .filter((refund) => refund.status !== "failed")
    .reduce((sum, refund) => sum + refund.amountMinor, 0);
  return Math.max(0, totalMinor - given);
}

/** How many pieces of a line no refund was given for yet. */
function piecesLeft(line: Order["lines"][number], earlier: readonly EarlierRefund[]): number {
  const refunded = earlier
    .filter((refund) => refund.status !== "failed")
    .flatMap((refund) => refund.pieces)
    .filter((pieces) => pieces.orderItemId === line.id)
    .reduce((sum, pieces) => sum + pieces.quantity, 0);
  return line.quantity - refunded;
}

/**
 * Whether a refund may be given: only a paid order can be refunded, never more than was paid over all its refunds, and never for a piece twice
 * or for one that it does not hold. Null when it may.
 */
export function validateRefund(
  order: Pick<Order, "status" | "totals" | "lines">,
  earlier: readonly EarlierRefund[],
  asked: { amount: MoneyAmount; pieces: readonly RefundedItem[] },
): "not_refundable" | "too_much" | null {
  const { total } = order.totals;
  const { amount, pieces } = asked;
  if (!isPaid(order.status) || total.minorUnits === 0) return "not_refundable";
  if (!Number.isSafeInteger(amount.minorUnits) || amount.minorUnits < 1) return "not_refundable";
  if (amount.currency !== total.currency) return "not_refundable";
  if (amount.minorUnits > refundableMinor(total.minorUnits, earlier)) return "too_much";
  const ids = new Set(pieces.map((each) => each.orderItemId));
  const areOfTheOrder = pieces.every(({ orderItemId, quantity }) => {
    const line = order.lines.find((each) => each.id === orderItemId);
    return line && Number.isSafeInteger(quantity) && quantity >= 1;
  });
  if (ids.size !== pieces.length || !areOfTheOrder) return "not_refundable";
  const areLeft = order.lines.every((line) => {
    const wanted = pieces.find((each) => each.orderItemId === line.id)?.quantity ?? 0;
    return wanted <= piecesLeft(line, earlier);
  });
  return areLeft ? null : "too_much";
}

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
