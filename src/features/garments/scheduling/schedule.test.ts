import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, isHoliday } from "#core/business-days.ts";
import { dayOf, hourOf } from "#core/georgetown-time.ts";
import { money } from "#core/money-amount.ts";
import { SETTINGS_DEFAULTS } from "#features/base/settings/settings-sections.ts";
import { availableShippingMethods } from "#features/base/settings/shipping-methods.ts";
import { simulateYear } from "#tests/support/promise-year.ts";
import { checkNeedBy, leaveBy, promisedDays } from "./promise.ts";
import type { MakerCalendar, OpenGarment } from "./schedule.ts";
import { buildQueue, earliestFinish, minutesOn, projectGarments } from "./schedule.ts";

const TERMS = {
  processingMinDays: 1,
  processingMaxDays: 2,
  closedDays: "",
  madeToMeasureMinDays: 7,
  madeToMeasureMaxDays: 14,
};

const day = fc.integer({ min: 0, max: 700 }).map((count) => addDays("2026-01-01", count));

const maker = (id: string): fc.Arbitrary<MakerCalendar> =>
  fc.record({
    id: fc.constant(id),
    weekMinutes: fc.array(fc.constantFrom(0, 120, 240, 420, 480), { minLength: 7, maxLength: 7 }),
    absences: fc.array(
      fc.tuple(day, fc.integer({ min: 0, max: 20 })).map(([from, length]) => {
        return { from, until: addDays(from, length) };
      }),
      { maxLength: 3 },
    ),
    overtime: fc
      .array(fc.tuple(day, fc.integer({ min: 1, max: 180 })), { maxLength: 3 })
      .map((days) => new Map(days)),
  });

const makers = fc
  .integer({ min: 1, max: 4 })
  .chain((count) =>
    fc.tuple(...Array.from({ length: count }, (_, index) => maker(`maker-${index}`))),
  );

const garments: fc.Arbitrary<OpenGarment[]> = fc
  .array(
    fc.record({
      minutes: fc.integer({ min: 0, max: 1500 }),
      makerId: fc.constantFrom(null, "maker-0", "maker-1"),
      shipBy: fc.option(day),
      isBegun: fc.boolean(),
    }),
    { maxLength: 25 },
  )
  .map((list) => list.map((each, index) => ({ id: `garment-${index}`, ...each })));

const work = fc.record({
  minutes: fc.integer({ min: 1, max: 1500 }),
  count: fc.integer({ min: 1, max: 3 }),
});
const how = fc.record({ overtime: fc.boolean(), spareDays: fc.integer({ min: 0, max: 4 }) });
const closed = fc.array(day, { maxLength: 5 }).map((days) => new Set(days));
const OVERTIME_MINUTES = 90;

/** "No day within the horizon" is later than any day. */
const orNever = (found: string | null) => found ?? "9999-12-31";

test("a finish is never on a holiday, a closed day or a day without a maker's minutes", () => {
  fc.assert(
    fc.property(
      day,
      makers,
      garments,
      work,
      how,
      closed,
      (today, team, queue, requested, mode, off) => {
        const atelier = { makers: team, closed: off };
        const built = buildQueue(today, atelier, queue, OVERTIME_MINUTES);
        const finish = earliestFinish(built, requested, mode);
        fc.pre(finish !== null);
        expect(finish > today).toBe(true);
        expect(isHoliday(finish, off)).toBe(false);
        expect(team.some((each) => minutesOn(each, finish, off) > 0)).toBe(true);
      },
    ),
  );
});

test("a finish is never earlier when the queue grows", () => {
  fc.assert(
    fc.property(
      day,
      makers,
      garments,
      garments,
      work,
      how,
      (today, team, queue, more, requested, mode) => {
        const atelier = { makers: team, closed: new Set<string>() };
        const finishOf = (list: OpenGarment[]) =>
          orNever(
            earliestFinish(buildQueue(today, atelier, list, OVERTIME_MINUTES), requested, mode),
          );
        expect(finishOf([...queue, ...more]) >= finishOf(queue)).toBe(true);
      },
    ),
  );
});

test("a finish is never later when makers work more or another maker comes", () => {
  fc.assert(
    fc.property(
      day,
      makers,
      garments,
      work,
      how,
      maker("maker-9"),
      fc.integer({ min: 0, max: 240 }),
      (today, team, queue, requested, mode, another, more) => {
        const finishOf = (list: readonly MakerCalendar[]) => {
          const atelier = { makers: list, closed: new Set<string>() };
          return orNever(
            earliestFinish(buildQueue(today, atelier, queue, OVERTIME_MINUTES), requested, mode),
          );
        };
        const longer = team.map((each) => {
          return {
            ...each,
            absences: [],
            weekMinutes: each.weekMinutes.map((minutes) => minutes + more),
          };
        });
        expect(finishOf(longer) <= finishOf(team)).toBe(true);
        expect(finishOf([...team, another]) <= finishOf(team)).toBe(true);
      },
    ),
  );
});

