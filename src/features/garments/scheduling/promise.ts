import type { DayRange } from "#core/business-days.ts";
import { addBusinessDays, addDays } from "#core/business-days.ts";
import { DAY_MS } from "#core/duration.ts";
import type { DeliveryTerms } from "#features/base/settings/shipping-methods.ts";
import { promisedClosedDays } from "#features/base/settings/shipping-methods.ts";
import type { ShippingMethod } from "#features/base/settings/shipping-section.ts";
import type { Queue } from "./schedule.ts";
import { earliestFinish } from "./schedule.ts";

/**
 * Days of work that a promise leaves after the day on which the work can be done, for stages that take longer than planned.
 * Chosen by the simulated year (`npm run bench -- promises`). Rush has less, because its overtime is in hand.
 */
const SPARE_DAYS = { normal: 3, rush: 2 } as const;

/** The work of one line: all its garments are due together. */
export type LineWork = { readonly minutes: number; readonly count: number };

/** The days on which garments are ready to leave: `until` is the promise. */
export type ReadyDays = DayRange;

const laterOf = (a: string, b: string) => (a > b ? a : b);
const earlierOf = (a: string, b: string) => (a < b ? a : b);

type MakingTerms = Pick<
  DeliveryTerms,
  | "processingMinDays"
  | "processingMaxDays"
  | "madeToMeasureMinDays"
  | "madeToMeasureMaxDays"
  | "closedDays"
>;

/** When an item is ready by the shop's texts alone: processing in business days, then making in calendar days. */
export function readyByPolicy(today: string, terms: MakingTerms): ReadyDays {
  const closed = promisedClosedDays(terms, today);
  const ready = (processing: number, making: number) =>
    addBusinessDays(addDays(addBusinessDays(today, processing, closed), making), 0, closed);
  return {
    from: ready(terms.processingMinDays, terms.madeToMeasureMinDays),
    until: ready(terms.processingMaxDays, terms.madeToMeasureMaxDays),
  };
}

/**
 * The days that a new garment is promised for: those of the shop's texts, or later ones when the queue needs them. Null when
 * the queue has no room within a year. Without makers only the texts count, so `queue` is null.
 */
export function promisedDays(
  today: string,
  terms: MakingTerms,
  queue: Queue | null,
  work: LineWork,
): ReadyDays | null {
  return promisedAfter(readyByPolicy(today, terms), queue, work);
}

/** `promisedDays` for many lines that have the same texts. */
export function promisedAfter(
  policy: ReadyDays,
  queue: Queue | null,
  work: LineWork,
): ReadyDays | null {
  if (queue === null) return policy;
  const first = earliestFinish(queue, work, { overtime: false, spareDays: 0 });
  const earliest = earliestFinish(queue, work, { overtime: false, spareDays: SPARE_DAYS.normal });
  if (first === null || earliest === null) return null;
  return { from: laterOf(policy.from, first), until: laterOf(policy.until, earliest) };
}

/** The answer to "I need it by this day". `earliest` days: the garment ready to leave. */
export type NeedByResult =
  | { readonly kind: "yes" | "rush"; readonly ready: ReadyDays }
  | { readonly kind: "no"; readonly earliest: string | null };

/** The last day after today on which a shipment leaves to arrive by a day with this method; null without one. */
export function leaveBy(
  needBy: string,
  method: Pick<ShippingMethod, "maxBusinessDays">,
  terms: Pick<DeliveryTerms, "closedDays">,
  today: string,
): string | null {
  const closed = promisedClosedDays(terms, today);
  const arrives = (day: string) => addBusinessDays(day, method.maxBusinessDays, closed);
  for (let day = needBy; day > today; day = addDays(day, -1)) {
    if (arrives(day) <= needBy) return day;
  }
  return null;
}

export type RushRoom = {
  /** Whether the owner offers rush and its week still has room. */
  readonly isFree: (finish: string) => boolean;
};

/** The first days on which work can be finished, as usual and with overtime. Null: not within a year. */
type Finishes = {
  /** With the days that a promise leaves. */
  readonly usual: string | null;
  readonly rushed: string | null;
  /** Without them. */
  readonly firstUsual: string | null;
  readonly firstRushed: string | null;
};

