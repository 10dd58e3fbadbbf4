import { expect, test } from "vitest";
import { countryName } from "./delivery-address.ts";

test("a country is called by its English name", () => {
  expect(["GY", "TT", "GB"].map(countryName)).toEqual([
    "Guyana",
    "Trinidad & Tobago",
    "United Kingdom",
  ]);
});

test("text that is not a country code stays as it is", () => {
  expect(["", "gy", "Guyana", "G1", "QX"].map(countryName)).toEqual([
    "",
    "gy",
    "Guyana",
    "G1",
    "QX",
  ]);
});
