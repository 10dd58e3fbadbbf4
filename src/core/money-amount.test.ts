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
  parseSubmittedAmount,
  tidyAmount,
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

describe("an amount as a person enters it", () => {
  it("may have a dollar sign and spaces around it", () => {
    for (const entered of ["12.50", " 12.50 ", "$12.50", "$ 12.50", " $12.5\t"]) {
      expect(parseSubmittedAmount(entered)).toEqual(money(1_250));
    }
    expect(parseSubmittedAmount("$ 12")).toEqual(money(1_200));
    expect(parseSubmittedAmount("$0")).toEqual(money(0));
    expect(parseSubmittedAmount("$12", "GYD")).toEqual(money(1_200, "GYD"));
  });

  it("is refused with another currency, misplaced separators, two signs or nothing", () => {
    for (const entered of [
      "",
      " ",
      "$",
      "US$5",
      "1,20",
      "1,2000",
      "1,200,",
      ",200",
      "1.200,00",
      "$$5",
      "5$",
      "-5",
      "$-5",
      "1.234",
    ]) {
      expect(parseSubmittedAmount(entered), entered).toBeNull();
    }
  });

  it.each(["1,250.00", "$1,250.00", " 1,250 ", "1250", "\u202A$1,250.00\u202C", "1,250.0"])(
    "is read as the shop writes it: %j",
    (entered) => expect(parseSubmittedAmount(entered)).toEqual(money(125_000)),
  );

  it.each([
    ["Arabic digits", "١٢٥٠"],
    ["Arabic digits and separators", "١٬٢٥٠٫٠٠"],
    ["Persian digits", "۱۲۵۰"],
    ["Devanagari digits", "१२५०"],
    ["Thai digits", "๑,๒๕๐"],
    ["fullwidth signs", "＄１，２５０．００"],
    ["a narrow blank between thousands", "1\u202F250.00"],
    ["a fixed blank between thousands", "$1\u00A0250"],
    ["apostrophes between thousands", "1’250.00"],
  ])("is read with %s", (_what, entered) =>
    expect(parseSubmittedAmount(entered)).toEqual(money(125_000)),
  );

  it("is the same text without the sign", () => {
    const pairs = { "$ 12": "12", "12.50": "12.50", US$5: "US$5", "1,20": "1,20", "": "" };
    for (const [entered, text] of Object.entries(pairs)) expect(tidyAmount(entered)).toBe(text);
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
