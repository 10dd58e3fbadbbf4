import { statusWord } from "./order.ts";

export const RETURN_STATUSES = [
  "announced",
  "received",
  "refunded",
  "exchanged",
  "declined",
] as const;

export type ReturnStatus = (typeof RETURN_STATUSES)[number];

export type ReturnMover = "shop" | "bank";

/** Nothing is refunded or exchanged before arrival. Settled stays settled, unless the bank returns the money. */
const TRANSITIONS: Readonly<Record<ReturnStatus, Partial<Record<ReturnStatus, ReturnMover>>>> = {
  announced: { received: "shop", declined: "shop" },
  received: { refunded: "shop", exchanged: "shop", declined: "shop" },
  refunded: { received: "bank" },
  exchanged: {},
  declined: {},
};

/** Whether shop or bank may change a return so. */
export function canReturnBecome(
  from: ReturnStatus,
  to: ReturnStatus,
  by: ReturnMover = "shop",
): boolean {
  return TRANSITIONS[from][to] === by;
}

/** Whether the shop has nothing left to do. */
export function isSettled(status: ReturnStatus): boolean {
  return !Object.values(TRANSITIONS[status]).includes("shop");
}

const TERMS: Readonly<Record<ReturnStatus, string>> = {
  announced: "Announced",
  received: "Received",
  refunded: "Refunded",
  exchanged: "Exchanged",
  declined: "Declined",
};

/** A return as its pages show it. `isRefundOwed`: the refund was decided, and waits for the owner to send it (ADR 0092). */
export type ShownReturn = { readonly status: ReturnStatus; readonly isRefundOwed: boolean };

export function returnStatusWord({ isRefundOwed, status }: ShownReturn): string {
  return isRefundOwed ? statusWord("refund_owed") : TERMS[status];
}

/** Yellow: to do; green: ended well. */
export function returnStatusTone({
  isRefundOwed,
  status,
}: ShownReturn): "success" | "warning" | "neutral" {
  if (isRefundOwed || !isSettled(status)) return "warning";
  return status === "declined" ? "neutral" : "success";
}
