import { expect, test } from "vitest";
import { PAGE_FILTER, readPageNumber } from "./page-number.ts";
import { unreadableFilters } from "./unreadable-filters.ts";

test("a page is a whole number from 1, and anything else the first page", () => {
  expect(["3", "999999", "0", "-1", "1.5", "x", "", null].map(readPageNumber)).toEqual([
    3, 999_999, 1, 1, 1, 1, 1, 1,
  ]);
});

test("a page that cannot be read is named, and one that is absent or empty is not", () => {
  const named = (query: string) => unreadableFilters(new URLSearchParams(query), [PAGE_FILTER]);
  expect(named("page=0")).toEqual(["Page"]);
  expect(named("page=two")).toEqual(["Page"]);
  expect(["page=2", "page=", ""].map(named)).toEqual([[], [], []]);
});
