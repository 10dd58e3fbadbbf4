import { addBusinessDays, addDays } from "#core/business-days.ts";
import { promisedClosedDays } from "#features/base/settings/shipping-methods.ts";
import type { ShippingMethod } from "#features/base/settings/shipping-section.ts";
import type { AtelierState } from "./line-promises.ts";
import type { AtelierCalendar, MakerCalendar, OpenGarment, Projection } from "./schedule.ts";
import { minutesOn, projectGarments } from "./schedule.ts";

/** Overtime that is tried, in minutes of each working day. */
const OVERTIME_STEPS = [30, 60, 90, 120, 180] as const;

/** What would save a promise. Each is computed on the whole queue: it makes no other garment late. */
export type Rescue =
  | { readonly kind: "maker"; readonly makerId: string; readonly finish: string }
  | {
      readonly kind: "overtime";
      readonly makerId: string;
      readonly minutes: number;
      readonly days: readonly string[];
      readonly finish: string;
    }
  /** A faster method: the garment may leave later. */
  | { readonly kind: "express"; readonly method: string; readonly shipBy: string };

/** How an order ships. `method` null: not known, so no faster one is. */
export type Shipping = {
  readonly arrivesUntil: string | null;
  readonly method: ShippingMethod | null;
  /** The shipping methods that serve its address. */
  readonly methods: readonly ShippingMethod[];
};

export type PromiseAtRisk = {
  readonly garmentId: string;
  readonly shipBy: string;
  /** Null: not within a year. */
  readonly finish: string | null;
  readonly makerId: string | null;
  readonly rescues: readonly Rescue[];
};

const lateIds = (plan: readonly Projection[]) =>
  new Set(plan.filter(({ isLate }) => isLate).map(({ id }) => id));

/** The garment's new finish when this change brings it in time and makes nothing late that was not; else null. */
function finishWith(
  state: AtelierState,
  before: ReadonlySet<string>,
  id: string,
  changed: { atelier?: AtelierCalendar; open?: readonly OpenGarment[] },
): string | null {
  const { open, today, atelier } = { ...state, ...changed };
  const plan = projectGarments(today, atelier, open);
  if ([...lateIds(plan)].some((late) => late === id || !before.has(late))) return null;
  return plan.find((each) => each.id === id)?.finish ?? null;
}

function otherMakers(
  state: AtelierState,
  before: ReadonlySet<string>,
  { id, makerId }: { id: string; makerId: string | null },
): Rescue[] {
  return state.atelier.makers
    .filter((maker) => maker.id !== makerId)
    .flatMap((maker) => {
      const open = state.open.map((each) =>
        each.id === id ? { ...each, makerId: maker.id } : each,
      );
      const finish = finishWith(state, before, id, { open });
      return finish === null ? [] : [{ kind: "maker" as const, makerId: maker.id, finish }];
    });
}

/** The maker's working days after today and up to the day on which the garment leaves. */
function workingDays(state: AtelierState, maker: MakerCalendar, shipBy: string): string[] {
  const days: string[] = [];
  for (let day = addDays(state.today, 1); day <= shipBy; day = addDays(day, 1)) {
    if (minutesOn(maker, day, state.atelier.closed) > 0) days.push(day);
  }
  return days;
}

/** The least overtime of its maker that saves it. */
function overtimeOf(
  state: AtelierState,
  before: ReadonlySet<string>,
  garment: { id: string; makerId: string | null; shipBy: string },
): Rescue[] {
  const { makers } = state.atelier;
  const maker = makers.find(({ id }) => id === garment.makerId);
  const days = maker ? workingDays(state, maker, garment.shipBy) : [];
  if (!maker || days.length === 0) return [];
  for (const minutes of OVERTIME_STEPS) {
    const overtime = new Map(maker.overtime);
    for (const day of days) overtime.set(day, (overtime.get(day) ?? 0) + minutes);
    const atelier = {
      ...state.atelier,
      makers: makers.map((each) => (each.id === maker.id ? { ...each, overtime } : each)),
    };
    const finish = finishWith(state, before, garment.id, { atelier });
    if (finish !== null) return [{ kind: "overtime", makerId: maker.id, minutes, days, finish }];
  }
  return [];
}

/** The slowest method that still arrives as promised when the garment leaves on the day it is finished. */
function fasterMethods(
  state: AtelierState,
  finish: string | null,
  { arrivesUntil, method, methods }: Shipping,
): Rescue[] {
  if (finish === null || arrivesUntil === null || method === null) return [];
  const closed = promisedClosedDays(state.shipping, state.today);
  const inTime = methods
    .filter(
      ({ beforeHour, enabled, maxBusinessDays }) =>
        enabled && beforeHour === null && maxBusinessDays < method.maxBusinessDays,
    )
    .filter(
      ({ maxBusinessDays }) => addBusinessDays(finish, maxBusinessDays, closed) <= arrivesUntil,
    )
    .toSorted((a, b) => b.maxBusinessDays - a.maxBusinessDays);
  return inTime
    .slice(0, 1)
    .map(({ label }) => ({ kind: "express", method: label, shipBy: finish }));
}

/** A garment that the schedule of now finishes after the day on which it has to leave. */
export type LatePromise = Omit<PromiseAtRisk, "rescues">;

/** The garments that the schedule of now finishes after the day on which they have to leave, soonest first. */
export function latePromises({ atelier, open, today }: AtelierState): LatePromise[] {
  const shipByOf = new Map(open.map(({ id, shipBy }) => [id, shipBy]));
  return projectGarments(today, atelier, open)
    .filter(({ isLate }) => isLate)
    .map(({ finish, id, makerId }) => {
      return { garmentId: id, shipBy: shipByOf.get(id) ?? today, finish, makerId };
    })
    .toSorted((a, b) => (a.shipBy < b.shipBy ? -1 : Number(a.shipBy > b.shipBy)));
}

/** `latePromises`, each with what would save it. */
export function promisesAtRisk(
  state: AtelierState,
  shippingOf: (garmentId: string) => Shipping,
): PromiseAtRisk[] {
  const late = latePromises(state);
  const before = new Set(late.map(({ garmentId }) => garmentId));
  return late.map((promise) => {
    const { finish, garmentId, makerId, shipBy } = promise;
    const garment = { id: garmentId, makerId, shipBy };
    const rescues = [
      ...otherMakers(state, before, garment),
      ...overtimeOf(state, before, garment),
      ...fasterMethods(state, finish, shippingOf(garmentId)),
    ];
    return { ...promise, rescues };
  });
}
