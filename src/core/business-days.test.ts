import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addBusinessDays,
  addDays,
  formatDayRange,
  formatLongDay,
  isBusinessDay,
  isSunday,
  publicHolidays,
  toBusinessDay,
} from "./business-days.ts";

const day = fc
  .date({ min: new Date("2026-01-01"), max: new Date("2040-01-01"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe("business days", () => {
  test.each([
    ["2026-11-20", 1, "2026-11-23"],
    ["2026-11-21", 1, "2026-11-23"],
    ["2026-11-23", 5, "2026-11-30"],
    ["2026-11-22", 0, "2026-11-23"],
    ["2026-12-31", 1, "2027-01-04"],
  ])("from %s, %i business days lead to %s", (from, count, expected) => {
    expect(addBusinessDays(from, count)).toBe(expected);
  });

  test("so many business days later there are exactly so many of them in between, and the last is one", () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 60 }), (from, count) => {
        const reached = addBusinessDays(from, count);
        expect(isBusinessDay(reached)).toBe(true);
        let passed = 0;
        for (let at = from; at < reached; ) {
          at = addDays(at, 1);
          if (isBusinessDay(at)) passed += 1;
        }
        expect(passed).toBe(count);
      }),
    );
  });
});

describe("Guyana's public holidays", () => {
  // Easter by the tables of the Book of Common Prayer.
  test.each([
    [
      2026,
      [
        "2026-01-01",
        "2026-02-23",
        "2026-04-03",
        "2026-04-06",
        "2026-05-01",
        "2026-05-05",
        "2026-05-26",
        "2026-07-06",
        "2026-08-01",
        "2026-12-25",
        "2026-12-26",
      ],
    ],
  ])("of %i", (year, days) => {
    expect([...publicHolidays(year)].sort()).toEqual(days);
  });

  test.each([
    [2024, "2024-03-29", "2024-04-01"],
    [2025, "2025-04-18", "2025-04-21"],
    [2027, "2027-03-26", "2027-03-29"],
    [2038, "2038-04-23", "2038-04-26"],
  ])("Good Friday and Easter Monday of %i are %s and %s", (year, friday, monday) => {
    expect(publicHolidays(year)).toContain(friday);
    expect(publicHolidays(year)).toContain(monday);
  });

  test("there are at least ten different ones every year; Good Friday is a Friday before 24 April, CARICOM Day the first Monday of July", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2000, max: 2199 }), (year) => {
        const days = [...publicHolidays(year)].sort();
        expect(new Set(days).size).toBeGreaterThanOrEqual(10);
        expect(days.every((each) => each.startsWith(`${year}-`))).toBe(true);
        const weekdayOf = (each = "") => new Date(`${each}T00:00:00Z`).getUTCDay();
        const caricom = days.find((each) => each.startsWith(`${year}-07`));
        expect(weekdayOf(caricom)).toBe(1);
        expect(Number(caricom?.slice(8))).toBeLessThanOrEqual(7);
        const friday = days.find(
          (each) => weekdayOf(each) === 5 && days.includes(addDays(each, 3)),
        );
        expect(friday && friday >= `${year}-03-20` && friday <= `${year}-04-23`).toBe(true);
      }),
    );
  });

  test.each([
    ["2021-08-01", "2021-08-02"],
    ["2022-12-25", "2022-12-27"],
    ["2023-01-01", "2023-01-02"],
    ["2027-12-26", "2027-12-27"],
  ])("after the holiday %s, a Sunday, %s is in lieu", (sunday, inLieu) => {
    const days = publicHolidays(Number(sunday.slice(0, 4)));
    expect(days).toContain(sunday);
    expect(days).toContain(inLieu);
    expect(isBusinessDay(inLieu)).toBe(false);
  });

  test("are no business days, nor are the days on which the atelier is closed", () => {
    expect(addBusinessDays("2026-12-24", 1)).toBe("2026-12-28");
    expect(toBusinessDay("2026-05-26")).toBe("2026-05-27");
    const closed = new Set(["2026-11-09"]);
    expect(isBusinessDay("2026-11-09", closed)).toBe(false);
    expect(addBusinessDays("2026-11-06", 1, closed)).toBe("2026-11-10");
  });

  test("more closed days never make an arrival earlier", () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 30 }), fc.array(day), (from, count, extra) => {
        const near = extra.map((_, index) => addDays(from, index * 2));
        const closed = new Set([...extra, ...near]);
        const reached = addBusinessDays(from, count, closed);
        expect(reached >= addBusinessDays(from, count)).toBe(true);
        expect(isBusinessDay(reached, closed)).toBe(true);
      }),
    );
  });
});

describe("a range of days in words", () => {
  test.each([
    ["2026-12-08", "2026-12-12", "8 to 12 December 2026"],
    ["2026-11-28", "2026-12-03", "28 November to 3 December 2026"],
    ["2026-12-28", "2027-01-04", "28 December 2026 to 4 January 2027"],
    ["2026-11-23", "2026-11-23", "23 November 2026"],
  ])("%s to %s is '%s'", (from, until, expected) => {
    expect(formatDayRange({ from, until })).toBe(expected);
  });
});

test("a day is written with its month and year, without a zero before it", () => {
  expect(formatLongDay("2026-11-20")).toBe("20 November 2026");
  expect(formatLongDay("2027-01-05")).toBe("5 January 2027");
});

test("a Sunday is known by its date", () => {
  expect(["2026-11-21", "2026-11-22", "2026-11-23"].map(isSunday)).toEqual([false, true, false]);
});
