import type { ReportedAmount } from "#core/money-amount.ts";

/** An amount in Stripe's smallest unit. Both currencies have two decimals there, so the number is the same. */
export function toStripeAmount(amount: ReportedAmount): { amount: number; currency: string } {
  return { amount: amount.minorUnits, currency: amount.currency.toLowerCase() };
}

/** An amount as Stripe reports it, in any currency. */
export function fromStripeAmount(amount: number | null, currency: string | null): ReportedAmount {
  return { minorUnits: amount ?? 0, currency: (currency ?? "").toUpperCase() };
}
