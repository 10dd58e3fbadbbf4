import { formatMoney, isMoneyAmount } from "#core/money-amount.ts";
import { paymentAccountLabel } from "./account-messages.ts";
import { declineTitle } from "./decline-messages.ts";

/** How a step of an order's timeline reads, and whether it asks for attention. */
export type EventMessage = {
  title: string;
  explanation: string | null;
  tone: "good" | "alert" | "plain";
};

const words: Record<string, EventMessage> = {
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
  payment_processing: {
    title: "Payment on its way",
    explanation: "The customer's bank has not answered yet. The pieces stay held.",
    tone: "plain",
  },
  other_account: {
    title: "Opened with other Stripe keys",
    explanation:
      "Whether it was paid stands only in that account's dashboard: please look there. With its keys saved again the shop looks by itself; else the order ends an hour after its pieces were held.",
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
  amount_mismatch: {
    title: "Amount paid differs",
    explanation: "The payment provider reported another amount than the order adds up to.",
    tone: "alert",
  },
  refunded: { title: "Refunded", explanation: null, tone: "plain" },
  shipped: { title: "Parcel sent", explanation: null, tone: "good" },
  tracking_corrected: { title: "Tracking corrected", explanation: null, tone: "plain" },
  delivered: { title: "Parcel delivered", explanation: null, tone: "good" },
  delivery_taken_back: { title: "Not delivered after all", explanation: null, tone: "plain" },
  parcel_taken_back: { title: "Parcel taken back", explanation: null, tone: "plain" },
  address_changed: { title: "Address changed", explanation: null, tone: "plain" },
  refund_failed: {
    title: "Refund failed",
    explanation: "The money is with the shop. Refund it again, or another way.",
    tone: "alert",
  },
  disputed: {
    title: "Payment disputed",
    explanation:
      "The card's owner told their bank that this payment was not right, and the bank took the money back. Answer it at the payment provider, and soon.",
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
  cancelled_by_shop: { title: "Cancelled by the shop", explanation: null, tone: "plain" },
  mail_sent_again: { title: "Mail sent again", explanation: null, tone: "plain" },
  claimed: {
    title: "Linked to the customer's account",
    explanation: null,
    tone: "plain",
  },
};

/** Why an order ended unpaid, as the checkout wrote it. */
const reasons: Record<string, string> = {
  provider_expired: "Nobody paid before the payment page closed.",
  time_passed: "Nobody paid in time.",
  shopper_cancelled: "The customer left the payment page.",
  replaced: "The customer started a new checkout instead.",
  keys_gone:
    "The keys it was opened with are gone, so nobody here knows whether it was paid: please look in the Stripe dashboard.",
  other_account:
    "It was opened with other Stripe keys, so nobody here knows whether it was paid: please look in that account's dashboard.",
  payment_refused: "The customer's bank refused the payment.",
  shop_cancelled: "The shop cancelled it.",
  provider_failed: "The payment provider could not open a payment page.",
};

/** What a refund says of itself: its amount, and why it was given or failed. */
function explainRefund(detail: Record<string, unknown>): string | null {
  const { amount, authorizationNumber, failure, reason } = detail;
  const parts = [
    isMoneyAmount(amount) ? formatMoney(amount) : "",
    typeof reason === "string" ? reason : "",
    typeof failure === "string" && failure !== ""
      ? `The payment provider says: ${failure.replace(/\.$/, "")}`
      : "",
    typeof authorizationNumber === "string" ? `Return ${authorizationNumber}` : "",
  ].filter(Boolean);
  return parts.length > 0 ? `${parts.join(". ").replace(/\.$/, "")}.` : null;
}

function explain(type: string, detail: Record<string, unknown>): string | null {
  const reason = typeof detail.because === "string" ? reasons[detail.because] : undefined;
  const known = words[type]?.explanation ?? null;
  const refund = type === "refunded" || type === "refund_failed" ? explainRefund(detail) : null;
  if (refund) return known ? `${refund} ${known}` : refund;
  const at = detail.because === "other_account" || type === "other_account";
  const where = at ? `It belongs to ${paymentAccountLabel(detail.account)}.` : null;
  if (reason) return [reason, where, detail.why, known].filter(Boolean).join(" ");
  if (where) return `${where} ${known}`;
  if (type === "completed" && detail.late === true) {
    return "It came after the order had been given up; the pieces were taken from stock again.";
  }
  return known ?? deskWords(detail);
}

const count = (value: unknown) => (value === 1 ? "1 piece" : `${value} pieces`);

/** What was done at the desk, and by whom: "2 pieces, DHL Express, JD0146. By Rosa." */
function deskWords(detail: Record<string, unknown>): string | null {
  const { authorizationNumber, by, carrier, mail, parcel, pieces, reason, trackingNumber } = detail;
  const what = [
    typeof pieces === "number" ? count(pieces) : "",
    authorizationNumber,
    parcel,
    carrier,
    trackingNumber,
    reason,
  ].filter((word) => typeof word === "string" && word !== "");
  const who = typeof by === "string" && by !== "" ? `By ${by}.` : "";
  const told = mail === "out" ? "The mail about it was out already." : "";
  const done = what.length > 0 ? `${what.join(", ")}.` : "";
  const words = [done, who, told].filter(Boolean).join(" ");
  return words === "" ? null : words;
}

/** The words for a step; one the shop does not know yet is shown as it is written. */
export function eventMessage(type: string, detail: Record<string, unknown>): EventMessage {
  const known = words[type] ?? { title: type.replaceAll("_", " "), tone: "plain" as const };
  const title = type === "payment_declined" ? declineTitle(detail) : known.title;
  const isUnknown = detail.because === "other_account" || detail.because === "keys_gone";
  const tone = isUnknown ? ("alert" as const) : known.tone;
  return { title, explanation: explain(type, detail), tone };
}
