import { DAY_MS } from "#core/duration.ts";
import type { MailRoute } from "#features/base/mail/outbox.ts";
import { promisedEmailText } from "#features/base/mail/outbox.ts";

/** What a customer asks for: we alter it, a local tailor does, or it is made again. */
export const ALTERATION_REMEDIES = ["alteration", "local", "remake"] as const;
export type AlterationRemedy = (typeof ALTERATION_REMEDIES)[number];

export const remedyMessages: Readonly<Record<AlterationRemedy, { label: string; hint: string }>> = {
  alteration: {
    label: "Alter it in our atelier",
    hint: "You send it to us and pay that way; we change it and send it back at no cost.",
  },
  local: {
    label: "A tailor near me alters it",
    hint: "You pay your tailor, send us a photo of the receipt, and we give you store credit.",
  },
  remake: {
    label: "Make it again",
    hint: "When its measurements are significantly different from the order.",
  },
};

export const ALTERATION_STATUSES = [
  "requested",
  "approved",
  "credit",
  "remake",
  "declined",
  "received",
  "done",
] as const;
export type AlterationStatus = (typeof ALTERATION_STATUSES)[number];

/** Approved waits for the garment, credit for a receipt, a remake for the new garment to arrive. */
const TRANSITIONS: Readonly<Record<AlterationStatus, readonly AlterationStatus[]>> = {
  requested: ["approved", "credit", "remake", "declined"],
  approved: ["received", "done"],
  credit: ["done"],
  remake: ["done"],
  received: ["done", "remake"],
  declined: [],
  done: [],
};

export function canBecomeAlteration(from: AlterationStatus, to: AlterationStatus): boolean {
  return TRANSITIONS[from].includes(to);
}

export const alterationMessages: Readonly<Record<AlterationStatus, string>> = {
  requested: "Requested",
  approved: "Alteration approved",
  credit: "Credit approved",
  remake: "Being made again",
  declined: "Declined",
  received: "At the atelier",
  done: "Done",
};

/** What the customer reads under the state; `instead` where no mail server takes the email about it. */
const STEPS: Readonly<Record<AlterationStatus, { promised: string; instead: string }>> = {
  requested: {
    promised: "The atelier looks at it and writes to you within 24 hours on business days.",
    instead: "The atelier looks at it within 24 hours on business days. Its decision is then here.",
  },
  approved: {
    promised: "Please send the piece to us. The email says how.",
    instead: "Please write to us, and we say how to send us the piece.",
  },
  credit: {
    promised: "Send us a photo of your tailor's receipt, and the credit is yours.",
    instead: "Send us a photo of your tailor's receipt, and the credit is yours.",
  },
  remake: {
    promised: "We make it again with what we have learned.",
    instead: "We make it again with what we have learned.",
  },
  declined: { promised: "The email says why.", instead: "Please write to us to hear why." },
  received: {
    promised: "Your piece is with us. We write to you when it leaves.",
    instead: "Your piece is with us.",
  },
  done: {
    promised: "This is settled: our last email says how.",
    instead: "This is settled. Please write to us if you do not know how.",
  },
};

/** What the customer reads under the state of a request. */
export const alterationStep = (status: AlterationStatus, mailRoute: MailRoute): string =>
  promisedEmailText(STEPS[status], mailRoute);

export const alterationTone = (status: AlterationStatus) => {
  if (status === "done") return "success";
  return status === "requested" ? "warning" : "neutral";
};

/** Why a garment did not fit; the atelier decides it with the request. */
export const ALTERATION_CAUSES = [
  "measured_by_customer",
  "measured_by_house",
  "pattern",
  "sewing",
  "shrinkage",
  "taste",
  "shipping",
] as const;
export type AlterationCause = (typeof ALTERATION_CAUSES)[number];

export const causeMessages: Readonly<Record<AlterationCause, string>> = {
  measured_by_customer: "Measured wrong by the customer",
  measured_by_house: "Measured wrong by the house",
  pattern: "Pattern",
  sewing: "Sewing",
  shrinkage: "Cloth shrank",
  taste: "Taste",
  shipping: "Damaged on the way",
};

/** What was sewn, shrunk or damaged says nothing about the body, so it does not change the next garment. */
export function teachesFit(cause: AlterationCause): boolean {
  return cause !== "sewing" && cause !== "shrinkage" && cause !== "shipping";
}

export type AlterationTerms = {
  /** What may be asked for now. */
  remedies: readonly AlterationRemedy[];
  /** The free remeasurement of this garment is still there. */
  isFree: boolean;
  /** The last moment for an alteration or credit. */
  until: Date | null;
  /** Why nothing may be asked for. 'over': its order was refunded or cancelled. */
  closed: "not_delivered" | "open_request" | "over" | null;
};

/**
 * One policy for a delivered garment. Within the days after delivery it is altered, credited or remade, and the first time is
 * free: "Free AI-Fit Remeasurements". After them only a garment whose measurements are significantly different from the order is
 * made again, because the Returns page names no last day for it.
 */
export function alterationTerms(
  garment: {
    deliveredAt: Date | null;
    hasOpenRequest: boolean;
    freeUsed: boolean;
    isOver: boolean;
  },
  { days, now }: { days: number; now: Date },
): AlterationTerms {
  const { deliveredAt, freeUsed, hasOpenRequest } = garment;
  const shut = (closed: AlterationTerms["closed"]) => ({
    remedies: [],
    isFree: false,
    until: null,
    closed,
  });
  if (garment.isOver) return shut("over");
  if (!deliveredAt) return shut("not_delivered");
  if (hasOpenRequest) return shut("open_request");
  const until = new Date(deliveredAt.getTime() + days * DAY_MS);
  if (now > until) return { remedies: ["remake"], isFree: false, until, closed: null };
  return { remedies: ALTERATION_REMEDIES, isFree: !freeUsed, until, closed: null };
}
