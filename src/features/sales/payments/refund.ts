import type { MoneyAmount } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import { lineName, sizeText } from "#features/orders/order/line-description.ts";
import type { Order } from "#features/orders/order/order.ts";
import { isPaid, lineTotal } from "#features/orders/order/order.ts";

export const REFUND_STATUSES = ["pending", "succeeded", "failed"] as const;

export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** Banks can return accepted money: succeeded leads to failed. */
const TRANSITIONS: Readonly<Record<RefundStatus, readonly RefundStatus[]>> = {
  pending: ["succeeded", "failed"],
  succeeded: ["failed"],
  failed: [],
};

/** Follows the transition table. */
export function canRefundBecome(from: RefundStatus, to: RefundStatus): boolean {
  return TRANSITIONS[from].includes(to);
}

export type RefundedItem = { orderItemId: string; quantity: number };

/** What a customer reads of a refunded item. */
export type RefundedLine = { name: string; size: string; quantity: number };

/** Refunded items as emails name them; without those of lines that the order does not have any more. */
export const refundedLines = (
  { lines }: Pick<Order, "lines">,
  items: readonly RefundedItem[],
): RefundedLine[] =>
  items.flatMap(({ orderItemId, quantity }) => {
    const line = lines.find(({ id }) => id === orderItemId);
    return line ? [{ name: lineName(line), size: sizeText(line), quantity }] : [];
  });

export type EarlierRefund = {
  status: RefundStatus;
  amountMinor: number;
  refundedItems: readonly RefundedItem[];
};

/** Still refundable, in minor units; pending counts as refunded. */
export function refundableMinor(totalMinor: number, earlier: readonly EarlierRefund[]): number {
  const given = earlier
    .filter((refund) => refund.status !== "failed")
    .reduce((sum, refund) => sum + refund.amountMinor, 0);
  return Math.max(0, totalMinor - given);
}

/** Items that are not refunded yet. */
function itemsLeft(line: Order["lines"][number], earlier: readonly EarlierRefund[]): number {
  const refunded = earlier
    .filter((refund) => refund.status !== "failed")
    .flatMap((refund) => refund.refundedItems)
    .filter((refundedItems) => refundedItems.orderItemId === line.id)
    .reduce((sum, refundedItems) => sum + refundedItems.quantity, 0);
  return line.quantity - refunded;
}

/** Why a refund is refused, or null: the order paid, the sum within it, each item refunded once. */
export function validateRefund(
  order: Pick<Order, "status" | "totals" | "lines">,
  earlier: readonly EarlierRefund[],
  requested: { amount: MoneyAmount; refundedItems: readonly RefundedItem[] },
): "not_refundable" | "too_much" | null {
  const { total } = order.totals;
  const { amount, refundedItems } = requested;
  if (!isPaid(order.status) || total.minorUnits === 0) return "not_refundable";
  if (!Number.isSafeInteger(amount.minorUnits) || amount.minorUnits < 1) return "not_refundable";
  if (amount.currency !== total.currency) return "not_refundable";
  if (amount.minorUnits > refundableMinor(total.minorUnits, earlier)) return "too_much";
  const ids = new Set(refundedItems.map((each) => each.orderItemId));
  const areOfTheOrder = refundedItems.every(({ orderItemId, quantity }) => {
    const line = order.lines.find((each) => each.id === orderItemId);
    return line && Number.isSafeInteger(quantity) && quantity >= 1;
  });
  if (ids.size !== refundedItems.length || !areOfTheOrder) return "not_refundable";
  const areLeft = order.lines.every((line) => {
    const wanted = refundedItems.find((each) => each.orderItemId === line.id)?.quantity ?? 0;
    return wanted <= itemsLeft(line, earlier);
  });
  return areLeft ? null : "too_much";
}

export type RefundParts = {
  refundedItems: readonly { itemId: string; quantity: number }[];
  shipping: boolean;
};

type Bought = Pick<Order, "lines" | "totals">;

/** Rounded down: shares never exceed the whole. */
function share(whole: number, part: number, weight: number): number {
  return weight === 0 ? 0 : Number((BigInt(whole) * BigInt(part)) / BigInt(weight));
}

/** Minor units after the line's discount, before promotion and tax. */
function paidFor(order: Bought, refundedItems: RefundParts["refundedItems"]): number {
  return refundedItems.reduce((sum, { itemId, quantity }) => {
    const line = order.lines.find((each) => each.id === itemId);
    return line ? sum + share(lineTotal(line).minorUnits, quantity, line.quantity) : sum;
  }, 0);
}

/**
 * The chosen parts' sum: items as paid, less their promotion share, chosen shipping, and their tax share. All
 * parts together are exactly the total.
 */
export function refundSum(order: Bought, parts: RefundParts): MoneyAmount {
  const { discount, promotion, shipping, subtotal, tax, total } = order.totals;
  const isEverything =
    parts.shipping &&
    order.lines.every(
      (line) =>
        (parts.refundedItems.find(({ itemId }) => itemId === line.id)?.quantity ?? 0) >=
        line.quantity,
    );
  if (isEverything) return total;
  const goods = subtotal.minorUnits - discount.minorUnits;
  const paid = paidFor(order, parts.refundedItems);
  const promoted = paid - Math.ceil((promotion.minorUnits * paid) / Math.max(1, goods));
  const net = Math.max(0, promoted) + (parts.shipping ? shipping.minorUnits : 0);
  const taxed = goods - promotion.minorUnits + shipping.minorUnits;
  return money(net + share(tax.minorUnits, net, taxed), total.currency);
}
