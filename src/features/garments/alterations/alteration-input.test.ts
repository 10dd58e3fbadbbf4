import { expect, test } from "vitest";
import { stepSchema } from "./alteration-input.ts";

const costOf = (cost: string | undefined) =>
  stepSchema.safeParse({ step: "done", version: "1", credit: "", cost });

test("a cost is an amount in dollars, with or without a sign; nothing is 0", () => {
  const costs = [
    ["12.50", 1_250],
    ["$ 12", 1_200],
    [" $35.5 ", 3_550],
    ["99999.99", 9_999_999],
    ["", 0],
    [undefined, 0],
  ] as const;
  for (const [entered, minorUnits] of costs) {
    expect(costOf(entered).data?.cost, entered).toBe(minorUnits);
  }
});

test("a cost that is no amount, or of 100,000 dollars and more, is refused with an example", () => {
  for (const entered of ["US$5", "1,20", "-5", "1.234", "100000", "abc"]) {
    expect(costOf(entered).error?.issues, entered).toMatchObject([
      { path: ["cost"], message: "Cost: write an amount, such as 35.50." },
    ]);
  }
});
