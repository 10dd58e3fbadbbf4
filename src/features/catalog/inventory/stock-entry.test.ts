import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { readStockFilter, stockEntry, stockQuery } from "./stock-entry.ts";

const read = (fields: Record<string, string>) => stockEntry.safeParse(fields);
const problemsOf = (fields: Record<string, string>) => {
  const { error } = read({ intent: "receive", sku: "GOWN-M", quantity: "5", ...fields });
  const problems = error ? z.flattenError(error).fieldErrors : {};
  return Object.fromEntries(Object.entries(problems).map(([field, [first]]) => [field, first]));
};

describe("an entry of stock", () => {
  test("is read as scanned, trimmed", () => {
    expect(read({ intent: "receive", sku: " GOWN-M\r\n", quantity: " 5 " }).data).toEqual({
      intent: "receive",
      sku: "GOWN-M",
      quantity: 5,
      note: "",
    });
    expect(
      read({ intent: "count", sku: "GOWN-M", quantity: "0", knownStock: "3" }).data,
    ).toMatchObject({
      quantity: 0,
      knownStock: 3,
    });
  });

  test.each([
    [{ sku: "" }, { sku: "Enter or scan a SKU." }],
    [{ sku: "x".repeat(121) }, { sku: "A SKU has 120 characters at most." }],
    [{ quantity: "" }, { quantity: "Enter how many pieces arrived, from 1 to 10,000." }],
    [{ quantity: "0" }, { quantity: "Enter how many pieces arrived, from 1 to 10,000." }],
    [{ quantity: "-1" }, { quantity: "Enter how many pieces arrived, from 1 to 10,000." }],
    [{ quantity: "1.5" }, { quantity: "Enter how many pieces arrived, from 1 to 10,000." }],
    [{ quantity: "1e3" }, { quantity: "Enter how many pieces arrived, from 1 to 10,000." }],
    // A bar code in the wrong field.
    [
      { quantity: "4006381333931" },
      { quantity: "Enter how many pieces arrived, from 1 to 10,000." },
    ],
    [
      { intent: "count", quantity: "100001" },
      { quantity: "Enter how many pieces are in stock, from 0 to 100,000." },
    ],
    [{ note: "n".repeat(201) }, { note: "A note may have 200 characters at most." }],
  ])("%j is refused with a message", (fields, problems) => {
    expect(problemsOf(fields as Record<string, string>)).toEqual(problems);
  });

  test("is refused unless its quantity is whole and within the limits", () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom("receive", "count"), (items, intent) => {
        const { data } = read({ intent, sku: "GOWN-M", quantity: items });
        if (!data) return;
        expect(Number.isInteger(data.quantity)).toBe(true);
        expect(data.quantity).toBeGreaterThanOrEqual(intent === "receive" ? 1 : 0);
      }),
    );
  });
});

test("the stock page's URL is read back as written", () => {
  const filter = { view: "low", search: "50% off_", page: 1 } as const;
  expect(readStockFilter(new URLSearchParams(stockQuery(filter)))).toEqual(filter);
  expect(stockQuery({ view: "all", search: "" })).toBe("");
  expect(readStockFilter(new URLSearchParams("view=none&page=0&q=%00"))).toEqual({
    view: "all",
    search: "",
    page: 1,
  });
});
