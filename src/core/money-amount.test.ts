import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addMoney,
  discountMoney,
  formatMoney,
  formatReported,
  money,
  multiplyMoney,
  parseMoney,
  toDecimal,
} from "./money-amount.ts";

const minorUnits = fc.integer({ min: 0, max: 99_999_999_999 });

describe("an amount of money", () => {
  it("refuses anything but a safe integer of minor units", () => {
    for (const wrong of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
      expect(() => money(wrong)).toThrow(RangeError);
    }
  });

  it("adds up in any order of the parts", () => {
    fc.assert(
      fc.property(fc.array(minorUnits, { maxLength: 50 }), (parts) => {
        const forwards = addMoney(parts.map((part) => money(part)));
        const backwards = addMoney(parts.toReversed().map((part) => money(part)));
        expect(forwards).toEqual(backwards);
      }),
    );
  });

  it("is never added to an amount of another currency", () => {
    expect(() => addMoney([money(1, "USD"), money(1, "GYD")])).toThrow(RangeError);
  });

  it("times a quantity equals adding it that many times", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e7 }), fc.integer({ min: 1, max: 99 }), (unit, n) => {
        expect(multiplyMoney(money(unit), n)).toEqual(
          addMoney(Array.from({ length: n }, () => money(unit))),
        );
      }),
    );
  });

  it("less 15 % is within half a cent of the exact share and never above the amount", () => {
    fc.assert(
      fc.property(minorUnits, (value) => {
        const reduced = discountMoney(money(value), 15).minorUnits;
        expect(Math.abs(reduced * 100 - value * 85)).toBeLessThanOrEqual(50);
        expect(reduced).toBeLessThanOrEqual(value);
      }),
    );
    expect(discountMoney(money(8900), 15).minorUnits).toBe(7565);
    expect(discountMoney(money(12900), 15).minorUnits).toBe(10_965);
  });

  // Specification 9.14
  it("is shown with a dollar sign and two decimals", () => {
    expect(formatMoney(money(149_900))).toBe("$1,499.00");
    expect(formatMoney(money(5))).toBe("$0.05");
    expect(formatMoney(money(-1250))).toBe("-$12.50");
    expect(formatMoney(money(100, "GYD"))).toBe("GYD 1.00");
  });

  it("survives formatting as a decimal and parsing", () => {
    fc.assert(
      fc.property(minorUnits, (value) => {
        expect(parseMoney(toDecimal(money(value)))).toEqual(money(value));
      }),
    );
  });

  it("is not parsed from other text", () => {
    for (const wrong of ["", "-1", "1.234", "1e3", "NaN", "12,50", "abc", Number.NaN]) {
      expect(parseMoney(wrong)).toBeNull();
    }
  });
});

it("an amount of a currency that the shop does not charge in is written by its code, with its decimals", () => {
  const written = [
    { minorUnits: 126_500, currency: "EUR" },
    { minorUnits: -5, currency: "EUR" },
    { minorUnits: 126_500, currency: "JPY" },
    { minorUnits: 1_265_000, currency: "KWD" },
    { minorUnits: 126_500, currency: "USD" },
    { minorUnits: 300, currency: "euro" },
  ].map(formatReported);
  expect(written).toEqual([
    "EUR 1,265.00",
    "-EUR 0.05",
    "JPY 126,500",
    "KWD 1,265.000",
    "$1,265.00",
    "300 in an unknown currency",
  ]);
});
