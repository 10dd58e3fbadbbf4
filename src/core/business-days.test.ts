import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addBusinessDays, addDays, formatDayRange, isBusinessDay } from "./business-days.ts";

const day = fc
  .date({ min: new Date("2026-01-01"), max: new Date("2040-01-01"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe("business days", () => {
  test.each([
    ["2026-11-20", 1, "2026-11-23"],
    ["2026-11-21", 1, "2026-11-23"],
    ["2026-11-23", 5, "2026-11-30"],
    ["2026-11-22", 0, "2026-11-23"],
    ["2026-12-31", 1, "2027-01-01"],
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

describe("a range of days in words", () => {
  test.each([
    ["2026-12-08", "2026-12-12", "8 to 12 December"],
    ["2026-11-28", "2026-12-03", "28 November to 3 December"],
    ["2026-12-28", "2027-01-04", "28 December to 4 January"],
    ["2026-11-23", "2026-11-23", "23 November"],
  ])("%s to %s is '%s'", (from, until, expected) => {
    expect(formatDayRange({ from, until })).toBe(expected);
  });
});
