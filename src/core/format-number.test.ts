import { expect, test } from "vitest";
import { formatNumber, formatPercent } from "./format-number.ts";

test.each([
  [0, "0"],
  [999, "999"],
  [1_000, "1,000"],
  [12_500, "12,500"],
  [-12_500, "-12,500"],
  [1_234_567, "1,234,567"],
  [1_250.5, "1,250.5"],
  [0.0625, "0.0625"],
  [-1_250.0625, "-1,250.0625"],
  ["1250.50", "1,250.50"],
])("the number %s is written %s", (value, written) => {
  expect(formatNumber(value)).toBe(written);
});

test("no line breaks between a number and its percent sign", () => {
  expect(formatPercent(75)).toBe("75\u00A0%");
});
