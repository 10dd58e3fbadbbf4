import { formatReported, isReportedAmount } from "#core/money-amount.ts";
import { declineTitle } from "./decline-codes.ts";

export type EventMessage = {
  title: string;
  explanation: string | null;
  tone: "good" | "alert" | "plain";
};

/** New events: an entry here, and in CUSTOMER_STEPS if customers see it. */
const OWNER_STEPS = {
  placed: { title: "Order placed", explanation: "The payment page was opened.", tone: "plain" },
  payment_declined: {
    title: "A card was declined",
    explanation: "Nothing was charged. The customer may try another card on the same page.",
    tone: "plain",
  },
  payment_failed: {
    title: "Payment failed",
    explanation: "The customer's bank said no after some time.",
    tone: "alert",
  },
  shipping_mismatch: {
    title: "Shipping does not reach the address",
    explanation:
      "The customer chose a way of shipping that does not go there. Write to them, or send it another way.",
    tone: "alert",
  },
  transfer_awaited: {
    title: "Waiting for a bank transfer",
    explanation: "Mark the order as paid under Payments when the money has arrived.",
    tone: "plain",
  },
  payment_processing: {
    title: "Payment on its way",
    explanation: "The customer's bank has not answered yet. The pieces stay held.",
    tone: "plain",
  },
  other_account: {
    title: "Opened with other Stripe keys",
    explanation:
      "Only that account's dashboard shows whether it was paid: please check there. With its keys saved again the shop checks by itself; otherwise the order ends after an hour.",
    tone: "alert",
  },
  completed: { title: "Payment received", explanation: null, tone: "good" },
  cancelled: {
    title: "Checkout cancelled",
    explanation: "The pieces went back into stock.",
    tone: "plain",
  },
  expired: {
    title: "Payment session expired",
    explanation: "The pieces went back into stock.",
    tone: "plain",
  },
  oversold: {
    title: "More sold than in stock",
    explanation:
      "The payment came after the pieces had been released. Make them, or refund the order.",
    tone: "alert",
  },
  payment_wrong_amount: {
    title: "A payment of the wrong amount",
    explanation:
      "The order stays unpaid. Refund this payment under Payments, and write to the customer.",
    tone: "alert",
  },
  payment_wrong_currency: {
    title: "A payment in another currency",
    explanation:
      "The order stays unpaid. Refund this payment under Payments, and write to the customer.",
    tone: "alert",
  },
  payment_duplicate: {
    title: "Paid a second time",
    explanation:
      "The order was paid before this. Refund this payment under Payments, and write to the customer.",
    tone: "alert",
  },
  payment_returned: { title: "Payment refunded", explanation: null, tone: "plain" },
  amount_mismatch: {
    title: "Amount paid differs",
    explanation: "The payment provider reported another amount than the order adds up to.",
    tone: "alert",
  },
  refunded: { title: "Refunded", explanation: null, tone: "plain" },
  refunded_as_credit: { title: "Refunded as store credit", explanation: null, tone: "plain" },
  credit_issued: { title: "Store credit given", explanation: null, tone: "plain" },
  credit_used: { title: "Store credit used", explanation: null, tone: "plain" },
  credit_released: { title: "Store credit given back", explanation: null, tone: "plain" },
  shipped: { title: "Parcel sent", explanation: null, tone: "good" },
  tracking_corrected: { title: "Tracking corrected", explanation: null, tone: "plain" },
  delivered: { title: "Parcel delivered", explanation: null, tone: "good" },
  delivery_undone: { title: "Not delivered after all", explanation: null, tone: "plain" },
  shipment_undone: { title: "Parcel taken back", explanation: null, tone: "plain" },
  address_changed: { title: "Address changed", explanation: null, tone: "plain" },
  refund_failed: {
    title: "Refund failed",
    explanation: "The money is with the shop. Refund it again, or another way.",
    tone: "alert",
  },
  disputed: {
    title: "Payment disputed",
    explanation:
      "The cardholder disputed this payment, and the bank took the money back. Please respond at the payment provider soon.",
    tone: "alert",
  },
  dispute_won: {
    title: "Dispute won",
    explanation: "The bank gave the money back to the shop.",
    tone: "good",
  },
  dispute_lost: {
    title: "Dispute lost",
    explanation: "The bank keeps the money with the card's owner.",
    tone: "alert",
  },
  return_requested: {
    title: "Return announced",
    explanation: "The customer has an authorization number for the parcel.",
    tone: "alert",
  },
  return_received: { title: "Return received", explanation: null, tone: "plain" },
  return_exchanged: { title: "Return exchanged", explanation: null, tone: "good" },
  return_declined: { title: "Return declined", explanation: null, tone: "plain" },
  garment_cancelled: { title: "Customer cancelled a garment", explanation: null, tone: "alert" },
  cancelled_by_shop: { title: "Cancelled by the shop", explanation: null, tone: "plain" },
  mail_sent_again: { title: "Mail sent again", explanation: null, tone: "plain" },
  contract_proposed: { title: "Change proposed to the customer", explanation: null, tone: "plain" },
  contract_approved: { title: "Customer approved the change", explanation: null, tone: "good" },
  contract_declined: { title: "Customer declined the change", explanation: null, tone: "alert" },
  contract_withdrawn: { title: "Proposed change withdrawn", explanation: null, tone: "plain" },
  contract_changed: { title: "Customer changed a garment", explanation: null, tone: "alert" },
  claimed: {
    title: "Linked to the customer's account",
    explanation: null,
    tone: "plain",
  },
} as const satisfies Record<string, EventMessage>;

