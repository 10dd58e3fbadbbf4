import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { money } from "#core/money-amount.ts";
import { measurementSetOf } from "#features/body/measurement/required-measurements.ts";
import type { TermsFields } from "./made-to-measure-terms.ts";
import {
  madeToMeasurePrice,
  measurementsOfTerms,
  picturedChoice,
  resolveTerms,
} from "./made-to-measure-terms.ts";

const orNull = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: null });
const fields: fc.Arbitrary<TermsFields> = fc.record({
  offered: orNull(fc.boolean()),
  surchargeMinor: orNull(fc.nat(100_000)),
  extraDays: orNull(fc.nat(365)),
  clothLengthMm: orNull(fc.nat(10_000)),
  monogram: orNull(fc.boolean()),
  measurements: orNull(fc.subarray(["chest", "waist", "seat", "bogus"], { minLength: 1 })),
  pictured: orNull(fc.subarray(["floor", "knee", "bogus"])),
});
const suit = { garmentType: "suit", currency: "USD", shopDays: 7, groups: [] } as const;

describe("the terms of a product", () => {
  test("without any row are the defaults: offered, no surcharge, the shop's days, the garment's measurements", () => {
    expect(resolveTerms({ ...suit, product: null, garment: null })).toEqual({
      isOffered: true,
      surcharge: money(0),
      extraDays: 7,
      clothLengthMm: 0,
      hasMonogram: false,
      measurements: measurementSetOf("suit"),
      groups: [],
      components: [],
    });
  });

  test("a field is the product's, else the garment type's, else the default", () => {
    fc.assert(
      fc.property(orNull(fields), orNull(fields), (product, garment) => {
        const terms = resolveTerms({ ...suit, product, garment });
        const expected = <Key extends keyof TermsFields>(key: Key) =>
          product?.[key] ?? garment?.[key];
        expect(terms.surcharge).toEqual(money(expected("surchargeMinor") ?? 0));
        expect(terms.extraDays).toBe(expected("extraDays") ?? 7);
        expect(terms.clothLengthMm).toBe(expected("clothLengthMm") ?? 0);
        expect(terms.hasMonogram).toBe(expected("monogram") ?? false);
        expect(terms.measurements).toEqual(
          measurementsOfTerms("suit", expected("measurements") ?? null),
        );
        expect(terms.isOffered).toBe(
          (expected("offered") ?? true) && terms.measurements.required.length > 0,
        );
      }),
    );
  });

  test("a garment without a measurement set is offered only with the owner's measurements", () => {
    const scarf = { ...suit, garmentType: "accessory", garment: null };
    expect(resolveTerms({ ...scarf, product: null }).isOffered).toBe(false);
    const product = { ...emptyFields, measurements: ["neck"] };
    expect(resolveTerms({ ...scarf, product })).toMatchObject({
      isOffered: true,
      measurements: { required: ["neck"], optional: [] },
    });
  });
});

const emptyFields: TermsFields = {
  offered: null,
  surchargeMinor: null,
  extraDays: null,
  clothLengthMm: null,
  monogram: null,
  measurements: null,
  pictured: null,
};

test("a choice is as pictured by the product's entry, else by its garment type's", () => {
  const choices = [{ id: "knee" }, { id: "floor" }];
  const entry = (...pictured: string[]) => ({ pictured });
  expect(picturedChoice(choices, entry("floor"), entry("knee"))).toEqual({ id: "floor" });
  expect(picturedChoice(choices, entry("another"), entry("knee"))).toEqual({ id: "knee" });
  expect(picturedChoice(choices, { pictured: null }, entry("knee"))).toEqual({ id: "knee" });
  expect(picturedChoice(choices, null, null)).toBeNull();
});

test("the owner's measurements are listed in the order of measuring, each once, without unknown names", () => {
  expect(measurementsOfTerms("skirt", ["seat", "bogus", "neck", "seat"]).required).toEqual([
    "neck",
    "seat",
  ]);
});

describe("the price of a made-to-measure garment", () => {
  test("is the Custom price, the surcharge and the differences, never below zero", () => {
    const amounts = fc.integer({ min: -200_000, max: 200_000 });
    fc.assert(
      fc.property(
        fc.nat(500_000),
        fc.nat(100_000),
        fc.array(amounts),
        (custom, surcharge, list) => {
          const chosen = list.map((minorUnits) => ({ price: money(minorUnits) }));
          const total = custom + surcharge + list.reduce((sum, each) => sum + each, 0);
          expect(madeToMeasurePrice(money(custom), money(surcharge), chosen)).toEqual(
            money(Math.max(0, total)),
          );
        },
      ),
    );
  });

  test("refuses amounts of different currencies", () => {
    expect(() => madeToMeasurePrice(money(1), money(1, "GYD"), [])).toThrow(RangeError);
  });
});
