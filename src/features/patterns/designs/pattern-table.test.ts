import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Design } from "#features/body/measurement/required-measurements.ts";
import {
  designsOfGarment,
  GARMENT_NAMES,
  measurementSetOf,
  neededByDesigns,
} from "#features/body/measurement/required-measurements.ts";
import {
  COMPONENT_NAMES,
  componentsInCloth,
  componentsOfProduct,
  designsOfProduct,
  inGarmentOrder,
  joinedTo,
  measurementsOfOrder,
} from "./pattern-table.ts";

const GENDERS = ["female", "male", "unisex"];
const product = (
  garmentType: string,
  gender: string,
  components: readonly string[] | null = null,
) => {
  return { garmentType, gender, components };
};

describe("what an order holds", () => {
  test.each(GARMENT_NAMES)("is everything that the designs of a %s need", (garmentType) => {
    for (const gender of GENDERS) {
      const held = measurementsOfOrder(product(garmentType, gender));
      const needed = neededByDesigns(designsOfProduct(product(garmentType, gender)));
      expect([...needed].filter((name) => !held.includes(name))).toEqual([]);
    }
  });

  test("of a woman's shirt are the bust's levels too, and of a man's shirt they are not", () => {
    const held = (gender: string) => measurementsOfOrder(product("shirt", gender));
    expect(held("female").filter((name) => !held("male").includes(name))).toEqual([
      "highBust",
      "bustSpan",
    ]);
  });

  test.each(["shirt", "top", "jacket", "waistcoat", "outerwear", "pants", "suit", "dress"])(
    "of a %s are hips and seat with their heights, because the garment covers them",
    (garmentType) => {
      for (const gender of GENDERS) {
        expect(measurementsOfOrder(product(garmentType, gender))).toEqual(
          expect.arrayContaining(["hips", "seat", "waistToHips", "waistToSeat"]),
        );
      }
    },
  );

  test("follows the owner's own entry of the pattern table", () => {
    const entered = product("accessory", "male", ["tie"]);
    expect(measurementsOfOrder(entered)).toEqual(
      expect.arrayContaining(["neck", "hpsToWaistBack", "waistToHips"]),
    );
    expect(measurementsOfOrder(product("accessory", "male"))).toEqual([]);
  });
});

describe("the order of a garment", () => {
  test.each([
    [
      ["chinos", "jacket"],
      ["jacket", "chinos"],
    ],
    [
      ["trousers", "waistcoat", "blazerByHand"],
      ["blazerByHand", "waistcoat", "trousers"],
    ],
    [
      ["circleSkirt", "bodice"],
      ["bodice", "circleSkirt"],
    ],
  ] as const)("of %j is %j, however the owner entered it", (entered, components) => {
    expect(componentsOfProduct(product("suit", "male", entered))).toEqual(components);
  });

  test("of every garment type puts what another component is sewn to before it", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...COMPONENT_NAMES]), (entered) => {
        const ordered = inGarmentOrder(entered);
        expect(new Set(ordered)).toEqual(new Set(entered));
        for (const [index, component] of ordered.entries()) {
          const upper = joinedTo(component, ordered);
          if (upper) expect(ordered.indexOf(upper)).toBeLessThan(index);
        }
      }),
    );
  });
});

describe("a dress", () => {
  test.each([
    ["woven", [0], ["bodice", "pencilSkirt"]],
    ["partly woven", [40, 0], ["bodice", "pencilSkirt"]],
    ["knitted", [40], ["columnGown"]],
    ["unknown", [null], ["columnGown"]],
  ] as const)("of %s cloth is drafted as its cloth allows", (_, stretches, components) => {
    const dress = componentsOfProduct(product("dress", "female"));
    expect(componentsInCloth(dress, stretches)).toEqual(components);
  });

  test("is measured for every cloth that it may be ordered in", () => {
    const held = measurementsOfOrder(product("dress", "female"));
    const needed = neededByDesigns(["bibi", "bella", "noble", "penelope"]);
    expect([...needed].filter((name) => !held.includes(name))).toEqual([]);
  });
});

test("a garment type is measured for the designs that draft it, whoever it is cut for", () => {
  const drafted = (garmentType: string, gender: string): readonly Design[] =>
    designsOfProduct(product(garmentType, gender));
  for (const garment of GARMENT_NAMES) {
    const components = componentsOfProduct(product(garment, "unisex"));
    if (components.includes("otherByHand")) continue;
    const measured: readonly Design[] = designsOfGarment(garment);
    expect(drafted(garment, "unisex").filter((each) => !measured.includes(each))).toEqual([]);
    expect(measurementSetOf(garment)?.required).toEqual(
      expect.arrayContaining([...neededByDesigns(drafted(garment, "unisex"))]),
    );
  }
});
