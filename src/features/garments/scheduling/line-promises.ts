import { addBusinessDays } from "#core/business-days.ts";
import type { ShippingSettings } from "#features/base/settings/settings-sections.ts";
import { promisedClosedDays, termsWithMaking } from "#features/base/settings/shipping-methods.ts";
import type { ShippingMethod } from "#features/base/settings/shipping-section.ts";
import type { GarmentTimes } from "./production-times.ts";
import { timesOf, totalMinutes } from "./production-times.ts";
import type { LineWork, ReadyDays, RushRoom } from "./promise.ts";
import { listDepartures, planNeedBy, promisedAfter, readyByPolicy, weekOf } from "./promise.ts";
import type { AtelierCalendar, OpenGarment, Queue } from "./schedule.ts";
import { addToQueue, buildQueue } from "./schedule.ts";

/** An open garment, or one that a shopper is about to pay. */
export type PlannedGarment = OpenGarment & { readonly rush: boolean };

/** All that a date depends on, as it is now. */
export type AtelierState = {
  /** In Georgetown. */
  readonly today: string;
  readonly shipping: ShippingSettings;
  readonly atelier: AtelierCalendar;
  readonly open: readonly PlannedGarment[];
  readonly times: GarmentTimes;
};

/** A made-to-measure line of a cart or an order. */
export type LineToPromise = {
  readonly id: string;
  readonly garment: string;
  readonly count: number;
  /** Calendar days of making at most; null for the shop's own. */
  readonly makingDays: number | null;
};

/** The day of arrival that the customer agreed to, and whether overtime is paid for it. */
export type Agreement = { readonly needBy: string | null; readonly rush: boolean };

/** The garments of a line that nobody has begun. */
export function plannedGarments(
  line: { id: string; shipBy: string | null; rush: boolean; count: number },
  minutes: number,
): PlannedGarment[] {
  const { count, id, rush, shipBy } = line;
  return Array.from({ length: count }, (_, index) => ({
    id: `${id}:${index}`,
    makerId: null,
    isBegun: false,
    minutes,
    shipBy,
    rush,
  }));
}

/** The room in the queue. Null without makers: the shop's own days apply then. */
function queueOf({ atelier, open, shipping, today }: AtelierState): Queue | null {
  if (atelier.makers.length === 0) return null;
  return buildQueue(today, atelier, open, shipping.overtimeMinutes);
}

/** How many garments are made with rush in each week, as far as their days are known. */
function countRushed(open: readonly PlannedGarment[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { rush, shipBy } of open) {
    if (!rush || shipBy === null) continue;
    const week = weekOf(shipBy);
    counts.set(week, (counts.get(week) ?? 0) + 1);
  }
  return counts;
}

/** Computes a value once for each key: the lines of a cart ask for the same days. */
function computedOnce<Value>(compute: (key: string) => Value): (key: string) => Value {
  const values = new Map<string, Value>();
  return (key) => {
    const before = values.get(key);
    if (before !== undefined) return before;
    const value = compute(key);
    values.set(key, value);
    return value;
  };
}

/** `arrives` of "no": the first day on which it can be there. `ready` of "usual" is null without room within a year. */
export type PlannedLine = { readonly line: LineToPromise } & (
  | { readonly kind: "usual"; readonly ready: ReadyDays | null }
  | { readonly kind: "yes" | "rush"; readonly ready: ReadyDays; readonly methodId: string }
  | { readonly kind: "no"; readonly arrives: string | null }
);

/** A day of arrival, with the methods that serve the destination. */
export type Needed = { readonly day: string; readonly methods: readonly ShippingMethod[] };

/**
 * When the lines of one order are ready, as usual or by a day of arrival. Each line uses room in the queue that the next one
 * no longer has.
 */
export function promiseLines(
  state: AtelierState,
  lines: readonly LineToPromise[],
  needed: Needed | null,
): PlannedLine[] {
  const { open, shipping, times, today } = state;
  const rushed = countRushed(open);
  const policyFor = policyByMaking(today, shipping);
  const needBy = needed && needByPlanner(state, needed);
  let queue = queueOf(state);

  const addLine = ({ minutes, count }: LineWork, ready: ReadyDays | null, isRush: boolean) => {
    if (ready === null) return;
    queue &&= addToQueue(queue, { minutes: minutes * count, shipBy: ready.until });
    const week = weekOf(ready.until);
    if (isRush) rushed.set(week, (rushed.get(week) ?? 0) + count);
  };

  return lines.map((line) => {
    const work = { minutes: totalMinutes(timesOf(line.garment, times)), count: line.count };
    const promised = promisedAfter(policyFor(line.makingDays), queue, work);
    if (needBy === null) {
      addLine(work, promised, false);
      return { line, kind: "usual", ready: promised };
    }
    const plan = needBy({ promised, queue, work, rush: rushRoomOf(shipping, rushed, work) });
    if (plan.kind !== "no") addLine(work, plan.ready, plan.kind === "rush");
    return { line, ...plan };
  });
}

/** The days of the shop's texts, by the calendar days of making of a line. */
function policyByMaking(today: string, shipping: ShippingSettings) {
  const days = new Map<number | null, ReadyDays>();
  return (makingDays: number | null): ReadyDays => {
    const known = days.get(makingDays);
    if (known) return known;
    const policy = readyByPolicy(today, termsWithMaking(shipping, makingDays));
    days.set(makingDays, policy);
    return policy;
  };
}

/** Whether the owner offers rush, and a week has room for so many more garments. */
function rushRoomOf(
  { rushMinor, rushPerWeek }: ShippingSettings,
  rushed: ReadonlyMap<number, number>,
  { count }: LineWork,
): RushRoom {
  return {
    isFree: (finish) =>
      rushMinor !== null && (rushed.get(weekOf(finish)) ?? 0) + count <= rushPerWeek,
  };
}

/** Answers each line's question for the same day of arrival. */
function needByPlanner({ shipping, today }: AtelierState, { day, methods }: Needed) {
  const requested = { needBy: day, today, methods: cheapestFirst(methods) };
  const departures = listDepartures(requested, shipping);
  const closed = promisedClosedDays(shipping, today);
  const daysOf = new Map(
    requested.methods.map(({ id, maxBusinessDays }) => [
      id,
      computedOnce((leaving) => addBusinessDays(leaving, maxBusinessDays, closed)),
    ]),
  );
  return (schedule: Parameters<typeof planNeedBy>[2]) =>
    planNeedBy(departures, (leaving, { id }) => daysOf.get(id)?.(leaving) ?? leaving, schedule);
}

const cheapestFirst = (methods: readonly ShippingMethod[]) =>
  methods
    .filter(({ beforeHour, enabled }) => enabled && beforeHour === null)
    .toSorted((a, b) => a.priceMinor - b.priceMinor);

/** The days on which the slowest of these lines is ready; null for none, or when one has no day. */
export function readyOfAll(plans: readonly PlannedLine[]): ReadyDays | null {
  const days = plans.flatMap((plan) =>
    plan.kind !== "no" && plan.ready !== null ? [plan.ready] : [],
  );
  if (days.length === 0 || days.length < plans.length) return null;
  const latest = (texts: readonly string[]) => texts.toSorted().at(-1) ?? "";
  return {
    from: latest(days.map(({ from }) => from)),
    until: latest(days.map(({ until }) => until)),
  };
}
