import { expect, test } from "vitest";
import { unreadableFilters } from "#core/unreadable-filters.ts";
import { NEED_BY_FILTERS, readDestination } from "./need-by-filters.ts";

const HOME = { country: "GY", city: "" };
const LINE = "01985f6e-0000-7000-8000-000000000001*2";

const read = (search: string) => {
  const query = new URLSearchParams(search);
  return {
    destination: readDestination(query),
    unreadable: unreadableFilters(query, NEED_BY_FILTERS),
  };
};

test.each([
  "",
  "to=",
  "to=%20",
  "to=GY",
  "day=2026-12-24",
  `to=GY&line=${encodeURIComponent(LINE)}`,
])("%j is for Guyana, and nothing in it is unreadable", (search) =>
  expect(read(search)).toEqual({ destination: HOME, unreadable: [] }),
);

test.each([
  ["to=DE", { country: "DE", city: "" }],
  ["to=+DE+", { country: "DE", city: "" }],
  ["to=GY-Georgetown", { country: "GY", city: "Georgetown" }],
])("the destination of %j is read", (search, destination) =>
  expect(read(search)).toEqual({ destination, unreadable: [] }),
);

test.each(["de", "Germany", "D", "ZZ", "ZZ-Nowhere", "DE-", "DE-1", "GY&to=%00", "%F0%9F%98%80"])(
  "a destination %j that cannot be read is named, not silently Guyana",
  (code) => expect(read(`to=${code}`).unreadable).toEqual(["Deliver to"]),
);

test("a line that cannot be read is named beside the others", () => {
  const query = `to=DE&line=${encodeURIComponent(LINE)}&line=suit`;
  expect(read(query).unreadable).toEqual(["A line of the cart"]);
  expect(read("to=x&line=1*1").unreadable).toEqual(["Deliver to", "A line of the cart"]);
});
