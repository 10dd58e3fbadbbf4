import type { PaymentMethod, PaymentStatus } from "#core/payment-status.ts";

/**
 * Which status may follow which. Failed, cancelled and expired lead on, because money can arrive after the shop gave up on it and is
 * never ignored. What goes back after the capture is an amount, not a status. 'duplicate' and 'foreign' payments are written as such.
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
  processing: ["captured", "failed", "cancelled", "expired", "wrong_amount", "wrong_currency"],
  failed: ["captured", "wrong_amount", "wrong_currency"],
  cancelled: ["captured", "wrong_amount", "wrong_currency"],
  expired: ["captured", "wrong_amount", "wrong_currency"],
  captured: [],
  wrong_amount: [],
  wrong_currency: [],
  duplicate: [],
  foreign: [],
};

/** Whether a payment may go from one status to another; staying where it is is no transition. */
export function canPaymentBecome(from: PaymentStatus, to: PaymentStatus): boolean {
  return TRANSITIONS[from].includes(to);
}

/** Why money that arrived for an order or a donation does not pay for it. */
export type ReviewReason = "wrong_amount" | "wrong_currency" | "duplicate";

/** Whether money arrived that does not pay for its order or donation; the owner decides what becomes of it. */
export function isUnderReview(status: PaymentStatus): status is ReviewReason {
  return status === "wrong_amount" || status === "wrong_currency" || status === "duplicate";
}

/** Whether nothing has been captured yet and something still can be. */
export function isUnpaid(status: PaymentStatus): boolean {
  return TRANSITIONS[status].length > 0;
}

/** What the owner reads of each provider. */
const PROVIDER_LABELS: Readonly<Record<string, string>> = {
  "stripe:live": "Stripe",
  "stripe:test": "Stripe, in test mode",
  test: "Test payment page",
  manual: "Bank transfer",
  store_credit: "Store credit",
};

export function paymentProviderLabel(provider: string): string {
  return PROVIDER_LABELS[provider] ?? provider;
}

/** The method of a provider by its name. */
export function paymentMethodOf(provider: string): PaymentMethod {
  if (provider === "test" || provider === "store_credit") return provider;
  return provider.startsWith("stripe:") ? "stripe" : "manual";
}

/** How long items are held for an open payment session, and how long the session lives (30 minutes is Stripe's shortest). */
export const RESERVATION_MS = 30 * 60 * 1000;
