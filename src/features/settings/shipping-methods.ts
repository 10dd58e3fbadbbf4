import type { MoneyAmount } from "#core/money-amount.ts";
import type { ShippingOption } from "#platform/payments.server.ts";
import { SHOP_TIME_ZONE, shippingPrice } from "./business-facts.ts";
import type { ShippingMethod } from "./settings-sections.ts";

/** Specification 2, Shipping. */
const SAME_DAY_CITY = "Georgetown";

const weekdayAndHour = new Intl.DateTimeFormat("en-US", {
  timeZone: SHOP_TIME_ZONE,
  weekday: "short",
  hour: "numeric",
  hourCycle: "h23",
});

/**
 * Whether an order now still ships today in Georgetown: before the hour, never on Sunday (specification 2, Shipping).
 */
export function isSameDayOpen(now: Date, beforeHour: number): boolean {
  const parts = weekdayAndHour.formatToParts(now);
  const partOf = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  return partOf("weekday") !== "Sun" && Number(partOf("hour")) < beforeHour;
}

/**
 * Enabled shipping methods for an order of this total (after offers), without same-day after its hour; free above the
 * threshold (decision C6, specification 9).
 */
export function availableShippingMethods(input: {
  worth: MoneyAmount;
  methods: readonly ShippingMethod[];
  now: Date;
}): ShippingOption[] {
  const { worth, methods, now } = input;
  return methods
    .filter((method) => method.enabled)
    .filter((method) => method.beforeHour === null || isSameDayOpen(now, method.beforeHour))
    .map((method) => ({
      id: method.id,
      label: method.label,
      promise: method.estimate,
      price: shippingPrice(method, worth),
      ...reachOf(method),
    }));
}

/** A method's countries, and for same-day its city. */
export function reachOf(
  method: ShippingMethod,
): Pick<ShippingOption, "onlyCountries" | "exceptCountries" | "onlyCity"> {
  const { beforeHour, exceptCountries, onlyCountries } = method;
  return {
    onlyCountries,
    exceptCountries,
    onlyCity: beforeHour === null ? null : SAME_DAY_CITY,
  };
}

const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}]/gu, "");

/** Whether an offer serves an address, by country and, for same-day, city. */
export function reaches(
  offer: Pick<ShippingOption, "onlyCountries" | "exceptCountries" | "onlyCity">,
  address: { country: string; city: string },
): boolean {
  const country = address.country.trim().toUpperCase();
  if (offer.exceptCountries.includes(country)) return false;
  if (offer.onlyCountries && !offer.onlyCountries.includes(country)) return false;
  return offer.onlyCity === null || letters(address.city).includes(letters(offer.onlyCity));
}
