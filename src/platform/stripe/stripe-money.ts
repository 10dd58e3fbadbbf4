import type { ReportedAmount } from "#core/money-amount.ts";

/** Both currencies have two decimals at Stripe. */
export function toStripeAmount(amount: ReportedAmount): { amount: number; currency: string } {
  return { amount: amount.minorUnits, currency: amount.currency.toLowerCase() };
}

/** Accepts any currency. */
export function fromStripeAmount(amount: number | null, currency: string | null): ReportedAmount {
  return { minorUnits: amount ?? 0, currency: (currency ?? "").toUpperCase() };
}
