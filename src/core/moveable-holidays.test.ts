import fc from "fast-check";
import { expect, test } from "vitest";
import { addBusinessDays, addDays, isBusinessDay } from "./business-days.ts";
import {
  MOVEABLE_HOLIDAYS,
  moveableHolidays,
  unknownHolidays,
  withUnknownHolidays,
} from "./moveable-holidays.ts";

/** Days of the official gazette and of published calendars. */
const OBSERVED = [
  ["Phagwah", "2024-03-25"],
  ["Phagwah", "2025-03-14"],
  ["Phagwah", "2026-03-03"],
  ["Phagwah", "2027-03-22"],
  ["Eid-ul-Adha", "2024-06-17"],
  ["Eid-ul-Adha", "2025-06-07"],
  ["Eid-ul-Adha", "2026-05-27"],
  ["Youman-un-Nabi", "2024-09-16"],
  ["Youman-un-Nabi", "2025-09-05"],
  ["Deepavali", "2023-11-12"],
  ["Deepavali", "2024-10-31"],
  ["Deepavali", "2025-10-20"],
  ["Deepavali", "2026-11-08"],
] as const;

test.each(OBSERVED)("the window of %s holds the day of %s", (name, day) => {
  const windows = moveableHolidays(Number(day.slice(0, 4)))
    .filter((each) => each.name === name)
    .map(({ window }) => window);
  expect(windows.some(({ from, until }) => from <= day && day <= until)).toBe(true);
});

test("every year has Phagwah in spring and Deepavali in autumn, and an Islamic holiday each 354 days", () => {
  for (let year = 2024; year <= 2060; year += 1) {
    const holidays = moveableHolidays(year);
    expect(holidays.filter(({ name }) => name === "Phagwah")).toMatchObject([
      { estimate: expect.stringMatching(/-(?:02-2|03-)/) },
    ]);
    expect(holidays.filter(({ name }) => name === "Deepavali")).toMatchObject([
      { estimate: expect.stringMatching(/-1[01]-/) },
    ]);
  }
  const eids = Array.from({ length: 30 }, (_, index) => moveableHolidays(2024 + index))
    .flat()
    .filter(({ name }) => name === "Eid-ul-Adha");
  expect(eids.length).toBeGreaterThanOrEqual(30);
});

test("all four are asked for within 14 months, and each until its day is entered", () => {
  const today = "2026-11-29";
  const unknown = unknownHolidays(today, new Set());
  expect(new Set(unknown.map(({ name }) => name))).toEqual(new Set(MOVEABLE_HOLIDAYS));
  expect(unknown[0]).toMatchObject({ name: "Phagwah", estimate: "2027-03-22" });
  const entered = unknownHolidays(today, new Set(["2027-03-22"]));
  expect(entered.map(({ name }) => name)).toEqual(unknown.slice(1).map(({ name }) => name));
});

function countWorkingDays(from: string, until: string, closed: ReadonlySet<string>): number {
  let days = 0;
  for (let day = from; day <= until; day = addDays(day, 1)) {
    if (isBusinessDay(day, closed)) days += 1;
  }
  return days;
}

test("wherever an unknown holiday falls in its window, a promise counts no more working days than there are", () => {
  const start = fc.integer({ min: 0, max: 400 }).map((days) => addDays("2026-11-29", days));
  fc.assert(
    fc.property(start, fc.nat({ max: 60 }), fc.nat({ max: 4 }), (today, count, shift) => {
      const cautious = withUnknownHolidays(today, new Set());
      const promised = addBusinessDays(today, count, cautious);
      const real = new Set(
        unknownHolidays(today, new Set()).flatMap(({ window }) => {
          const day = addDays(window.from, shift);
          return day >= today && day <= window.until ? [day] : [];
        }),
      );
      expect(countWorkingDays(today, promised, real)).toBeGreaterThanOrEqual(
        countWorkingDays(today, promised, cautious),
      );
    }),
  );
});
