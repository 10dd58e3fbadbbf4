import type { ShippingSettings } from "#features/base/settings/settings-sections.ts";
import { termsWithMaking } from "#features/base/settings/shipping-methods.ts";
import type { ShippingMethod } from "#features/base/settings/shipping-section.ts";
import type { GarmentTimes } from "./production-times.ts";
import { timesOf, totalMinutes } from "./production-times.ts";
import type { LineWork, ReadyDays, RushRoom } from "./promise.ts";
import { planNeedBy, promisedDays, weekOf } from "./promise.ts";
import type { AtelierCalendar, OpenGarment, Queue } from "./schedule.ts";
import { buildQueue } from "./schedule.ts";

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

/** The room in the queue, less what is about to be added to it. Null without makers: the shop's own days apply then. */
function queueOf(state: AtelierState, added: readonly PlannedGarment[]): Queue | null {
  const { open, shipping, today, atelier } = state;
  if (atelier.makers.length === 0) return null;
  return buildQueue(today, atelier, [...open, ...added], shipping.overtimeMinutes);
}

/** Whether the owner offers rush, and a week has room for so many more garments. */
function rushRoomOf(
  { open, shipping }: AtelierState,
  added: readonly PlannedGarment[],
  { count }: LineWork,
): RushRoom {
  const rushed = [...open, ...added].filter(({ rush }) => rush);
  return {
    isFree: (finish) => {
      const inWeek = rushed.filter(
        ({ shipBy }) => shipBy !== null && weekOf(shipBy) === weekOf(finish),
      );
      return shipping.rushMinor !== null && inWeek.length + count <= shipping.rushPerWeek;
    },
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
  const { shipping, times, today } = state;
  const added: PlannedGarment[] = [];
  return lines.map((line) => {
    const work = { minutes: totalMinutes(timesOf(line.garment, times)), count: line.count };
    const queue = queueOf(state, added);
    const terms = termsWithMaking(shipping, line.makingDays);
    const promised = promisedDays(today, terms, queue, work);
    const use = (ready: ReadyDays | null, rush: boolean) => {
      if (ready === null) return;
      const planned = { id: line.id, shipBy: ready.until, rush, count: line.count };
      added.push(...plannedGarments(planned, work.minutes));
    };
    if (needed === null) {
      use(promised, false);
      return { line, kind: "usual", ready: promised };
    }
    const requested = { needBy: needed.day, today, methods: cheapestFirst(needed.methods) };
    const rush = rushRoomOf(state, added, work);
    const plan = planNeedBy(requested, shipping, { promised, queue, work, rush });
    if (plan.kind !== "no") use(plan.ready, plan.kind === "rush");
    return { line, ...plan };
  });
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
