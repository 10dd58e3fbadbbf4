import type { OrderStatus } from "#features/orders/order.ts";
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
  const shut = (closed: LineReturn["closed"]): LineReturn => ({
    reasons: [],
    pieces: 0,
    until: null,
    closed,
  });
  if (order.status !== "completed") return shut("not_completed");
  const pieces = line.quantity - gone;
  if (pieces < 1) return shut("all_announced");
  if (line.madeToMeasure) {
    return { reasons: ["defective", "measures_differ"], pieces, until: null, closed: null };
  }
  const until = returnWindowEnd(order);
  if (!until || now > until) return shut("window_over");
  return { reasons: ["changed_mind", "other_size", "defective"], pieces, until, closed: null };
}
