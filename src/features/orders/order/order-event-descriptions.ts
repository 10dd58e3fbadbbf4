import { formatReported } from "#core/money-amount.ts";
import { isManualProvider, manualPaymentOf } from "#core/payment-providers.ts";
import { declineTitle } from "./decline-codes.ts";
import type { EventFields, StoredDetail, StoredFields } from "./order-event-details.ts";
import {
  arrivedInstead,
  doneText,
  endingText,
  endingTone,
  movedText,
  owedText,
  paymentAccountLabel,
  transferredText,
} from "./order-event-details.ts";

export type EventMessage = {
  title: string;
  explanation: string | null;
  tone: "good" | "alert" | "plain";
};

function message(
  tone: EventMessage["tone"],
  title: string,
  explanation: string | null = null,
): EventMessage {
  return { title, explanation, tone };
}

type Description<Field extends keyof EventFields, MaybeField extends keyof EventFields> = {
  /** The keys of its detail; without them an event cannot be recorded. */
  stores: readonly Field[];
  /** Keys that its detail may have. */
  mayStore?: readonly MaybeField[];
  owner: (detail: StoredFields<Field | MaybeField>) => EventMessage;
  /** Null for what customers do not see. What they see of a detail is said in order-events.ts. */
  customer: EventMessage | null;
};

/** Its messages can use only what the event stores. */
function describe<
  const Field extends keyof EventFields = never,
  const MaybeField extends keyof EventFields = never,
>(description: Description<Field, MaybeField>): Description<Field, MaybeField> {
  return description;
}

function ended(title: string, detail: StoredDetail): EventMessage {
  const explanation = [endingText(detail), "The pieces went back into stock.", owedText(detail)];
  return message(endingTone(detail), title, explanation.filter(Boolean).join(" "));
}

const NOT_MATCHING = message(
  "plain",
  "We are looking at your payment",
  "We received a payment that does not match your order; we will write to you.",
);

/** What was cancelled, for who packs. */
const cancelledText = ({ productName, quantity }: StoredDetail): string =>
  [productName && `${quantity ?? 1} × ${productName}.`, "Back in stock; please do not pack it."]
    .filter(Boolean)
    .join(" ");

const AS_AGREED = "Your order is made as agreed before.";

const REFUND_IT = "Refund this payment under Payments, and write to the customer.";

