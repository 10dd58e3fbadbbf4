import type { MoneyAmount } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import { CUSTOM_SIZE } from "#features/catalog/product.ts";
import type { Order, OrderStatus } from "#features/orders/order.ts";
import type { ReturnStatus } from "#features/orders/return-progress.ts";
import type { RefundStatus } from "#features/payments/refund.ts";
import { refundSum } from "#features/payments/refund.ts";
import { RETURN_WINDOW_DAYS } from "#features/settings/business-facts.ts";

/** Why somebody sends a piece back. */
export const RETURN_REASONS = [
  "changed_mind",
  "other_size",
  "defective",
  "measures_differ",
] as const;

export type ReturnReason = (typeof RETURN_REASONS)[number];

const REASON_WORDS: Readonly<Record<ReturnReason, string>> = {
  changed_mind: "I changed my mind",
  other_size: "I would like another size or color",
  defective: "It is defective",
  measures_differ: "Its measurements are significantly different from the order",
};

/** The reason in the customer's words. */
export function returnReasonLabel(reason: ReturnReason): string {
  return REASON_WORDS[reason];
}

/** What the rules need to know of an order. */
export type ReturnableOrder = {
  status: OrderStatus;
  completedAt: Date | null;
  /** When the last parcel with the piece left, once it has. */
  shippedAt: Date | null;
  /** When the carrier handed it over, where that is known. */
  deliveredAt: Date | null;
};

/** Whether a line may come back: for which reasons, how many pieces, until when; with no reason left, why not. */
export type LineReturn = {
  reasons: readonly ReturnReason[];
  pieces: number;
  /** How many neither came back nor are announced, whatever the rules say; the owner may open a return for these. */
  left: number;
  /** The last moment for ready-to-wear; null where no day ends it. */
  until: Date | null;
  closed: "not_completed" | "all_announced" | "window_over" | null;
};

const DAY_MS = 24 * 60 * 60 * 1000;

/** The moment after which ready-to-wear stays: 30 days from delivery; from the parcel's leaving, or the paid order, while that is all that is known (specification 2, Returns). */
export function returnWindowEnd(order: Omit<ReturnableOrder, "status">): Date | null {
  const from = order.deliveredAt ?? order.shippedAt ?? order.completedAt;
  return from && new Date(from.getTime() + RETURN_WINDOW_DAYS * DAY_MS);
}

/**
 * The rules of the Returns page for one line: ready-to-wear within 30 days for any reason, made-to-measure only when it is
 * defective or its measurements differ, `gone` being the pieces already announced or refunded.
 */
export function lineReturn(
  order: ReturnableOrder,
  line: { quantity: number; madeToMeasure: boolean },
  gone: number,
  now: Date,
): LineReturn {
  const left = order.status === "completed" ? Math.max(0, line.quantity - gone) : 0;
  const shut = (closed: LineReturn["closed"]): LineReturn => ({
    reasons: [],
    pieces: 0,
    left,
    until: null,
    closed,
  });
  if (order.status !== "completed") return shut("not_completed");
  const pieces = left;
  if (pieces < 1) return shut("all_announced");
  if (line.madeToMeasure) {
    return { reasons: ["defective", "measures_differ"], pieces, left, until: null, closed: null };
  }
  const until = returnWindowEnd(order);
  if (!until || now > until) return shut("window_over");
  return {
    reasons: ["changed_mind", "other_size", "defective"],
    pieces,
    left,
    until,
    closed: null,
  };
}

/** Reasons that are the house's fault: then what shipping cost goes back too. */
const OUR_FAULT: ReadonlySet<ReturnReason> = new Set(["defective", "measures_differ"]);

/**
 * What a received return comes to by the rules of the Returns page: what was paid for the pieces that came; shipping only where the fault is the
 * house's; never more than is left to refund.
 */
export function suggestedRefund(
  order: Pick<Order, "lines" | "totals">,
  asked: {
    reason: ReturnReason;
    pieces: readonly { itemId: string; received: number | null }[];
  },
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

/** A refund as far as it is about a return. */
type RefundOfReturn = {
  returnRequestId: string | null;
  status: RefundStatus;
  amountMinor: number;
  failure: string | null;
};

/** The money of a return that did not arrive: how much, and the bank's words for it, "" when it gave none. */
export type FailedRefund = { amountMinor: number; failure: string };

/**
 * The last refund of a received return when none of its refunds, told the oldest first, arrived or is on its way: its money waits to be given
 * back again. Null when nothing failed, or when the return was settled another way.
 */
export function failedRefundOf(
  asked: { id: string; status: ReturnStatus },
  refunds: readonly RefundOfReturn[],
): FailedRefund | null {
  if (asked.status !== "received") return null;
  const own = refunds.filter(({ returnRequestId }) => returnRequestId === asked.id);
  const last = own.at(-1);
  if (!last || own.some(({ status }) => status !== "failed")) return null;
  return { amountMinor: last.amountMinor, failure: last.failure ?? "" };
}

/** A variant that a returned item may be exchanged for; `left` is null if it is made to order. */
export type ExchangeChoice = {
  variantId: string;
  productId: string;
  size: string;
  colorName: string;
  left: number | null;
};

type ExchangedLine = Pick<Order["lines"][number], "productId" | "size">;

/**
 * Whether a line's item may be exchanged for a variant: one of the same product, and Custom only instead of Custom,
 * because no other line comes with measurements.
 */
export function canExchangeFor(
  line: ExchangedLine,
  variant: Pick<ExchangeChoice, "productId" | "size">,
): boolean {
  if (variant.productId !== line.productId) return false;
  return variant.size !== CUSTOM_SIZE || line.size === CUSTOM_SIZE;
}

/** The choices for one line. */
export function exchangeChoicesOf(
  line: ExchangedLine,
  choices: readonly ExchangeChoice[],
): ExchangeChoice[] {
  return choices.filter((choice) => canExchangeFor(line, choice));
}
