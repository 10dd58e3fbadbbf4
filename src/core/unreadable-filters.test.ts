import { expect, it } from "vitest";
import { oneOf, unreadableFilters } from "./unreadable-filters.ts";

const FILTERS = [
  { label: "Sort", name: "sort", isReadable: oneOf(["newest", "oldest"]) },
  { label: "Color", name: "color", isReadable: oneOf(["red"]) },
];

it("filters with a value that nobody can read are named once", () => {
  const named = (query: string) => unreadableFilters(new URLSearchParams(query), FILTERS);
  expect(named("sort=best&color=red&color=octarine&color=none")).toEqual(["Sort", "Color"]);
  expect(named("sort=newest&color=red&page=x&other=y")).toEqual([]);
  expect(named("sort=&color=%20")).toEqual([]);
});
