import type { ClosedDays, DayRange } from "#core/business-days.ts";
import {
  addBusinessDays,
  addDays,
  isHoliday,
  isSunday,
  toBusinessDay,
} from "#core/business-days.ts";
import type { ShippingReach } from "#core/delivery-address.ts";
import { dayOf, hourOf } from "#core/georgetown-time.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import { withUnknownHolidays } from "#core/moveable-holidays.ts";
import type { ShippingOption } from "#platform/payments.server.ts";
import { shippingPrice } from "./business-facts.ts";
import type { ShippingSettings } from "./settings-sections.ts";
import type { ShippingMethod } from "./shipping-section.ts";

export const SAME_DAY_CITY = "Georgetown";

/** Returns the days on which the owner is closed. */
export function closedDaysOf({ closedDays }: Pick<ShippingSettings, "closedDays">): ClosedDays {
  return new Set(closedDays.split(/[\s,]+/));
}

/**
 * The days off by which promises are counted: with a working day of margin for each moveable holiday whose day the owner has not
 * entered (ADR 0073).
 */
export function promisedClosedDays(
  settings: Pick<ShippingSettings, "closedDays">,
  today: string,
): ClosedDays {
  const key = `${today} ${settings.closedDays}`;
  if (newestClosed?.key !== key) {
    newestClosed = { key, days: withUnknownHolidays(today, closedDaysOf(settings)) };
  }
  return newestClosed.days;
}

/** Computed once for each day and setting: every line of every cart asks. */
let newestClosed: { readonly key: string; readonly days: ClosedDays } | null = null;

/**
 * Whether an order ships today: before the hour in Georgetown, not on Sunday (specification 2, Shipping) or a
 * holiday.
 */
export function isSameDayOpen(now: Date, beforeHour: number, closed?: ClosedDays): boolean {
  const today = dayOf(now);
  return !isSunday(today) && !isHoliday(today, closed) && hourOf(now) < beforeHour;
}

/**
 * `ready`: the days on which made-to-measure garments are promised to leave, where the atelier's schedule says them.
 * `needBy`: the day by which the order was promised.
 */
export type DeliveryCase = {
  worth: MoneyAmount;
  madeToMeasure: boolean;
  now: Date;
  ready?: DayRange | null;
  needBy?: string | null;
};

/** Pages and browsers have them too. */
export type DeliveryTerms = Pick<
  ShippingSettings,
  | "methods"
  | "processingMinDays"
  | "processingMaxDays"
  | "madeToMeasureMinDays"
  | "madeToMeasureMaxDays"
  | "closedDays"
  | "returnWindowDays"
  | "duties"
  | "dutyFreeCountries"
>;

/** Collects enabled methods and days. */
export function toDeliveryTerms(settings: ShippingSettings): DeliveryTerms {
  const { automaticTax, methods, overtimeMinutes, rushMinor, rushPerWeek, ...terms } = settings;
  return { ...terms, methods: methods.filter(({ enabled }) => enabled) };
}

type MakingDays = Pick<DeliveryTerms, "madeToMeasureMinDays" | "madeToMeasureMaxDays">;

/** Exchanges the shop's days of making for those of the slowest garment; null leaves the shop's. */
export function termsWithMaking<Terms extends MakingDays>(
  terms: Terms,
  days: number | null,
): Terms {
  if (days === null) return terms;
  const from = Math.min(terms.madeToMeasureMinDays, days);
  return { ...terms, madeToMeasureMinDays: from, madeToMeasureMaxDays: days };
}

/**
 * When an order paid now arrives, in Georgetown: processing and transit in business days, making in calendar
 * days. Same-day: today. With `ready` transit begins on the days that the atelier promised.
 */
export function arrivalDays(
  terms: DeliveryTerms,
  method: Pick<ShippingMethod, "minBusinessDays" | "maxBusinessDays" | "beforeHour">,
  { madeToMeasure, now, ready }: Pick<DeliveryCase, "madeToMeasure" | "now" | "ready">,
): DayRange {
  const today = dayOf(now);
  if (method.beforeHour !== null) return { from: today, until: today };
  const closed = promisedClosedDays(terms, today);
  if (ready) {
    return {
      from: addBusinessDays(ready.from, method.minBusinessDays, closed),
      until: addBusinessDays(ready.until, method.maxBusinessDays, closed),
    };
  }
  const arrival = (processing: number, making: number, transit: number) => {
    const processed = addBusinessDays(today, processing, closed);
    const made = madeToMeasure ? toBusinessDay(addDays(processed, making), closed) : processed;
    return addBusinessDays(made, transit, closed);
  };
  return {
    from: arrival(terms.processingMinDays, terms.madeToMeasureMinDays, method.minBusinessDays),
    until: arrival(terms.processingMaxDays, terms.madeToMeasureMaxDays, method.maxBusinessDays),
  };
}

/**
 * Lists enabled methods for this total (after offers) with arrival; they are free above the threshold (decision C6,
 * specification 9). Same-day is left out after its hour and for made-to-measure. A method that cannot keep a chosen day is left out
 * where another one of the same countries can.
 */
export function availableShippingMethods(
  terms: DeliveryTerms,
  order: DeliveryCase,
): ShippingOption[] {
  const { madeToMeasure, needBy = null, now, worth } = order;
  const closed = closedDaysOf(terms);
  const options = terms.methods
    .filter((method) => method.enabled)
    .filter(
      ({ beforeHour }) =>
        beforeHour === null || (!madeToMeasure && isSameDayOpen(now, beforeHour, closed)),
    )
    .map((method) => ({
      id: method.id,
      label: method.label,
      promise: method.estimate,
      price: shippingPrice(method, worth),
      arrives: arrivalDays(terms, method, order),
      needBy,
      ...reachOf(method),
    }));
  if (needBy === null) return options;
  const inTime = options.filter(({ arrives }) => arrives.until <= needBy);
  return options.filter(
    (option) => inTime.includes(option) || !inTime.some((each) => servesSame(each, option)),
  );
}

/** Whether two methods serve the same countries. */
function servesSame(one: ShippingReach, other: ShippingReach): boolean {
  const countries = ({ exceptCountries, onlyCountries }: ShippingReach) =>
    JSON.stringify([onlyCountries?.toSorted() ?? null, exceptCountries.toSorted()]);
  return countries(one) === countries(other);
}

export type DutiesTerms = Pick<ShippingSettings, "duties" | "dutyFreeCountries">;

/** Returns the owner's text on duties there, or null. */
export function dutiesNotice(terms: DutiesTerms, country: string): string | null {
  const isFree = terms.dutyFreeCountries.split(/[\s,]+/).includes(country);
  return isFree || terms.duties === "" ? null : terms.duties;
}

/** Returns a method's countries, and for same-day its city. */
export function reachOf(method: ShippingMethod): ShippingReach {
  const { beforeHour, exceptCountries, onlyCountries } = method;
  return {
    onlyCountries,
    exceptCountries,
    onlyCity: beforeHour === null ? null : SAME_DAY_CITY,
  };
}
