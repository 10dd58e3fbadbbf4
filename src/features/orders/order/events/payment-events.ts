import { formatReported } from "#core/money-amount.ts";
import { isManualProvider, manualPaymentOf } from "#core/payment-providers.ts";
import { declineTitle } from "../decline-codes.ts";
import type { StoredDetail } from "../order-event-details.ts";
import {
  arrivedInstead,
  doneText,
  endingText,
  endingTone,
  movedText,
  owedText,
  paymentAccountLabel,
  transferredText,
} from "../order-event-details.ts";
import type { EventMessage } from "./describe-order-event.ts";
import { describe, message } from "./describe-order-event.ts";

function ended(title: string, detail: StoredDetail): EventMessage {
  const explanation = [endingText(detail), "The pieces went back into stock.", owedText(detail)];
  return message(endingTone(detail), title, explanation.filter(Boolean).join(" "));
}

const NOT_MATCHING = message(
  "plain",
  "We are looking at your payment",
  "We received a payment that does not match your order; we will write to you.",
);

const REFUND_IT = "Refund this payment under Payments, and write to the customer.";

/** Placing an order and paying for it, until it ends. */
export const PAYMENT_EVENTS = {
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
  transfer_further: describe({
    stores: ["amount", "receivedOn", "by"],
    owner: ({ amount, by, receivedOn }) =>
      message(
        "alert",
        "Transfer beside the payment",
        `${amount ? formatReported(amount) : "A transfer"} arrived on ${receivedOn ?? "a day"}, beside what paid the order: send it back, or give it as store credit.${by ? ` By ${by}.` : ""}`,
      ),
    customer: message("plain", "You transferred more than the order costs"),
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
} as const;
