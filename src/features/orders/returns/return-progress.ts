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

/** Which status may follow which: nothing is given back or exchanged before the parcel was opened, and what is settled stays settled. */
const TRANSITIONS: Readonly<Record<ReturnStatus, readonly ReturnStatus[]>> = {
  announced: ["received", "declined"],
  received: ["refunded", "exchanged", "declined"],
  refunded: [],
  exchanged: [],
  declined: [],
};

/** Whether a return may go from one status to another; staying where it is is no transition. */
export function canReturnBecome(from: ReturnStatus, to: ReturnStatus): boolean {
  return TRANSITIONS[from].includes(to);
}

/** Whether nothing is left to be done about it. */
export function isSettled(status: ReturnStatus): boolean {
  return TRANSITIONS[status].length === 0;
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