test("a finish is the same each time and overtime never makes it later", () => {
  fc.assert(
    fc.property(day, makers, garments, work, (today, team, queue, requested) => {
      const atelier = { makers: team, closed: new Set<string>() };
      const built = buildQueue(today, atelier, queue, OVERTIME_MINUTES);
      const reversed = buildQueue(today, atelier, queue.toReversed(), OVERTIME_MINUTES);
      const usual = earliestFinish(built, requested, { overtime: false, spareDays: 1 });
      expect(earliestFinish(reversed, requested, { overtime: false, spareDays: 1 })).toBe(usual);
      const rushed = earliestFinish(built, requested, { overtime: true, spareDays: 1 });
      expect(orNever(rushed) <= orNever(usual)).toBe(true);
    }),
  );
});

test("the expected finish of every garment is a day on which its maker works, and each is planned once", () => {
  fc.assert(
    fc.property(day, makers, garments, closed, (today, team, queue, off) => {
      const atelier = { makers: team, closed: off };
      const plan = projectGarments(today, atelier, queue);
      expect(plan.map(({ id }) => id).toSorted()).toEqual(queue.map(({ id }) => id).toSorted());
      for (const { finish, id, makerId } of plan) {
        const requested = queue.find((each) => each.id === id);
        if (finish === null || requested?.minutes === 0) continue;
        const worker = team.find((each) => each.id === makerId);
        expect(worker && minutesOn(worker, finish, off)).toBeGreaterThan(0);
      }
    }),
  );
});

test("a promise is never before the shop's own days, and asking for a day never changes what the queue holds", () => {
  fc.assert(
    fc.property(day, makers, garments, work, day, (today, team, list, requested, leaving) => {
      const queue = buildQueue(today, { makers: team, closed: new Set() }, list, OVERTIME_MINUTES);
      const promised = promisedDays(today, TERMS, queue, requested);
      const withoutQueue = promisedDays(today, TERMS, null, requested);
      expect(orNever(promised?.until ?? null) >= orNever(withoutQueue?.until ?? null)).toBe(true);
      const result = checkNeedBy(leaving, promised, queue, requested, { isFree: () => true });
      if (result.kind === "no") return;
      expect(result.ready.until <= leaving).toBe(true);
      expect(result.ready.from <= result.ready.until).toBe(true);
    }),
  );
});

test("a parcel that leaves on the last day arrives in time, and one day later it does not leave", () => {
  expect(leaveBy("2026-12-24", { maxBusinessDays: 7 }, TERMS, "2026-11-25")).toBe("2026-12-15");
  expect(leaveBy("2026-11-27", { maxBusinessDays: 7 }, TERMS, "2026-11-25")).toBeNull();
});

test("a rush needs room in its week", () => {
  const atelier = {
    makers: [
      {
        id: "maker-0",
        absences: [],
        overtime: new Map<string, number>(),
        weekMinutes: [420, 420, 420, 420, 420, 0, 0],
      },
    ],
    closed: new Set<string>(),
  };
  const full = [
    {
      id: "first",
      minutes: 1680,
      makerId: null,
      shipBy: "2026-03-05",
      isBegun: false,
    },
  ];
  const queue = buildQueue("2026-02-28", atelier, full, 90);
  const requested = { minutes: 300, count: 1 };
  const usual = promisedDays("2026-02-28", TERMS, queue, requested);
  const check = (leaving: string, isFree: boolean) =>
    checkNeedBy(leaving, usual, queue, requested, { isFree: () => isFree }).kind;
  expect(check("2026-03-20", true)).toBe("yes");
  expect(check("2026-03-11", false)).toBe("yes");
  expect(check("2026-03-09", true)).toBe("rush");
  expect(check("2026-03-09", false)).toBe("no");
  expect(check("2026-03-06", true)).toBe("no");
});

test("same-day delivery is offered only before 2 PM in Guyana, never on Sundays and holidays or for made-to-measure", () => {
  const { methods } = SETTINGS_DEFAULTS.shipping;
  const sameDay = methods.find(({ beforeHour }) => beforeHour !== null);
  expect(sameDay?.beforeHour).toBe(14);
  const moment = fc.date({
    min: new Date("2026-01-01T00:00:00Z"),
    max: new Date("2028-01-01T00:00:00Z"),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(moment, fc.boolean(), (now, madeToMeasure) => {
      const offered = availableShippingMethods(SETTINGS_DEFAULTS.shipping, {
        worth: money(10_000, "USD"),
        madeToMeasure,
        now,
      });
      const today = dayOf(now);
      const isSunday = new Date(`${today}T00:00:00Z`).getUTCDay() === 0;
      const isOpen = hourOf(now) < 14 && !isSunday && !isHoliday(today) && !madeToMeasure;
      expect(offered.some(({ id }) => id === sameDay?.id)).toBe(isOpen);
    }),
  );
});

test("a simulated year with 15 % noise in stage times and unplanned illness keeps at least 97 % of promises", () => {
  for (const load of [0.8, 1.1]) {
    const year = simulateYear({ seed: 3, load, noise: 0.15, sickness: 0.02, terms: TERMS });
    expect(year.promises).toBeGreaterThan(500);
    expect(year.fulfilled / year.promises).toBeGreaterThanOrEqual(0.97);
    expect(year.yes + year.rush).toBeGreaterThan(0);
    expect(year.refused / year.requested).toBeLessThan(0.3);
  }
});
