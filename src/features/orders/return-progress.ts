/** Where a return can stand. */
export const RETURN_STATUSES = [
  "announced",
  "received",
  "refunded",
  "exchanged",
  "declined",
] as const;

/** The life of a return as one word. */
export type ReturnStatus = (typeof RETURN_STATUSES)[number];

/** Who moves a return on: the people of the shop, or the bank that sends its money back. */
export type ReturnMover = "shop" | "bank";

/**
 * Which status may follow which, and by whom: nothing is given back or exchanged before the parcel was opened, and what the shop settled stays
 * settled, unless the bank sends the money back: then the parcel lies there as it did, and its money waits to be given back again.
 */
const TRANSITIONS: Readonly<Record<ReturnStatus, Partial<Record<ReturnStatus, ReturnMover>>>> = {
  announced: { received: "shop", declined: "shop" },
  received: { refunded: "shop", exchanged: "shop", declined: "shop" },
  refunded: { received: "bank" },
  exchanged: {},
  declined: {},
};

/** Whether a return may go from one status to another by the hand of the shop or the bank; staying where it is is no transition. */
export function canReturnBecome(
  from: ReturnStatus,
  to: ReturnStatus,
  by: ReturnMover = "shop",
): boolean {
  return TRANSITIONS[from][to] === by;
}

/** Whether nothing is left to be done about it by the shop. */
export function isSettled(status: ReturnStatus): boolean {
  return !Object.values(TRANSITIONS[status]).includes("shop");
}

const WORDS: Readonly<Record<ReturnStatus, string>> = {
  announced: "Announced",
  received: "Received",
  refunded: "Refunded",
  exchanged: "Exchanged",
  declined: "Declined",
};

/** The status in a word. */
export function returnStatusWord(status: ReturnStatus): string {
  return WORDS[status];
}

/** The badge a return wears: yellow while somebody has to do something, green when it ended well. */
export function returnStatusTone(status: ReturnStatus): "success" | "warning" | "neutral" {
  if (!isSettled(status)) return "warning";
  return status === "declined" ? "neutral" : "success";
}
