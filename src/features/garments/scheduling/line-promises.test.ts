import fc from "fast-check";
import { expect, test } from "vitest";
import { addBusinessDays, addDays } from "#core/business-days.ts";
import { SETTINGS_DEFAULTS } from "#features/base/settings/settings-sections.ts";
import { promisedClosedDays, termsWithMaking } from "#features/base/settings/shipping-methods.ts";
import type { AtelierState, LineToPromise, Needed, PlannedGarment } from "./line-promises.ts";
import { plannedGarments, promiseLines } from "./line-promises.ts";
import { timesOf, totalMinutes } from "./production-times.ts";
import type { NeedByPlan, ReadyDays, RushRoom } from "./promise.ts";
import { checkNeedBy, leaveBy, promisedDays, weekOf } from "./promise.ts";
import type { Queue } from "./schedule.ts";
import { buildQueue } from "./schedule.ts";

/** The rule as it reads: every line is promised in a queue that is built anew with all garments before it. */
function promiseOneByOne(
  state: AtelierState,
  lines: readonly LineToPromise[],
  needed: Needed | null,
) {
  const { atelier, open, shipping, times, today } = state;
  const added: PlannedGarment[] = [];
  return lines.map((line) => {
    const work = { minutes: totalMinutes(timesOf(line.garment, times)), count: line.count };
    const all = [...open, ...added];
    const queue =
      atelier.makers.length === 0
        ? null
        : buildQueue(today, { ...atelier }, all, shipping.overtimeMinutes);
    const promised = promisedDays(today, termsWithMaking(shipping, line.makingDays), queue, work);
    const add = (ready: ReadyDays | null, rush: boolean) => {
      if (ready === null) return;
      const { count, id } = line;
      added.push(...plannedGarments({ id, count, rush, shipBy: ready.until }, work.minutes));
    };
    if (needed === null) {
      add(promised, false);
      return { line, kind: "usual", ready: promised };
    }
    const room: RushRoom = {
      isFree(finish) {
        const inWeek = all.filter(
          ({ rush, shipBy }) => rush && shipBy !== null && weekOf(shipBy) === weekOf(finish),
        );
        return shipping.rushMinor !== null && inWeek.length + line.count <= shipping.rushPerWeek;
      },
    };
    const plan = planOneByOne(state, needed, { promised, queue, room, work });
    if (plan.kind !== "no") add(plan.ready, plan.kind === "rush");
    return { line, ...plan };
  });
}

function planOneByOne(
  { shipping, today }: AtelierState,
  needed: Needed,
  line: {
    promised: ReadyDays | null;
    queue: Queue | null;
    room: RushRoom;
    work: { minutes: number; count: number };
  },
): NeedByPlan {
  const { promised, queue, room, work } = line;
  const methods = needed.methods
    .filter(({ beforeHour, enabled }) => enabled && beforeHour === null)
    .toSorted((a, b) => a.priceMinor - b.priceMinor);
  const results = methods.map((method) => {
    const leaving = leaveBy(needed.day, method, shipping, today);
    return { method, result: checkNeedBy(leaving, promised, queue, work, room) };
  });
  for (const kind of ["yes", "rush"] as const) {
    for (const { method, result } of results) {
      if (result.kind === kind) return { kind, ready: result.ready, methodId: method.id };
    }
  }
  const arrives = results.flatMap(({ method, result }) =>
    result.kind === "no" && result.earliest !== null
      ? [
          addBusinessDays(
            result.earliest,
            method.maxBusinessDays,
            promisedClosedDays(shipping, today),
          ),
        ]
      : [],
  );
  return { kind: "no", arrives: arrives.toSorted()[0] ?? null };
}

const TODAY = "2026-11-25";
const dayAfterToday = fc.integer({ min: -5, max: 420 }).map((count) => addDays(TODAY, count));

const makers = fc.array(
  fc.record({
    weekMinutes: fc.array(fc.constantFrom(0, 240, 480), { minLength: 7, maxLength: 7 }),
    absences: fc.array(
      dayAfterToday.map((from) => ({ from, until: addDays(from, 9) })),
      { maxLength: 2 },
    ),
    overtime: fc
      .array(fc.tuple(dayAfterToday, fc.integer({ min: 1, max: 180 })), { maxLength: 2 })
      .map((days) => new Map(days)),
  }),
  { maxLength: 3 },
);

const open = fc
  .array(
    fc.record({
      minutes: fc.integer({ min: 0, max: 2_000 }),
      makerId: fc.constantFrom(null, "maker-0", "maker-1", "gone"),
      shipBy: fc.option(dayAfterToday),
      isBegun: fc.boolean(),
      rush: fc.boolean(),
    }),
    { maxLength: 40 },
  )
  .map((garments) => garments.map((each, index) => ({ id: `garment-${index}`, ...each })));

const lines = fc
  .array(
    fc.record({
      garment: fc.constantFrom("suit", "shirt", "dress", "other"),
      count: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 99 })),
      makingDays: fc.option(fc.integer({ min: 0, max: 40 })),
    }),
    { maxLength: 12 },
  )
  .map((all) => all.map((line, index) => ({ id: `line-${index}`, ...line })));

const { shipping } = SETTINGS_DEFAULTS;

const state: fc.Arbitrary<AtelierState> = fc
  .record({
    makers,
    open,
    rushMinor: fc.option(fc.constant(5_000)),
    rushPerWeek: fc.integer({ min: 0, max: 6 }),
    overtimeMinutes: fc.constantFrom(0, 60, 120),
    closedDays: fc.constantFrom("", "2026-12-24\n2026-12-29"),
  })
  .map(({ makers: team, open: garments, ...settings }) => {
    const used = { ...shipping, ...settings };
    return {
      today: TODAY,
      shipping: used,
      atelier: {
        makers: team.map((each, index) => ({ id: `maker-${index}`, ...each })),
        closed: promisedClosedDays(used, TODAY),
      },
      open: garments,
      times: new Map([["shirt", { sewn: 301 }]]),
    };
  });

const needed: fc.Arbitrary<Needed | null> = fc.option(
  dayAfterToday.map((day) => ({ day, methods: shipping.methods })),
);

test("the lines of a cart get the days that they get one by one, in a queue that is built anew for each", () => {
  fc.assert(
    fc.property(state, lines, needed, (atelier, cart, by) => {
      expect(promiseLines(atelier, cart, by)).toEqual(promiseOneByOne(atelier, cart, by));
    }),
    { numRuns: 60 },
  );
});
