import type { DayRange } from "./business-days.ts";
import { formatDayRange, formatLongDay } from "./business-days.ts";
import type { MoneyAmount } from "./money-amount.ts";
import { formatMoney } from "./money-amount.ts";

/** The days on which something arrives, and the day by which its customer asked for it; null or absent without one. */
export type Arrival = { readonly arrives: DayRange; readonly needBy?: string | null };

/**
 * "with you by 28 December 2026" where a chosen day is kept, and "arrives 9 to 24 December 2026" where none was chosen or the days are
 * later. It always names the year, because emails and orders are read later.
 */
export function arrivalMessage({ arrives, needBy = null }: Arrival): string {
  return needBy !== null && arrives.until <= needBy
    ? `with you by ${formatLongDay(needBy)}`
    : `arrives ${formatDayRange(arrives)}`;
}

/** A way of delivery. `arrival`: its days, or "5-7 business days" where no day is known, or null without either; `price`: null where it stands beside. */
export type DeliveryPromise = {
  readonly arrival: Arrival | string | null;
  readonly method: string;
  readonly price: MoneyAmount | null;
};

/**
 * What the shop promises of a delivery, in the one sentence that product, cart, checkout, payment page, emails and order share: "With
 * you by 28 December 2026, Express, $25.00". Without a full stop.
 */
export function deliveryMessage({ arrival, method, price }: DeliveryPromise): string {
  const when = arrival === null || typeof arrival === "string" ? arrival : arrivalMessage(arrival);
  const cost = price && (price.minorUnits === 0 ? "Free" : formatMoney(price));
  const sentence = [when, method, cost].filter(Boolean).join(", ");
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** A shipping method with its days for one order. `promise`: its time where no day is known. */
type PromisedMethod = {
  readonly label: string;
  readonly promise: string;
  readonly price: MoneyAmount;
  readonly arrives: DayRange | null;
  readonly needBy?: string | null | undefined;
};

/** What a method promises before it is chosen. `label` replaces its name; `price: null` leaves the price out where it stands beside. */
export function methodMessage(
  { arrives, label, needBy = null, price, promise }: PromisedMethod,
  shown: { readonly label?: string; readonly price?: null } = {},
): string {
  return deliveryMessage({
    arrival: arrives ? { arrives, needBy } : promise,
    method: shown.label ?? label,
    price: shown.price === null ? null : price,
  });
}
