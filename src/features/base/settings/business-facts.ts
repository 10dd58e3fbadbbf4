import type { MoneyAmount } from "#core/money-amount.ts";
import { formatMoney, money } from "#core/money-amount.ts";
import type { ShippingSettings } from "./settings-sections.ts";
import type { ShippingMethod } from "./shipping-section.ts";

/** The shop's days and hours are Guyana's (decision C6). */
export const SHOP_TIME_ZONE = "America/Guyana";

export type Span = { readonly min: number; readonly max: number };

/** A made-to-measure item takes this many weeks (specification 2, FAQ; decision S17). */
export const MADE_TO_MEASURE_WEEKS: Span = { min: 2, max: 4 };

/** The days are counted from receipt of the item (specification 9). */
export const REFUND_BUSINESS_DAYS: Span = { min: 5, max: 10 };

/** An inquiry gets a reply within this many hours (specification 9). */
export const INQUIRY_REPLY_HOURS = 24;

/** The FAQ names this accuracy (specification 2, FAQ). */
const AI_ACCURACY_CM: Span = { min: 1, max: 2 };

/** Writes '1-2 business days', as specified; '2 days' when both are equal. */
function formatSpan({ min, max }: Span, unit: string): string {
  if (min !== max) return `${min}-${max} ${unit}`;
  return max === 1 ? `1 ${unit.replace(/s$/, "")}` : `${max} ${unit}`;
}

type OpenDays = {
  readonly days: string;
  readonly weekdays: readonly string[];
  readonly opens: number;
  readonly closes: number;
};

/** The atelier is open on these days (specification 2, Contact and Shipping). */
export const OPEN_DAYS: readonly OpenDays[] = [
  {
    days: "Monday to Friday",
    weekdays: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"],
    opens: 9,
    closes: 18,
  },
  { days: "Saturday", weekdays: ["Saturday"], opens: 10, closes: 16 },
];

const onTwelve = (hour: number) => hour % 12 || 12;
const clockText = (hour: number) => `${onTwelve(hour)}:00 ${hour < 12 ? "AM" : "PM"}`;

/** The Contact page lists the hours like this (specification 2, Contact). */
export const openingHours: readonly { readonly days: string; readonly hours: string }[] = [
  ...OPEN_DAYS.map(({ days, opens, closes }) => ({
    days,
    hours: `${clockText(opens)} to ${clockText(closes)}`,
  })),
  { days: "Sunday", hours: "by appointment" },
];

/** The Shipping page lists the hours like this (specification 2, Shipping). */
export const deliveryHours: string = OPEN_DAYS.map(
  ({ days, opens, closes }) => `${days} ${onTwelve(opens)}-${onTwelve(closes)}`,
).join(" and ");

export const BUSINESS_LABELS = {
  madeToMeasure: formatSpan(MADE_TO_MEASURE_WEEKS, "weeks"),
  refund: formatSpan(REFUND_BUSINESS_DAYS, "business days"),
  inquiryReply: `${INQUIRY_REPLY_HOURS} hours`,
  aiAccuracy: `${AI_ACCURACY_CM.min}-${AI_ACCURACY_CM.max}cm`,
} as const;

type ProductionDays = Pick<
  ShippingSettings,
  "processingMinDays" | "processingMaxDays" | "madeToMeasureMinDays" | "madeToMeasureMaxDays"
>;

/** The labels read '1-2 business days' and '7-14 days' (specification 9). */
export type ProductionLabels = { readonly processing: string; readonly madeToMeasureExtra: string };

export function productionLabels(terms: ProductionDays): ProductionLabels {
  const processing = { min: terms.processingMinDays, max: terms.processingMaxDays };
  const making = { min: terms.madeToMeasureMinDays, max: terms.madeToMeasureMaxDays };
  return {
    processing: formatSpan(processing, "business days"),
    madeToMeasureExtra: formatSpan(making, "days"),
  };
}

