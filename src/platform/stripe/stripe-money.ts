import type { ReportedAmount } from "#core/money-amount.ts";

/**
 * An amount as Stripe takes it: the smallest unit, an integer. Both of the shop's currencies have two decimals there (Stripe's list of
 * zero-decimal currencies holds neither), so the number is the shop's own.
 */
export function toStripeAmount(amount: ReportedAmount): { amount: number; currency: string } {
  return { amount: amount.minorUnits, currency: amount.currency.toLowerCase() };
}

/** An amount as Stripe reports it, in whatever currency it is. */
export function fromStripeAmount(amount: number | null, currency: string | null): ReportedAmount {
  return { minorUnits: amount ?? 0, currency: (currency ?? "").toUpperCase() };
}
