import type { PaymentStatus } from "#core/payment-status.ts";
import type { Order } from "#features/orders/order/order.ts";

/**
 * Failed, cancelled and expired continue: money may be late. Refunds are amounts. 'duplicate' and 'foreign'
 * are written directly. 'owed_back' is what was transferred of an order that ended unpaid, before or after its end: it pays after all
 * when the rest is late, and is nothing when it was recorded by mistake.
 */
const TRANSITIONS: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  pending: [
    "processing",
    "captured",
    "failed",
    "cancelled",
    "expired",
    "wrong_amount",
    "wrong_currency",
  ],
  processing: [
    "captured",
    "failed",
    "cancelled",
    "expired",
    "wrong_amount",
    "wrong_currency",
    "owed_back",
  ],
  failed: ["captured", "wrong_amount", "wrong_currency", "owed_back"],
  cancelled: ["captured", "wrong_amount", "wrong_currency", "owed_back"],
  expired: ["captured", "wrong_amount", "wrong_currency", "owed_back"],
  captured: [],
  wrong_amount: [],
  wrong_currency: [],
  duplicate: [],
  owed_back: ["captured", "cancelled", "expired"],
  foreign: [],
};

/** Follows the transition table. */
export function canPaymentBecome(from: PaymentStatus, to: PaymentStatus): boolean {
  return TRANSITIONS[from].includes(to);
}

/** Why received money does not pay. */
export type ReviewReason = "wrong_amount" | "wrong_currency" | "duplicate";

/** Whether the owner must decide. */
export function isUnderReview(status: PaymentStatus): status is ReviewReason {
  return status === "wrong_amount" || status === "wrong_currency" || status === "duplicate";
}

/** Why a payment stands beside its order; 'further_transfer' is a transfer that came for a paid one (`isFurtherTransfer`). */
export type BesideReason = ReviewReason | "owed_back" | "further_transfer";

/** Whether the owner sends it from the bank account, or gives it as store credit. */
export const isOwedByTransfer = ({ reason }: { reason: BesideReason }): boolean =>
  reason === "owed_back" || reason === "further_transfer";

/** Whether money was received that does not pay for its order: under review, or a deposit that is owed back. */
export function isBesideOrder(status: PaymentStatus): status is ReviewReason | "owed_back" {
  return isUnderReview(status) || status === "owed_back";
}

/** Whether it does not pay its order, and still can. */
export function isUnpaid(status: PaymentStatus): boolean {
  return TRANSITIONS[status].length > 0;
}

/**
 * Whether money that a bank statement shows for an order can only be owed to the customer: the order was to be paid by transfer and
 * ended before that. Until then it pays the order, and of a paid order it is no late transfer.
 */
export function canReceiveLateTransfer({
  payment,
  status,
}: Pick<Order, "payment" | "status">): boolean {
  const isEnded = status === "cancelled" || status === "expired";
  const isWaiting = payment.status === "owed_back" || canPaymentBecome(payment.status, "owed_back");
  return payment.method === "manual" && isEnded && isWaiting;
}

/**
 * Whether a transfer that a bank statement shows for an order comes beside the one that paid it, so that it can only be owed to the
 * customer.
 */
export function canReceiveFurtherTransfer({ payment }: Pick<Order, "payment">): boolean {
  return payment.method === "manual" && payment.status === "captured";
}

/** Whether a payment is a transfer that came for a paid order (`canReceiveFurtherTransfer`). A provider's duplicate is under review. */
export const isFurtherTransfer = ({
  method,
  status,
}: Pick<Order["payment"], "method" | "status">): boolean =>
  method === "manual" && status === "duplicate";

/** A reservation and its payment session (Stripe's minimum). */
export const RESERVATION_MS = 30 * 60 * 1000;
