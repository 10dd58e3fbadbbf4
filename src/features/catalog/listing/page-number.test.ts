import fc from "fast-check";
import { expect, it } from "vitest";
import { PAGE_SIZE, pageCount, parsePage } from "./listing-filter.ts";

it("page numbers are whole numbers from 1, and anything else is the first page", () => {
  expect(parsePage("3")).toBe(3);
  for (const text of [null, "", "0", "-1", "1.5", "1e3", "NaN", " 2", "99999999999"]) {
    expect(parsePage(text)).toBe(1);
  }
  fc.assert(
    fc.property(fc.string(), (text) => {
      const page = parsePage(text);
      return Number.isSafeInteger(page) && page >= 1 && Number.isSafeInteger(page * PAGE_SIZE);
    }),
  );
});

it("there are just enough pages for every product", () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), (total) => {
      const pages = pageCount(total);
      return (
        pages >= 1 && pages * PAGE_SIZE >= total && (pages === 1 || (pages - 1) * PAGE_SIZE < total)
      );
    }),
  );
});
