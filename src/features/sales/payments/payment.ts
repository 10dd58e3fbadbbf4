import type { PaymentMethod, PaymentStatus } from "#core/payment-status.ts";

/**
 * Failed, cancelled and expired continue: money may be late. Refunds are amounts. 'duplicate' and 'foreign'
 * are written directly.
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

/** Whether nothing was captured and something can be. */
export function isUnpaid(status: PaymentStatus): boolean {
  return TRANSITIONS[status].length > 0;
}

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

const OWN_PROVIDERS: readonly string[] = ["test", "manual", "store_credit"];

/** Whether the shop itself is the provider: its success says nothing about the card provider. */
export const isOwnProvider = (provider: string): boolean => OWN_PROVIDERS.includes(provider);

/** A reservation and its payment session (Stripe's minimum). */
export const RESERVATION_MS = 30 * 60 * 1000;
