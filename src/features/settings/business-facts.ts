import type { MoneyAmount } from "#core/money-amount.ts";
import { formatMoney, money } from "#core/money-amount.ts";
import type { ShippingMethod, ShippingSettings } from "./settings-sections.ts";

/** The atelier's clock: opening hours, same-day cut-off and the dates on receipts go by it (decision C6). */
export const SHOP_TIME_ZONE = "America/Guyana";

/** A least and a most, both included. */
export type Span = { readonly min: number; readonly max: number };

/** Order processing before dispatch, in business days (specification 9). */
export const ORDER_PROCESSING_BUSINESS_DAYS: Span = { min: 1, max: 2 };

/** What made-to-measure needs on top of that, in days (specification 9). */
export const MADE_TO_MEASURE_EXTRA_DAYS: Span = { min: 7, max: 14 };

/** Processing, making and delivery of a custom piece together, in weeks (specification 2, FAQ; decision S17). */
export const MADE_TO_MEASURE_WEEKS: Span = { min: 2, max: 4 };

/** How long ready-to-wear may come back, in days (specification 9). */
export const RETURN_WINDOW_DAYS = 30;

/** How soon a refund reaches the original payment method after we receive the piece, in business days (specification 9). */
export const REFUND_BUSINESS_DAYS: Span = { min: 5, max: 10 };

/** How soon an inquiry is answered, in hours (specification 9). */
export const INQUIRY_REPLY_HOURS = 24;

/** How exact an AI measurement typically is, in centimetres (specification 2, FAQ). */
export const AI_ACCURACY_CM: Span = { min: 1, max: 2 };

/** '1-2 business days', as the specification writes spans. */
export function formatSpan({ min, max }: Span, unit: string): string {
  return `${min}-${max} ${unit}`;
}

type OpenDays = {
  readonly days: string;
  readonly weekdays: readonly string[];
  /** Full hours of the day in Georgetown. */
  readonly opens: number;
  readonly closes: number;
};

/** When the house is open and its deliveries go out, for words and for machines (specification 2, Contact and Shipping). */
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
const clockWords = (hour: number) => `${onTwelve(hour)}:00 ${hour < 12 ? "AM" : "PM"}`;

/** The opening hours in words: '9:00 AM to 6:00 PM' (specification 2, Contact). */
export const openingHours: readonly { readonly days: string; readonly hours: string }[] = [
  ...OPEN_DAYS.map(({ days, opens, closes }) => ({
    days,
    hours: `${clockWords(opens)} to ${clockWords(closes)}`,
  })),
  { days: "Sunday", hours: "by appointment" },
];

/** When parcels are handed over: 'Monday to Friday 9-6 and Saturday 10-4' (specification 2, Shipping). */
export const deliveryHours: string = OPEN_DAYS.map(
  ({ days, opens, closes }) => `${days} ${onTwelve(opens)}-${onTwelve(closes)}`,
).join(" and ");

/** The business facts in words, once for pages, checkout, structured data and mails. */
export const BUSINESS_LABELS = {
  processing: formatSpan(ORDER_PROCESSING_BUSINESS_DAYS, "business days"),
  madeToMeasureExtra: formatSpan(MADE_TO_MEASURE_EXTRA_DAYS, "days"),
  customPiece: formatSpan(MADE_TO_MEASURE_WEEKS, "weeks"),
  returnWindow: `${RETURN_WINDOW_DAYS} days`,
  refund: formatSpan(REFUND_BUSINESS_DAYS, "business days"),
  inquiryReply: `${INQUIRY_REPLY_HOURS} hours`,
  aiAccuracy: `${AI_ACCURACY_CM.min}-${AI_ACCURACY_CM.max}cm`,
} as const;

/** '$25', or '$12.50' where there are cents. */
export function shortPrice(minorUnits: number): string {
  return formatMoney(money(minorUnits)).replace(/\.00$/, "");
}

/** What a way of shipping costs, in words: 'free', '$25 flat' or '$15, free over $200' (specification 2, Shipping). */
export function shippingPriceLabel(
  method: Pick<ShippingMethod, "priceMinor" | "freeOverMinor">,
): string {
  const { priceMinor, freeOverMinor } = method;
  if (priceMinor === 0) return "free";
  if (freeOverMinor === null) return `${shortPrice(priceMinor)} flat`;
  return `${shortPrice(priceMinor)}, free over ${shortPrice(freeOverMinor)}`;
}

/** How long a way of shipping takes, in the specification's words: '5-7 business days' or 'Same day for orders before 2 PM'. */
export function shippingEstimate(
  method: Pick<ShippingMethod, "minBusinessDays" | "maxBusinessDays" | "beforeHour">,
): string {
  const { minBusinessDays: min, maxBusinessDays: max, beforeHour } = method;
  const time = max === 0 ? "Same day" : formatSpan({ min, max }, "business days");
  const exact = min === max && max > 0 ? `${max} business ${max === 1 ? "day" : "days"}` : time;
  if (beforeHour === null) return exact;
  return `${exact} for orders before ${onTwelve(beforeHour)} ${beforeHour < 12 ? "AM" : "PM"}`;
}

/** What a way of shipping costs for an order of this worth: nothing above its threshold (specification 9). */
export function shippingPrice(
  method: Pick<ShippingMethod, "priceMinor" | "freeOverMinor">,
  worth: MoneyAmount,
): MoneyAmount {
  const isFree = method.freeOverMinor !== null && worth.minorUnits > method.freeOverMinor;
  return money(isFree ? 0 : method.priceMinor, worth.currency);
}

const HOME = "GY";

/** Home, its neighbours and where most of its people abroad live, as ISO codes: first to choose from, and those machines are told of. */
export const NEAR_COUNTRIES: readonly string[] = [HOME, "TT", "BB", "SR", "JM", "US", "CA", "GB"];

/** Where a way of shipping goes, in words; null when it goes everywhere and there is nothing to say. */
export function shippingReachLabel(
  method: Pick<ShippingMethod, "onlyCountries" | "exceptCountries" | "beforeHour">,
): string | null {
  if (method.beforeHour !== null) return "In Georgetown, Guyana";
  if (method.onlyCountries?.length === 1 && method.onlyCountries[0] === HOME) return "In Guyana";
  return method.exceptCountries.includes(HOME) ? "Worldwide, outside Guyana" : null;
}

/** A way of shipping as a page tells of it. */
export type ShippingFact = {
  readonly id: string;
  readonly label: string;
  readonly estimate: string;
  readonly price: string;
  readonly reach: string | null;
};

/** The owner's shipping methods in their order, those switched off left out, so that a page promises what checkout charges (decision C6). */
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

/** The longest-reaching way abroad, whose time the FAQ gives; null when the owner sends nothing abroad. */
export function internationalEstimate(settings: ShippingSettings): string | null {
  const abroad = settings.methods.find(
    (method) =>
      method.enabled && method.onlyCountries === null && method.exceptCountries.includes(HOME),
  );
  return abroad?.estimate ?? null;
}
