import { expect, test } from "vitest";
import { garmentTypeName } from "./garment-type-name.ts";

test("pants and outerwear have the names of the catalog's filters, in sentences too", () => {
  expect(garmentTypeName("pants")).toEqual({
    name: "Pants",
    plural: "Pants",
    phrase: "a pair of pants",
  });
  expect(garmentTypeName("outerwear").phrase).toBe("a piece of outerwear");
});

test.each(["", "cape", "constructor", "toString"])("%j is a garment", (unknown) => {
  expect(garmentTypeName(unknown).name).toBe("Garment");
});
