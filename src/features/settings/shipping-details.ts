import type { MoneyAmount } from "#core/money-amount.ts";
import type { Span } from "./business-facts.ts";
import { NEAR_COUNTRIES, shippingPrice } from "./business-facts.ts";
import type { ShippingSettings } from "./settings-sections.ts";

/** A way of shipping one parcel as machines are told of it. */
export type ShippingDetails = {
  readonly id: string;
  readonly label: string;
  /** ISO codes, never empty. */
  readonly countries: readonly string[];
  readonly price: MoneyAmount;
  /** From dispatch, in business days. */
  readonly transit: Span;
};

/**
 * The ways of shipping an order of this worth to the countries near, each with its price there. Same-day is left out: it reaches one
 * town, and machines only know countries.
 */
export function listShippingDetails(
  settings: ShippingSettings,
  worth: MoneyAmount,
): ShippingDetails[] {
  return settings.methods
    .filter((method) => method.enabled && method.beforeHour === null)
    .map((method) => ({
      id: method.id,
      label: method.label,
      countries: (method.onlyCountries ?? NEAR_COUNTRIES).filter(
        (country) => !method.exceptCountries.includes(country),
      ),
      price: shippingPrice(method, worth),
      transit: { min: method.minBusinessDays, max: method.maxBusinessDays },
    }))
    .filter((fact) => fact.countries.length > 0);
}
