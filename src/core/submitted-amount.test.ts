import { describe, expect, it } from "vitest";
import { money } from "./money-amount.ts";
import { parseSubmittedAmount, tidyAmount } from "./submitted-amount.ts";

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
