import type { Currency, MoneyAmount } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";

const CURRENCIES: readonly Currency[] = ["USD", "GYD"];

/**
 * An amount as Stripe takes it: the smallest unit, an integer. Both of the shop's currencies have two decimals there (Stripe's list of
 * zero-decimal currencies holds neither), so the number is the shop's own.
 */
export function toStripeAmount(amount: MoneyAmount): { amount: number; currency: string } {
  return { amount: amount.minorUnits, currency: amount.currency.toLowerCase() };
}

/** An amount as Stripe tells it. Throws RangeError for a currency the shop does not charge in: it may count in another unit. */
export function fromStripeAmount(amount: number | null, currency: string | null): MoneyAmount {
  const known = CURRENCIES.find((each) => each === currency?.toUpperCase());
  if (!known) throw new RangeError(`Stripe told an amount in ${currency ?? "no currency"}`);
  return money(amount ?? 0, known);
}
