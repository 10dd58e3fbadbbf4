import { describe, expect, test } from "vitest";
import { stretchesOf, stretchOfMaterials } from "./pictured-cloth.ts";

describe("the cloth that a product is pictured in", () => {
  test.each([
    ["Heavy jersey, 100% cotton, 240 g/m², knitted in Portugal, stretches 30 %.", 30],
    ["Jersey with 25% stretch, knitted in Portugal.", 25],
    ["Heavy silk crepe, 100% silk, 170 g/m², woven in Italy. Lined in jersey.", 0],
    ["Printed poplin, 100% cotton, 140 g/m², printed in India.", 0],
    ["Double crêpe of 96% wool and 4% elastane, 290 g/m².", 0],
    ["Crêpe, woven in Italy. The lining stretches 20 %.", 0],
  ])("%s", (materials, stretch) => {
    expect(stretchOfMaterials(materials)).toBe(stretch);
  });

  test.each([
    "Heavy jersey, 100% cotton, 240 g/m².",
    "Satin jersey, 100% silk.",
    "Made in Georgetown.",
    "",
  ])("is unknown of %j", (materials) => {
    expect(stretchOfMaterials(materials)).toBe(null);
  });

  test("counts where no cloth was chosen alone", () => {
    expect(stretchesOf([], "Poplin, woven in Italy.")).toEqual([0]);
    expect(stretchesOf([], null)).toEqual([null]);
    expect(stretchesOf([40, null], "Poplin, woven in Italy.")).toEqual([40, null]);
  });
});
