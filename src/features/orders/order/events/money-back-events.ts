import { movedText } from "../order-event-details.ts";
import { describe, message } from "./describe-order-event.ts";

/** Money that leaves, comes back or is disputed, and store credit. */
export const MONEY_BACK_EVENTS = {
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
    customer: {
      ...message("plain", "Refunded"),
      emailed: "Our email says how and when it reaches you.",
    },
  }),
  refunded_as_credit: describe({
    stores: ["refundId", "amount", "whole", "reason"],
    owner: (detail) => message("plain", "Refunded as store credit", movedText(detail)),
    customer: {
      ...message("plain", "Refunded as store credit", "It never expires."),
      emailed: "Our email has the link to it.",
    },
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
} as const;
