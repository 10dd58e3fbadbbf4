import { formatReported, isReportedAmount } from "#core/money-amount.ts";
import type { EventMessage } from "./order-event-messages.ts";

/** A step of an order's life as its buyer is told of it. */
export type CustomerStep = {
  id: string;
  type: CustomerStepType;
  detail: Record<string, string>;
  at: Date;
};

const NOT_MATCHING = {
  title: "We are looking at your payment",
  explanation: "We received a payment that does not match your order; we will write to you.",
  tone: "plain",
} as const;

const WORDS = {
  placed: { title: "Order placed", explanation: null, tone: "plain" },
  payment_failed: {
    title: "Payment did not go through",
    explanation: "Nothing was charged.",
    tone: "alert",
  },
  payment_processing: {
    title: "Payment on its way",
    explanation: "Your bank has not answered yet. Your pieces stay yours.",
    tone: "plain",
  },
  payment_wrong_amount: NOT_MATCHING,
  payment_wrong_currency: NOT_MATCHING,
  payment_duplicate: NOT_MATCHING,
  payment_returned: {
    title: "Payment given back",
    explanation: "It did not match your order. Your bank shows it in a few days.",
    tone: "plain",
  },
  completed: {
    title: "Payment received",
    explanation: "Your order is in our hands.",
    tone: "good",
  },
  cancelled: { title: "Checkout cancelled", explanation: "Nothing was charged.", tone: "plain" },
  expired: { title: "Payment time ran out", explanation: "Nothing was charged.", tone: "plain" },
  shipped: { title: "On its way", explanation: null, tone: "good" },
  delivered: { title: "Delivered", explanation: null, tone: "good" },
  delivery_taken_back: {
    title: "Still on its way",
    explanation: "It was marked as delivered by mistake.",
    tone: "plain",
  },
  parcel_taken_back: {
    title: "Not on its way yet",
    explanation: "The parcel was recorded by mistake. You hear from us when it leaves.",
    tone: "plain",
  },
  return_requested: { title: "Return announced", explanation: null, tone: "plain" },
  address_changed: { title: "Address changed", explanation: null, tone: "plain" },
  return_received: { title: "Return received", explanation: null, tone: "plain" },
  return_exchanged: { title: "Return exchanged", explanation: null, tone: "good" },
  return_declined: { title: "Return declined", explanation: null, tone: "alert" },
  refunded: { title: "Refunded", explanation: null, tone: "plain" },
  refund_failed: {
    title: "Refund came back",
    explanation: "Your bank did not take the money. It is with us, and we give it back to you.",
    tone: "alert",
  },
} as const satisfies Record<string, EventMessage>;

/**
 * The steps a buyer sees; what the house settles among itself is not among them, nor is a declined card: the payment page said so when it
 * happened, and nobody wants to find it kept beside their order.
 */
export type CustomerStepType = keyof typeof WORDS;

const isCustomerStep = (type: string): type is CustomerStepType => Object.hasOwn(WORDS, type);

/** A refund that failed before anybody was told that it had gone is the house's own affair. */
const isUnreported = (type: string, detail: Record<string, unknown>) =>
  type === "refund_failed" && detail.told !== true;

/** Why an order ended for which money arrived that does not match it. */
const UNDER_REVIEW = "payment_under_review";

/** What of a step's detail is the buyer's business. */
const SHOWN_DETAIL = ["carrier", "authorizationNumber", "reason"] as const;

function shownDetail(detail: Record<string, unknown>): Record<string, string> {
  const shown: Record<string, string> = {};
  if (isReportedAmount(detail.amount)) shown.amount = formatReported(detail.amount);
  for (const name of SHOWN_DETAIL) {
    const value = detail[name];
    if (typeof value === "string") shown[name] = value;
  }
  if (detail.because === UNDER_REVIEW) shown.because = UNDER_REVIEW;
  return shown;
}

/** The timeline as the buyer sees it, out of everything that was written down. */
export function customerSteps(
  events: readonly { id: string; type: string; detail: Record<string, unknown>; at: Date }[],
): CustomerStep[] {
  return events.flatMap(({ type, detail, ...event }) =>
    isCustomerStep(type) && !isUnreported(type, detail)
      ? [{ ...event, type, detail: shownDetail(detail) }]
      : [],
  );
}

/** The words of a step, with who carries the parcel, the number or the reason that belongs to it. */
export function customerStepMessage(step: Pick<CustomerStep, "type" | "detail">): EventMessage {
  const words: EventMessage = WORDS[step.type];
  const { amount, authorizationNumber, because, carrier, reason } = step.detail;
  if (because === UNDER_REVIEW) {
    return { ...words, explanation: "The payment we received did not match your order." };
  }
  const more = [
    carrier && `With ${carrier}`,
    authorizationNumber && `Authorization number ${authorizationNumber}`,
    amount,
    reason,
    words.explanation,
  ].filter(Boolean);
  return more.length > 0 ? { ...words, explanation: more.join(". ") } : words;
}