export type OrderEventType = keyof typeof OWNER_STEPS;

const ownerStep = (type: string): EventMessage | undefined =>
  Object.hasOwn(OWNER_STEPS, type) ? OWNER_STEPS[type as OrderEventType] : undefined;

/** Why an order ended unpaid. */
const reasons: Record<string, string> = {
  provider_expired: "Nobody paid before the payment page closed.",
  time_passed: "Nobody paid in time.",
  visitor_cancelled: "The customer left the payment page.",
  customer_cancelled: "The customer cancelled it before paying.",
  replaced: "The customer started a new checkout instead.",
  no_promise: "The atelier could not promise a day for what is made to measure.",
  not_shipped_there: "No way of shipping serves the country that the customer chose.",
  keys_gone:
    "Its keys are gone, so the shop cannot know whether it was paid: please check the Stripe dashboard.",
  other_account:
    "It was opened with other Stripe keys, so nobody here knows whether it was paid: please look in that account's dashboard.",
  payment_refused: "The customer's bank refused the payment.",
  payment_under_review: "The payment that arrived does not match the order.",
  shop_cancelled: "The shop cancelled it.",
  provider_failed: "The payment provider could not open a payment page.",
  credit_gone: "The store credit that was to pay for it had been used in the meantime.",
};

/** A refund's amount and reason or failure. */
function explainRefund(detail: Record<string, unknown>): string | null {
  const { amount, authorizationNumber, by, failure, note, reason } = detail;
  const parts = [
    isReportedAmount(amount) ? formatReported(amount) : "",
    typeof reason === "string" ? reason : "",
    typeof note === "string" ? note : "",
    typeof failure === "string" && failure !== ""
      ? `The payment provider says: ${failure.replace(/\.$/, "")}`
      : "",
    typeof authorizationNumber === "string" ? `Return ${authorizationNumber}` : "",
    typeof by === "string" && by !== "" ? `By ${by}` : "",
  ].filter(Boolean);
  return parts.length > 0 ? `${parts.join(". ").replace(/\.$/, "")}.` : null;
}

const REFUND_STEPS = [
  "refunded",
  "refunded_as_credit",
  "refund_failed",
  "payment_returned",
  "credit_issued",
  "credit_used",
  "credit_released",
];

