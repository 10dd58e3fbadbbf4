import fc from "fast-check";
import { expect, it } from "vitest";
import {
  garmentTypeLabel,
  garmentTypesShown,
  gendersShown,
  parseCatalogFilter,
  parseShopGender,
  parseToggleGender,
} from "./listing-filter.ts";

// Specification 9.41
it("a gender shows its products and unisex ones, and All shows everything", () => {
  expect(gendersShown("female")).toEqual(["female", "unisex"]);
  expect(gendersShown("male")).toEqual(["male", "unisex"]);
  expect(gendersShown("all")).toBeNull();
});

// Specification 9.41
it("any text in a URL is read as a known filter", () => {
  fc.assert(
    fc.property(fc.option(fc.string()), (text) => {
      expect(["all", "female", "male"]).toContain(parseShopGender(text));
      expect(["female", "male"]).toContain(parseToggleGender(text));
      expect([null, "suits", "dresses", "outerwear", "jackets", "pants", "shirts"]).toContain(
        parseCatalogFilter(text),
      );
    }),
  );
  expect(parseShopGender("male")).toBe("male");
  expect(parseToggleGender(null)).toBe("female");
  expect(parseCatalogFilter("pants")).toBe("pants");
});

it("All lists exactly the garment types of the six filters", () => {
  expect(garmentTypesShown(null)).toEqual([
    "suit",
    "dress",
    "outerwear",
    "jacket",
    "pants",
    "shirt",
  ]);
  expect(garmentTypesShown("dresses")).toEqual(["dress"]);
  expect(garmentTypeLabel("outerwear")).toBe("Outerwear");
  expect(garmentTypeLabel("skirt")).toBeNull();
});
