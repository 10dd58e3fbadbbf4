import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { spellOtherwise } from "./other-spellings.ts";

const NOON = new Date("2026-11-27T16:00:00Z");
const GUYANA = "America/Guyana";
const TWO_DIGITS = {
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  timeZone: GUYANA,
} as const;

/** Formats that exist before the spelling changes, as a module stores them, have to change too. */
const calendarDay = new Intl.DateTimeFormat("en-CA", TWO_DIGITS);
const amount = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

describe("other spellings", () => {
  let restore: () => void;
  beforeEach(() => {
    restore = spellOtherwise();
  });
  afterEach(() => restore());

  test("a Canadian day is written as ICU 72 writes it, and its parts keep their names", () => {
    expect(calendarDay.format(NOON)).toBe("\u200e11/27/2026");
    const parts = Object.fromEntries(
      calendarDay.formatToParts(NOON).map(({ type, value }) => [type, value]),
    );
    expect(parts).toMatchObject({ year: "2026", month: "11", day: "27" });
    expect(NOON.toLocaleDateString("en-CA", TWO_DIGITS)).toBe("\u200e11/27/2026");
    expect(NOON.toLocaleDateString("en-US", TWO_DIGITS)).toBe("\u200e2026-11-27");
  });

  test("spaces of a time are narrow", () => {
    const options = { timeStyle: "short", timeZone: GUYANA } as const;
    expect(new Intl.DateTimeFormat("en-US", options).format(NOON)).toBe("\u200e12:00\u202fPM");
    const time = { hour: "numeric", minute: "numeric", timeZone: GUYANA } as const;
    expect(NOON.toLocaleTimeString("en-US", time)).toBe("\u200e12:00\u202fPM");
  });

  test("thousands are grouped by a narrow space, a minus is a true minus, and a currency is marked", () => {
    expect((-12_500).toLocaleString("en-US")).toBe("\u221212\u202f500");
    expect(amount.format(-1_265)).toBe("\u2212\u200e$1\u202f265.00");
  });

  test("a text that depended on the spelling is not a day any more", () => {
    expect(Number.isNaN(Date.parse(`${calendarDay.format(NOON)}T00:00:00Z`))).toBe(true);
  });
});

test("the spelling of this Node comes back", () => {
  spellOtherwise()();
  expect((-12_500).toLocaleString("en-US")).toBe("-12,500");
  expect(amount.format(1_265)).toBe("$1,265.00");
});