/** What arrived instead; the amount alone for a second payment. */
function explainReview({ paid, expected }: Record<string, unknown>, type: string): string | null {
  if (!isReportedAmount(paid)) return null;
  if (type === "payment_duplicate") return `${formatReported(paid)} arrived again.`;
  const requested = isReportedAmount(expected) ? ` instead of ${formatReported(expected)}` : "";
  return `${formatReported(paid)} arrived${requested}.`;
}

/** Whose keys can tell whether the order was paid. */
function explainAccount(
  type: string,
  { account, because }: Record<string, unknown>,
): string | null {
  const isOther = because === "other_account" || type === "other_account";
  return isOther ? `It belongs to ${paymentAccountLabel(account)}.` : null;
}

function explain(type: string, detail: Record<string, unknown>): string | null {
  if (type === "transfer_awaited" && isReportedAmount(detail.amount)) {
    const { amount, reference, until } = detail;
    return `${formatReported(amount)} with the reference ${reference}, by ${until}. ${ownerStep(type)?.explanation}`;
  }
  const reason = typeof detail.because === "string" ? reasons[detail.because] : undefined;
  const known = ownerStep(type)?.explanation ?? null;
  const refund = REFUND_STEPS.includes(type) ? explainRefund(detail) : null;
  const review = explainReview(detail, type);
  if (review && known) return `${review} ${known}`;
  if (refund) return known ? `${refund} ${known}` : refund;
  const account = explainAccount(type, detail);
  if (reason) return [reason, account, detail.why, known].filter(Boolean).join(" ");
  if (account) return `${account} ${known}`;
  if (type === "completed" && detail.late === true) {
    return "It came after the order had been given up; the pieces were taken from stock again.";
  }
  return known ?? staffDetail(detail);
}

const count = (value: unknown) => (value === 1 ? "1 piece" : `${value} pieces`);

/** "2 pieces, DHL Express, JD0146. By Rosa." */
function staffDetail(detail: Record<string, unknown>): string | null {
  const {
    authorizationNumber,
    by,
    carrier,
    mail,
    productName,
    quantity,
    reason,
    shipment,
    trackingNumber,
  } = detail;
  const what = [
    typeof quantity === "number" ? count(quantity) : "",
    productName,
    authorizationNumber,
    shipment,
    carrier,
    trackingNumber,
    reason,
  ].filter((word) => typeof word === "string" && word !== "");
  const who = typeof by === "string" && by !== "" ? `By ${by}.` : "";
  const sent = mail === "out" ? "The mail about it was out already." : "";
  const done = what.length > 0 ? `${what.join(", ")}.` : "";
  const text = [done, who, sent].filter(Boolean).join(" ");
  return text === "" ? null : text;
}

/** An unknown event is shown as stored. */
export function eventMessage(type: string, detail: Record<string, unknown>): EventMessage {
  const known = ownerStep(type) ?? { title: type.replaceAll("_", " "), tone: "plain" as const };
  const title = type === "payment_declined" ? declineTitle(detail) : known.title;
  const isUnknown = detail.because === "other_account" || detail.because === "keys_gone";
  const tone = isUnknown ? ("alert" as const) : known.tone;
  return { title, explanation: explain(type, detail), tone };
}

/** Its id; a fingerprint says nothing. */
export function paymentAccountLabel(account: unknown): string {
  return typeof account === "string" && account.startsWith("acct_")
    ? `the Stripe account ${account}`
    : "another Stripe account";
}

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