function finishesOf(queue: Queue, work: LineWork): Finishes {
  const finish = (overtime: boolean, spareDays: number) =>
    earliestFinish(queue, work, { overtime, spareDays });
  return {
    usual: finish(false, SPARE_DAYS.normal),
    rushed: finish(true, SPARE_DAYS.rush),
    firstUsual: finish(false, 0),
    firstRushed: finish(true, 0),
  };
}

/**
 * Whether garments can leave by `leaving`: as usual ("yes"), with overtime ("rush"), or not. A yes also answers days before
 * the usual promise when the queue has room for them.
 */
export function checkNeedBy(
  leaving: string | null,
  promised: ReadyDays | null,
  queue: Queue | null,
  work: LineWork,
  rush: RushRoom,
): NeedByResult {
  return checkLeaving(leaving, promised, queue && finishesOf(queue, work), rush);
}

/**
 * Whether a garment is ready by `leaving`, the last day on which it can leave: as it is promised, else by the usual queue, else by
 * a rush for which there is room. Otherwise the first day on which it could leave at all; null when the queue has none.
 */
function checkLeaving(
  leaving: string | null,
  promised: ReadyDays | null,
  finishes: Finishes | null,
  rush: RushRoom,
): NeedByResult {
  const fits = (day: string | null) => day !== null && leaving !== null && day <= leaving;
  if (promised && fits(promised.until)) return { kind: "yes", ready: promised };
  if (finishes === null) return { kind: "no", earliest: promised?.until ?? null };
  const { firstRushed, firstUsual, rushed, usual } = finishes;
  const ready = (until: string, from: string | null): ReadyDays => ({
    from: earlierOf(from ?? until, until),
    until,
  });
  if (leaving !== null && fits(usual)) return { kind: "yes", ready: ready(leaving, firstUsual) };
  const isRushFree = rushed !== null && rush.isFree(laterOf(rushed, leaving ?? rushed));
  if (leaving !== null && fits(rushed) && isRushFree) {
    return { kind: "rush", ready: ready(leaving, firstRushed) };
  }
  const earliest = isRushFree && (usual === null || (rushed ?? usual) < usual) ? rushed : usual;
  return { kind: "no", earliest };
}

/** The number of a day's week, which begins on Monday. */
export const weekOf = (day: string): number =>
  Math.floor((Date.parse(`${day}T00:00:00Z`) / DAY_MS + 3) / 7);

type Method = Pick<ShippingMethod, "id" | "maxBusinessDays">;

/** `arrives`: the first day on which it can be there; null when the queue has no room within a year. */
export type NeedByPlan =
  | { readonly kind: "yes" | "rush"; readonly ready: ReadyDays; readonly methodId: string }
  | { readonly kind: "no"; readonly arrives: string | null };

/** A method with the last day on which a shipment leaves to be in time; null when none is. */
export type Departure = { readonly method: Method; readonly leaving: string | null };

/** The last days to leave with each method, for a day of arrival. */
export function listDepartures(
  requested: { needBy: string; today: string; methods: readonly Method[] },
  terms: Pick<DeliveryTerms, "closedDays">,
): Departure[] {
  const { methods, needBy, today } = requested;
  return methods.map((method) => ({ method, leaving: leaveBy(needBy, method, terms, today) }));
}

/**
 * The answer for a day of arrival: as usual with the first of these methods that is in time, else with rush, else not. The
 * methods come cheapest first, so that nobody pays for speed that is not needed. `arrivesAfter`: the day on which what leaves on a
 * day is there.
 */
export function planNeedBy(
  departures: readonly Departure[],
  arrivesAfter: (leaving: string, method: Method) => string,
  schedule: { promised: ReadyDays | null; queue: Queue | null; work: LineWork; rush: RushRoom },
): NeedByPlan {
  const { promised, queue, rush, work } = schedule;
  const finishes = queue && finishesOf(queue, work);
  const results = departures.map(({ leaving, method }) => ({
    method,
    result: checkLeaving(leaving, promised, finishes, rush),
  }));
  for (const kind of ["yes", "rush"] as const) {
    for (const { method, result } of results) {
      if (result.kind === kind) return { kind, ready: result.ready, methodId: method.id };
    }
  }
  const arrivals = results.flatMap(({ method, result }) =>
    result.kind === "no" && result.earliest !== null ? [arrivesAfter(result.earliest, method)] : [],
  );
  return { kind: "no", arrives: arrivals.toSorted()[0] ?? null };
}