/** Every event of an order: what it stores, and what the owner and the customer read. */
export const ORDER_EVENTS = {
  placed: describe({
    stores: [],
    owner: () => message("plain", "Order placed", "The payment page was opened."),
    customer: message("plain", "Order placed"),
  }),
  payment_declined: describe({
    stores: ["code", "card"],
    owner: (detail) =>
      message(
        "plain",
        declineTitle(detail),
        "Nothing was charged. The customer may try another card on the same page.",
      ),
    // The payment page reported it.
    customer: null,
  }),
  payment_failed: describe({
    stores: [],
    owner: () => message("alert", "Payment failed", "The customer's bank said no after some time."),
    customer: message("alert", "Payment did not go through", "Nothing was charged."),
  }),
  shipping_mismatch: describe({
    stores: ["method"],
    mayStore: ["city"],
    owner: () =>
      message(
        "alert",
        "Shipping does not reach the address",
        "The customer chose a way of shipping that does not go there. Write to them, or send it another way.",
      ),
    customer: null,
  }),
  transfer_awaited: describe({
    stores: ["amount", "instructions", "provider", "reference", "until"],
    mayStore: ["deposit", "left", "restDays"],
    owner({ amount, deposit, provider = "", reference, until }) {
      const paid = "Mark the order as paid under Payments when the money has arrived.";
      const advice = deposit
        ? `${formatReported(deposit)} of it is the deposit: record it under Payments when it has arrived. ${paid}`
        : paid;
      const terms =
        amount && reference && until
          ? `${formatReported(amount)} with the reference ${reference}, by ${until}. `
          : "";
      // Earlier events name no provider: there was only the bank transfer.
      const { awaited } = manualPaymentOf(isManualProvider(provider) ? provider : "manual");
      return message("plain", awaited, `${terms}${advice}`);
    },
    customer: message("plain", "Waiting for your transfer"),
  }),
  deposit_received: describe({
    stores: ["amount", "left", "receivedOn", "by"],
    owner: (detail) =>
      message(
        "good",
        "Transfer received",
        [transferredText(detail), doneText(detail)].filter(Boolean).join(" "),
      ),
    customer: message("good", "Your transfer has arrived"),
  }),
  transfer_late: describe({
    stores: ["amount", "receivedOn", "by"],
    owner: ({ amount, by, receivedOn }) =>
      message(
        "alert",
        "Transfer after the end",
        `${amount ? formatReported(amount) : "A transfer"} arrived on ${receivedOn ?? "a day"}, after the order had ended: send it back, give it as store credit, or make the order after all.${by ? ` By ${by}.` : ""}`,
      ),
    customer: message("plain", "Your transfer arrived after the end"),
  }),
  deposit_undone: describe({
    stores: ["amount", "by"],
    mayStore: ["left"],
    owner: (detail) =>
      message(
        "plain",
        "Transfer was recorded by mistake",
        [movedText(detail), transferredText(detail)].filter(Boolean).join(" "),
      ),
    customer: message("plain", "A transfer was recorded by mistake"),
  }),
  payment_processing: describe({
    stores: [],
    owner: () =>
      message(
        "plain",
        "Payment on its way",
        "The customer's bank has not answered yet. The pieces stay held.",
      ),
    customer: message(
      "plain",
      "Payment on its way",
      "Your bank has not answered yet. Your pieces stay yours.",
    ),
  }),
  other_account: describe({
    stores: [],
    mayStore: ["account"],
    owner: ({ account }) =>
      message(
        "alert",
        "Opened with other Stripe keys",
        `It belongs to ${paymentAccountLabel(account)}. Only that account's dashboard shows whether it was paid: please check there. With its keys saved again the shop checks by itself; otherwise the order ends after an hour.`,
      ),
    customer: null,
  }),
  days_moved: describe({
    stores: ["arrival"],
    owner: ({ arrival }) =>
      message(
        "plain",
        "Arrives later than the payment page said",
        `Others paid for the same days first. It arrives ${arrival ?? "later"}; the confirmation email says so.`,
      ),
    customer: message(
      "plain",
      "It arrives later than the payment page said",
      "Others paid for the same days while you were paying. The new days are on this page.",
    ),
  }),
  promise_changed: describe({
    stores: ["arrival", "reason", "by"],
    owner: ({ arrival, ...detail }) =>
      message(
        "plain",
        "Promised for another day",
        [arrival && `It now ${arrival}.`, doneText(detail)].filter(Boolean).join(" "),
      ),
    customer: message("alert", "A new day for your order"),
  }),
  completed: describe({
    stores: ["provider", "late"],
    owner: ({ late }) =>
      message(
        "good",
        "Payment received",
        late
          ? "It came after the order had been given up; the pieces were taken from stock again."
          : null,
      ),
    customer: message("good", "Payment received", "Your order is in our hands."),
  }),
  cancelled: describe({
    stores: ["because"],
    mayStore: ["why", "account", "owed"],
    owner: (detail) => ended("Checkout cancelled", detail),
    customer: message("plain", "Checkout cancelled", "Nothing was charged."),
  }),
  expired: describe({
    stores: ["because"],
    mayStore: ["why", "account", "owed"],
    owner: (detail) => ended("Payment session expired", detail),
    customer: message("plain", "Payment time ran out", "Nothing was charged."),
  }),
  oversold: describe({
    stores: ["missing"],
    owner: () =>
      message(
        "alert",
        "More sold than in stock",
        "The payment came after the pieces had been released. Make them, or refund the order.",
      ),
    customer: null,
  }),
  payment_wrong_amount: describe({
    stores: ["paymentId", "paid", "expected"],
    owner: (detail) =>
      message(
        "alert",
        "A payment of the wrong amount",
        arrivedInstead(detail, `The order stays unpaid. ${REFUND_IT}`),
      ),
    customer: NOT_MATCHING,
  }),
  payment_wrong_currency: describe({
    stores: ["paymentId", "paid", "expected"],
    owner: (detail) =>
      message(
        "alert",
        "A payment in another currency",
        arrivedInstead(detail, `The order stays unpaid. ${REFUND_IT}`),
      ),
    customer: NOT_MATCHING,
  }),
  payment_duplicate: describe({
    stores: ["paymentId", "paid", "expected"],
    owner({ paid }) {
      const arrived = paid ? `${formatReported(paid)} arrived again. ` : "";
      const advice = `The order was paid before this. ${REFUND_IT}`;
      return message("alert", "Paid a second time", `${arrived}${advice}`);
    },
    customer: NOT_MATCHING,
  }),
  payment_returned: describe({
    stores: ["refundId", "amount", "whole", "reason"],
    owner: (detail) => message("plain", "Payment refunded", movedText(detail)),
    customer: message(
      "plain",
      "Payment given back",
      "It did not match your order. Your bank shows it in a few days.",
    ),
  }),
  deposit_returned: describe({
    stores: ["refundId", "amount", "whole", "reason"],
    owner: (detail) => message("plain", "Transfer sent back", movedText(detail)),
    customer: message("plain", "Your transfer was sent back"),
  }),
  /** Not recorded any more: such a payment is now under review. */
  amount_mismatch: describe({
    stores: ["paid", "expected"],
    owner: (detail) =>
      message(
        "alert",
        "Amount paid differs",
        arrivedInstead(
          detail,
          "The payment provider reported another amount than the order adds up to.",
        ),
      ),
    customer: null,
  }),
  refund_promised: describe({
    stores: ["refundId", "amount", "reason", "until"],
    owner: ({ until, ...detail }) =>
      message(
        "alert",
        "Money to send",
        [
          movedText(detail),
          `Send it by ${until ?? "the day under Payments"}, and record it under Payments.`,
        ]
          .filter(Boolean)
          .join(" "),
      ),
    customer: message("plain", "Money goes back to you"),
  }),
  payout_account_given: describe({
    stores: [],
    owner: () =>
      message("plain", "Customer named the account", "It stands under Payments until it is used."),
    customer: message("plain", "You told us the account for your money"),
  }),
  refunded: describe({
    stores: ["refundId", "amount", "whole", "reason"],
    owner: (detail) => message("plain", "Refunded", movedText(detail)),
    customer: message("plain", "Refunded"),
  }),
  refunded_as_credit: describe({
    stores: ["refundId", "amount", "whole", "reason"],
    owner: (detail) => message("plain", "Refunded as store credit", movedText(detail)),
    customer: message("plain", "Refunded as store credit"),
  }),
  refund_failed: describe({
    stores: ["refundId", "amount", "failure", "isReported"],
    mayStore: ["authorizationNumber"],
    owner(detail) {
      const advice = "The money is with the shop. Refund it again, or another way.";
      const explanation = [movedText(detail), advice].filter(Boolean).join(" ");
      return message("alert", "Refund failed", explanation);
    },
    customer: message(
      "alert",
      "Refund came back",
      "Your bank did not take the money. It is with us, and we give it back to you.",
    ),
  }),
  credit_issued: describe({
    stores: ["amount", "note", "by"],
    owner: (detail) => message("plain", "Store credit given", movedText(detail)),
    customer: message("good", "Store credit from us"),
  }),
  credit_used: describe({
    stores: ["amount"],
    owner: (detail) => message("plain", "Store credit used", movedText(detail)),
    customer: message("plain", "Store credit used"),
  }),
  credit_released: describe({
    stores: ["amount"],
    owner: (detail) => message("plain", "Store credit given back", movedText(detail)),
    customer: message("plain", "Store credit given back"),
  }),
  disputed: describe({
    stores: ["disputeId", "amount"],
    owner: () =>
      message(
        "alert",
        "Payment disputed",
        "The cardholder disputed this payment, and the bank took the money back. Please respond at the payment provider soon.",
      ),
    customer: null,
  }),
  dispute_won: describe({
    stores: ["disputeId", "amount"],
    owner: () => message("good", "Dispute won", "The bank gave the money back to the shop."),
    customer: null,
  }),
  dispute_lost: describe({
    stores: ["disputeId", "amount"],
    owner: () =>
      message("alert", "Dispute lost", "The bank keeps the money with the card's owner."),
    customer: null,
  }),
  shipped: describe({
    stores: ["shipmentId", "carrier", "trackingNumber", "quantity", "by"],
    owner: (detail) => message("good", "Parcel sent", doneText(detail)),
    customer: message("good", "On its way"),
  }),
  tracking_corrected: describe({
    stores: ["carrier", "trackingNumber", "by"],
    owner: (detail) => message("plain", "Tracking corrected", doneText(detail)),
    customer: null,
  }),
  delivered: describe({
    stores: ["shipmentId", "carrier", "by"],
    owner: (detail) => message("good", "Parcel delivered", doneText(detail)),
    customer: message("good", "Delivered"),
  }),
  delivery_undone: describe({
    stores: ["shipmentId", "shipment", "mail", "by"],
    owner: (detail) => message("plain", "Not delivered after all", doneText(detail)),
    customer: message("plain", "Still on its way", "It was marked as delivered by mistake."),
  }),
  shipment_undone: describe({
    stores: ["shipmentId", "shipment", "quantity", "mail", "by"],
    owner: (detail) => message("plain", "Parcel taken back", doneText(detail)),
    customer: message(
      "plain",
      "Not on its way yet",
      "The parcel was recorded by mistake. You hear from us when it leaves.",
    ),
  }),
  address_changed: describe({
    stores: ["by"],
    owner: (detail) => message("plain", "Address changed", doneText(detail)),
    customer: message("plain", "Address changed"),
  }),
  return_requested: describe({
    stores: ["authorizationNumber"],
    mayStore: ["by"],
    owner: () =>
      message(
        "alert",
        "Return announced",
        "The customer has an authorization number for the parcel.",
      ),
    customer: message("plain", "Return announced"),
  }),
  return_received: describe({
    stores: ["authorizationNumber", "items", "by"],
    owner: (detail) => message("plain", "Return received", doneText(detail)),
    customer: message("plain", "Return received"),
  }),
  return_exchanged: describe({
    stores: ["authorizationNumber", "by"],
    owner: (detail) => message("good", "Return exchanged", doneText(detail)),
    customer: message("good", "Return exchanged"),
  }),
  return_declined: describe({
    stores: ["authorizationNumber", "reason", "by"],
    owner: (detail) => message("plain", "Return declined", doneText(detail)),
    customer: message("alert", "Return declined"),
  }),
  garment_cancelled: describe({
    stores: ["productName", "wearer", "reason"],
    owner: (detail) => message("alert", "Customer cancelled a garment", doneText(detail)),
    customer: message("plain", "You cancelled a garment"),
  }),
  items_cancelled: describe({
    stores: ["productName", "quantity"],
    owner: (detail) => message("alert", "Customer cancelled items", cancelledText(detail)),
    customer: message("plain", "You cancelled a piece"),
  }),
  cancelled_by_shop: describe({
    stores: ["by"],
    owner: (detail) => message("plain", "Cancelled by the shop", doneText(detail)),
    customer: null,
  }),
  mail_sent_again: describe({
    stores: ["reason", "by"],
    owner: (detail) => message("plain", "Mail sent again", doneText(detail)),
    customer: null,
  }),
  contract_proposed: describe({
    stores: ["productName", "wearer", "by"],
    owner: (detail) => message("plain", "Change proposed to the customer", doneText(detail)),
    customer: message(
      "alert",
      "The atelier proposed a change",
      "We sent you an email with a private link to it.",
    ),
  }),
  remeasured: describe({
    stores: ["productName", "wearer"],
    owner: (detail) => message("alert", "Measured again: the customer is asked", doneText(detail)),
    customer: message(
      "alert",
      "The person a garment is for has measured again",
      "We sent you an email with a private link to the change.",
    ),
  }),
  remeasured_in_work: describe({
    stores: ["productName", "wearer"],
    owner: (detail) =>
      message("alert", "Measured again after the approval to cut", doneText(detail)),
    customer: message(
      "alert",
      "A garment has new measurements",
      "It is already approved to be cut, so the atelier is asked what is still possible.",
    ),
  }),
  contract_approved: describe({
    stores: ["productName", "wearer"],
    owner: (detail) => message("good", "Customer approved the change", doneText(detail)),
    customer: message("good", "You approved the change"),
  }),
  contract_declined: describe({
    stores: ["productName", "wearer"],
    owner: (detail) => message("alert", "Customer declined the change", doneText(detail)),
    customer: message("plain", "You declined the change", AS_AGREED),
  }),
  contract_withdrawn: describe({
    stores: ["productName", "wearer", "by"],
    owner: (detail) => message("plain", "Proposed change withdrawn", doneText(detail)),
    customer: message("plain", "The proposed change was withdrawn", AS_AGREED),
  }),
  contract_changed: describe({
    stores: ["productName", "wearer"],
    owner: (detail) => message("alert", "Customer changed a garment", doneText(detail)),
    customer: message(
      "plain",
      "You changed a garment",
      "A tailor checks it before anything is cut.",
    ),
  }),
  claimed: describe({
    stores: [],
    owner: (detail) => message("plain", "Linked to the customer's account", doneText(detail)),
    customer: null,
  }),
} as const;