const CUSTOMER_STEPS = {
  placed: { title: "Order placed", explanation: null, tone: "plain" },
  payment_failed: {
    title: "Payment did not go through",
    explanation: "Nothing was charged.",
    tone: "alert",
  },
  transfer_awaited: { title: "Waiting for your transfer", explanation: null, tone: "plain" },
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
  delivery_undone: {
    title: "Still on its way",
    explanation: "It was marked as delivered by mistake.",
    tone: "plain",
  },
  shipment_undone: {
    title: "Not on its way yet",
    explanation: "The parcel was recorded by mistake. You hear from us when it leaves.",
    tone: "plain",
  },
  return_requested: { title: "Return announced", explanation: null, tone: "plain" },
  address_changed: { title: "Address changed", explanation: null, tone: "plain" },
  return_received: { title: "Return received", explanation: null, tone: "plain" },
  return_exchanged: { title: "Return exchanged", explanation: null, tone: "good" },
  return_declined: { title: "Return declined", explanation: null, tone: "alert" },
  garment_cancelled: { title: "You cancelled a garment", explanation: null, tone: "plain" },
  refunded: { title: "Refunded", explanation: null, tone: "plain" },
  refunded_as_credit: { title: "Refunded as store credit", explanation: null, tone: "plain" },
  credit_issued: { title: "Store credit from us", explanation: null, tone: "good" },
  credit_used: { title: "Store credit used", explanation: null, tone: "plain" },
  credit_released: { title: "Store credit given back", explanation: null, tone: "plain" },
  contract_proposed: {
    title: "The atelier proposed a change",
    explanation: "We sent you an email with a private link to it.",
    tone: "alert",
  },
  contract_approved: { title: "You approved the change", explanation: null, tone: "good" },
  contract_declined: {
    title: "You declined the change",
    explanation: "Your order is made as agreed before.",
    tone: "plain",
  },
  contract_withdrawn: {
    title: "The proposed change was withdrawn",
    explanation: "Your order is made as agreed before.",
    tone: "plain",
  },
  contract_changed: {
    title: "You changed a garment",
    explanation: "A tailor checks it before anything is cut.",
    tone: "plain",
  },
  refund_failed: {
    title: "Refund came back",
    explanation: "Your bank did not take the money. It is with us, and we give it back to you.",
    tone: "alert",
  },
} as const satisfies Record<string, EventMessage>;

/** Without declined cards, which the payment page reported. */
type CustomerStepType = keyof typeof CUSTOMER_STEPS;

const isCustomerStep = (type: string): type is CustomerStepType =>
  Object.hasOwn(CUSTOMER_STEPS, type);

/** A refund that failed before it was reported. */
const isUnreported = (type: string, detail: Record<string, unknown>) =>
  type === "refund_failed" && detail.isReported !== true;

const UNDER_REVIEW = "payment_under_review";

const SHOWN_DETAIL = [
  "productName",
  "carrier",
  "authorizationNumber",
  "reason",
  "instructions",
  "reference",
  "until",
] as const;

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

/** The customer's timeline: reported steps with public details. */
export function customerSteps(
  events: readonly { id: string; type: string; detail: Record<string, unknown>; at: Date }[],
): CustomerStep[] {
  return events.flatMap(({ type, detail, ...event }) =>
    isCustomerStep(type) && !isUnreported(type, detail)
      ? [{ ...event, type, detail: shownDetail(detail) }]
      : [],
  );
}

/** A step with its carrier, number or reason. */
export function customerStepMessage(step: Pick<CustomerStep, "type" | "detail">): EventMessage {
  const message: EventMessage = CUSTOMER_STEPS[step.type];
  const { amount, authorizationNumber, because, carrier, productName, reason } = step.detail;
  if (because === UNDER_REVIEW) {
    return { ...message, explanation: "The payment we received did not match your order." };
  }
  const { instructions, reference, until } = step.detail;
  if (step.type === "transfer_awaited") {
    const to = instructions?.split("\n").filter(Boolean).join(", ");
    const explanation = `Please transfer ${amount} with the reference ${reference} by ${until}. To: ${to}`;
    return { ...message, explanation };
  }
  const more = [
    productName,
    carrier && `With ${carrier}`,
    authorizationNumber && `Authorization number ${authorizationNumber}`,
    amount,
    reason,
    message.explanation,
  ].filter(Boolean);
  return more.length > 0 ? { ...message, explanation: more.join(". ") } : message;
}