/** The days before dispatch; made-to-measure adds its own (specification 9). */
export function handlingDays(terms: ProductionDays, isMadeToMeasure: boolean): Span {
  const { processingMinDays, processingMaxDays } = terms;
  if (!isMadeToMeasure) return { min: processingMinDays, max: processingMaxDays };
  return {
    min: processingMinDays + terms.madeToMeasureMinDays,
    max: processingMaxDays + terms.madeToMeasureMaxDays,
  };
}

/** Writes '$25', or '$12.50' with cents. */
export function shortPrice(minorUnits: number): string {
  return formatMoney(money(minorUnits)).replace(/\.00$/, "");
}

/** Writes 'free', '$25 flat' or '$15, free over $200' (specification 2, Shipping). */
export function shippingPriceLabel(
  method: Pick<ShippingMethod, "priceMinor" | "freeOverMinor">,
): string {
  const { priceMinor, freeOverMinor } = method;
  if (priceMinor === 0) return "free";
  if (freeOverMinor === null) return `${shortPrice(priceMinor)} flat`;
  return `${shortPrice(priceMinor)}, free over ${shortPrice(freeOverMinor)}`;
}

/** Writes '5-7 business days' or 'Same day for orders before 2 PM'. */
export function shippingEstimate(
  method: Pick<ShippingMethod, "minBusinessDays" | "maxBusinessDays" | "beforeHour">,
): string {
  const { minBusinessDays, maxBusinessDays, beforeHour } = method;
  const exact =
    maxBusinessDays === 0
      ? "Same day"
      : formatSpan({ min: minBusinessDays, max: maxBusinessDays }, "business days");
  if (beforeHour === null) return exact;
  return `${exact} for orders before ${onTwelve(beforeHour)} ${beforeHour < 12 ? "AM" : "PM"}`;
}

/** Shipping is free above the threshold (specification 9). */
export function shippingPrice(
  method: Pick<ShippingMethod, "priceMinor" | "freeOverMinor">,
  worth: MoneyAmount,
): MoneyAmount {
  const isFree = method.freeOverMinor !== null && worth.minorUnits > method.freeOverMinor;
  return money(isFree ? 0 : method.priceMinor, worth.currency);
}

export const HOME_COUNTRY = "GY";

/** Home, neighbours and the main countries of Guyanese abroad come first in lists and structured data. */
export const NEAR_COUNTRIES: readonly string[] = [
  HOME_COUNTRY,
  "TT",
  "BB",
  "SR",
  "JM",
  "US",
  "CA",
  "GB",
];

/** Null when it ships everywhere. */
export function shippingReachLabel(
  method: Pick<ShippingMethod, "onlyCountries" | "exceptCountries" | "beforeHour">,
): string | null {
  if (method.beforeHour !== null) return "In Georgetown, Guyana";
  if (method.onlyCountries?.length === 1 && method.onlyCountries[0] === HOME_COUNTRY)
    return "In Guyana";
  return method.exceptCountries.includes(HOME_COUNTRY) ? "Worldwide, outside Guyana" : null;
}

export type ShippingFact = {
  readonly id: string;
  readonly label: string;
  readonly estimate: string;
  readonly price: string;
  readonly reach: string | null;
};

/** Lists enabled shipping methods in the owner's order, so that pages promise what checkout charges (decision C6). */
export function shippingFacts(settings: ShippingSettings): ShippingFact[] {
  return settings.methods
    .filter((method) => method.enabled)
    .map((method) => ({
      id: method.id,
      label: method.label,
      estimate: method.estimate,
      price: shippingPriceLabel(method),
      reach: shippingReachLabel(method),
    }));
}

/** Describes the farthest international method, for the FAQ, or is null. */
export function internationalEstimate(settings: ShippingSettings): string | null {
  const abroad = settings.methods.find(
    (method) =>
      method.enabled &&
      method.onlyCountries === null &&
      method.exceptCountries.includes(HOME_COUNTRY),
  );
  return abroad?.estimate ?? null;
}

const DAYS_A_YEAR = 365;

/** Writes "30 days", "1 year" or "2 years". */
export function periodLabel(days: number): string {
  const years = days / DAYS_A_YEAR;
  if (Number.isInteger(years)) return years === 1 ? "1 year" : `${years} years`;
  return days === 1 ? "1 day" : `${days} days`;
}
