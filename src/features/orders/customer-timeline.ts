import { formatMoney, isMoneyAmount } from "#core/money-amount.ts";
import type { EventMessage } from "./order-event-messages.ts";

/** A step of an order's life as its buyer is told of it. */
export type CustomerStep = {
  id: string;
  type: CustomerStepType;
  detail: Record<string, string>;
  at: Date;
};

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

/** What of a step's detail is the buyer's business. */
const SHOWN_DETAIL = ["carrier", "authorizationNumber", "reason"] as const;

function shownDetail(detail: Record<string, unknown>): Record<string, string> {
  const shown: Record<string, string> = {};
  if (isMoneyAmount(detail.amount)) shown.amount = formatMoney(detail.amount);
  for (const name of SHOWN_DETAIL) {
    const value = detail[name];
    if (typeof value === "string") shown[name] = value;
  }
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
  const { amount, authorizationNumber, carrier, reason } = step.detail;
  const more = [
    carrier && `With ${carrier}`,
    authorizationNumber && `Authorization number ${authorizationNumber}`,
    amount,
    reason,
    words.explanation,
  ].filter(Boolean);
  return more.length > 0 ? { ...words, explanation: more.join(". ") } : words;
}
