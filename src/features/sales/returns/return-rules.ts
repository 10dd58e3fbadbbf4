import { DAY_MS } from "#core/duration.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import type { ReturnTerms } from "#features/base/settings/return-window.ts";
import { CUSTOM_SIZE } from "#features/catalog/products/product.ts";
import type { Order, OrderStatus } from "#features/orders/order/order.ts";
import { isReplacement } from "#features/orders/order/order.ts";
import type { ReturnStatus } from "#features/orders/order/return-progress.ts";
import type { RefundStatus } from "#features/sales/payments/refund.ts";
import { refundSum } from "#features/sales/payments/refund.ts";

export const RETURN_REASONS = [
  "changed_mind",
  "other_size",
  "defective",
  "measures_differ",
] as const;

export type ReturnReason = (typeof RETURN_REASONS)[number];

const REASON_LABELS: Readonly<Record<ReturnReason, string>> = {
  changed_mind: "I changed my mind",
  other_size: "I would like another size or color",
  defective: "It is defective",
  measures_differ: "Its measurements are significantly different from the order",
};

export function returnReasonLabel(reason: ReturnReason): string {
  return REASON_LABELS[reason];
}

export type ReturnableOrder = {
  status: OrderStatus;
  completedAt: Date | null;
  /** Of the last shipment with the item. */
  shippedAt: Date | null;
  deliveredAt: Date | null;
};

/** How a line may be returned; where it has no reasons, `closed` says why not. */
export type LineReturn = {
  reasons: readonly ReturnReason[];
  quantity: number;
  /** Neither returned nor requested; the owner may open a return for them. */
  left: number;
  /** For ready-to-wear, also when past; null without deadline. */
  until: Date | null;
  closed: "not_completed" | "not_sent" | "all_announced" | "window_over" | null;
};

/** What became of a line's items: `announced` as a return that was not declined, `withdrawn` refunded without one. */
export type LineProgress = { announced: number; shipped: number; withdrawn: number };

/**
 * The last moment to return ready-to-wear: the set days from delivery, else shipping, else payment
 * (specification 2, Returns).
 */
export function returnWindowEnd(
  order: Omit<ReturnableOrder, "status">,
  { returnWindowDays }: ReturnTerms,
): Date | null {
  const from = order.deliveredAt ?? order.shippedAt ?? order.completedAt;
  return from && new Date(from.getTime() + returnWindowDays * DAY_MS);
}

/**
 * The Returns page for one line: ready-to-wear in the window for any reason, made-to-measure only if
 * defective or of other measurements. The customer returns what has left the house; what has not is cancelled instead.
 */
export function lineReturn(
  order: ReturnableOrder,
  line: { quantity: number; madeToMeasure: boolean },
  { announced, shipped, withdrawn }: LineProgress,
  { now, ...terms }: ReturnTerms & { now: Date },
): LineReturn {
  const notGone = Math.max(0, line.quantity - announced - withdrawn);
  const left = order.status === "completed" ? notGone : 0;
  const quantity = Math.min(left, Math.max(0, shipped - announced));
  const shut = (closed: LineReturn["closed"]): LineReturn => ({
    reasons: [],
    quantity: 0,
    left,
    until: null,
    closed,
  });
  if (order.status !== "completed") return shut("not_completed");
  if (left < 1) return shut("all_announced");
  if (quantity < 1) return shut("not_sent");
  if (line.madeToMeasure) {
    return {
      reasons: ["defective", "measures_differ"],
      quantity,
      left,
      until: null,
      closed: null,
    };
  }
  const until = returnWindowEnd(order, terms);
  if (!until || now > until) return { ...shut("window_over"), until };
  return {
    reasons: ["changed_mind", "other_size", "defective"],
    quantity,
    left,
    until,
    closed: null,
  };
}

const OUR_FAULT: ReadonlySet<ReturnReason> = new Set(["defective", "measures_differ"]);

/** Whether the shop pays for both ways: what delivery cost is refunded too, and the way back is not the customer's to pay. */
export const isOurFault = (reason: ReturnReason): boolean => OUR_FAULT.has(reason);

/** The line that was paid for a returned one: of what came in an exchange, the bought line of the same product. */
function paidLineOf({ lines }: Pick<Order, "lines">, itemId: string): string {
  const line = lines.find(({ id }) => id === itemId);
  if (!line || !isReplacement(line)) return itemId;
  const bought = lines.find((each) => each.productId === line.productId && !isReplacement(each));
  return bought?.id ?? itemId;
}

/**
 * The refund the Returns page grants for a received return: the items' price, plus shipping if the shop is at
 * fault, up to what is left. What came in an exchange is worth what was paid for the item before it.
 */
export function suggestedRefund(
  order: Pick<Order, "lines" | "totals">,
  requested: {
    reason: ReturnReason;
    items: readonly { itemId: string; received: number | null }[];
  },
  refundable: MoneyAmount,
): { amount: MoneyAmount; withShipping: boolean } {
  const isOurs = isOurFault(requested.reason);
  const items = requested.items.map(({ itemId, received }) => ({
    itemId: paidLineOf(order, itemId),
    quantity: received ?? 0,
  }));
  const { minorUnits, currency } = refundSum(order, { refundedItems: items, shipping: isOurs });
  return {
    amount: money(Math.min(minorUnits, refundable.minorUnits), currency),
    withShipping: isOurs && order.totals.shipping.minorUnits > 0,
  };
}

type RefundOfReturn = {
  returnRequestId: string | null;
  status: RefundStatus;
  amountMinor: number;
  failure: string | null;
};

/** `failure`: the bank's reason, or "". */
export type FailedRefund = { amountMinor: number; failure: string };

/**
 * A received return's last refund if none (oldest first) succeeded or is pending: refund it again. Null if
 * none failed or settled otherwise.
 */
export function failedRefundOf(
  requested: { id: string; status: ReturnStatus },
  refunds: readonly RefundOfReturn[],
): FailedRefund | null {
  if (requested.status !== "received") return null;
  const own = refunds.filter(({ returnRequestId }) => returnRequestId === requested.id);
  const last = own.at(-1);
  if (!last || own.some(({ status }) => status !== "failed")) return null;
  return { amountMinor: last.amountMinor, failure: last.failure ?? "" };
}

/** `left` is null if made to order. */
export type ExchangeChoice = {
  variantId: string;
  productId: string;
  size: string;
  colorName: string;
  left: number | null;
};

type ExchangedLine = Pick<Order["lines"][number], "productId" | "size">;

/** The same product. Custom replaces only Custom: other lines have no measurements. */
export function canExchangeFor(
  line: ExchangedLine,
  variant: Pick<ExchangeChoice, "productId" | "size">,
): boolean {
  if (variant.productId !== line.productId) return false;
  return variant.size !== CUSTOM_SIZE || line.size === CUSTOM_SIZE;
}

/** Variants of the line's own product (`canExchangeFor`). */
export function exchangeChoicesOf(
  line: ExchangedLine,
  choices: readonly ExchangeChoice[],
): ExchangeChoice[] {
  return choices.filter((choice) => canExchangeFor(line, choice));
}
