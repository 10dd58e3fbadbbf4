import { expect, test } from "vitest";
import {
  dayOf,
  endOfDay,
  formatDay,
  formatMoment,
  lastDays,
  sortableMoment,
  startOfDay,
} from "./georgetown-time.ts";

test("a day in Georgetown begins at 4 AM UTC and lasts 24 hours", () => {
  expect(startOfDay("2026-11-20")?.toISOString()).toBe("2026-11-20T04:00:00.000Z");
  expect(endOfDay("2026-11-20")?.toISOString()).toBe("2026-11-21T04:00:00.000Z");
});

test.each([
  "",
  "2026-02-30",
  "2026-13-01",
  "20-11-2026",
  "2026-11-20T00:00",
  "9999-99-99",
  "0000-01-01",
])("%j is not a day", (text) => {
  expect(startOfDay(text)).toBeNull();
  expect(endOfDay(text)).toBeNull();
});

test("times are written in Georgetown's time zone", () => {
  const lateEvening = new Date("2026-11-21T02:05:00Z");
  expect(formatMoment(lateEvening)).toBe("20 November 2026, 22:05");
  expect(formatDay(lateEvening)).toBe("20 November 2026");
  expect(dayOf(lateEvening)).toBe("2026-11-20");
  expect(sortableMoment(lateEvening)).toBe("2026-11-20 22:05");
});

test("the last days end with today and can span two months", () => {
  expect(lastDays(new Date("2026-03-02T03:00:00Z"), 3)).toEqual([
    "2026-02-27",
    "2026-02-28",
    "2026-03-01",
  ]);
});
