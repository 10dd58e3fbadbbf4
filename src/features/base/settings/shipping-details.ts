import type { MoneyAmount } from "#core/money-amount.ts";
import type { Span } from "./business-facts.ts";
import { handlingDays, NEAR_COUNTRIES, shippingPrice } from "./business-facts.ts";
import type { ShippingSettings } from "./settings-sections.ts";

export type ShippingDetails = {
  readonly id: string;
  readonly label: string;
  /** The countries are ISO codes, and never empty. */
  readonly countries: readonly string[];
  readonly price: MoneyAmount;
  readonly handling: { readonly ready: Span; readonly madeToMeasure: Span };
  /** Business days from dispatch. */
  readonly transit: Span;
};

/** Lists methods to near countries with prices, for structured data. Same-day is left out, because one town is no country. */
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
      handling: {
        ready: handlingDays(settings, false),
        madeToMeasure: handlingDays(settings, true),
      },
      transit: { min: method.minBusinessDays, max: method.maxBusinessDays },
    }))
    .filter((fact) => fact.countries.length > 0);
}
