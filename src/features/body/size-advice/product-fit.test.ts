import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as peopleModel from "#features/body/check/check-engine.ts";
import type { BodyMeasures } from "#features/body/measurement/body-measures.ts";
import { GIRTHS, measuresOfGarment } from "#features/body/measurement/body-measures.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { findMySize, needsModel } from "./find-my-size.ts";
import { adviseForProduct, isMeasuredFor } from "./product-fit.ts";
import { sizeAdviceMessages } from "./size-advice-messages.ts";
import { NAMING_CHANCE } from "./size-fit.ts";
import type { SizedProduct } from "./size-ranges.ts";
import { NAME_OF } from "./size-ranges.ts";

const SIZES = ["XS", "S", "M", "L", "XL", "XXL"];

/** Finished garments that grow by about a step of the chart from size to size. */
const anyGarments = fc.record({
  chest: fc.integer({ min: 850, max: 1_050 }),
  waist: fc.integer({ min: 700, max: 900 }),
  seat: fc.integer({ min: 880, max: 1_100 }),
  biceps: fc.option(fc.integer({ min: 250, max: 350 }), { nil: undefined }),
  step: fc.integer({ min: 20, max: 80 }),
});

const anyProduct: fc.Arbitrary<SizedProduct> = fc
  .record({
    sizes: fc.subarray(SIZES, { minLength: 1 }),
    garmentType: fc.constantFrom("dress", "shirt", "pants", "skirt", "jacket", "kaftan"),
    finished: fc.option(anyGarments),
  })
  .map(({ finished, garmentType, sizes }) => ({
    sizes,
    garmentType,
    garments: finished && garmentsOf(sizes, finished),
  }));

function garmentsOf(
  sizes: readonly string[],
  { step, ...first }: { step: number } & Partial<Record<MeasurementName, number | undefined>>,
): SizedProduct["garments"] {
  const girths = Object.entries(first).filter(([, mm]) => mm !== undefined) as [string, number][];
  return Object.fromEntries(
    sizes.map((size, index) => [
      size,
      Object.fromEntries(girths.map(([name, mm]) => [name, mm + index * step])),
    ]),
  );
}

const girth = (min: number, max: number) =>
  fc.option(fc.integer({ min, max }), { nil: undefined, freq: 4 });

/** Measures that somebody gives in the wizard; some are left out. */
const anyMeasures = fc.record({
  chest: girth(700, 1_300),
  waist: girth(560, 1_200),
  hips: girth(760, 1_400),
  inseam: girth(650, 950),
});

/** What the wizard requests for this product and the person gives. */
function givenFor(product: SizedProduct, measures: BodyMeasures): BodyMeasures {
  const requested = measuresOfGarment(product.garmentType);
  return Object.fromEntries(
    Object.entries(measures).filter(
      ([measure, mm]) => mm !== undefined && requested.includes(measure as keyof BodyMeasures),
    ),
  );
}

/** The same person on the product's page, which names measurements as patterns do. */
const knownOf = (measures: BodyMeasures) =>
  new Map(
    Object.entries(measures).map(([measure, mm]) => [NAME_OF[measure as keyof BodyMeasures], mm]),
  );

describe("the wizard and the product's page", () => {
  test("name the same size for one person and product, or both say that none fits", () => {
    fc.assert(
      fc.property(anyProduct, anyMeasures, (product, measures) => {
        const given = givenFor(product, measures);
        const wizard = findMySize(given, product, peopleModel);
        if (!GIRTHS.some((measure) => given[measure] !== undefined)) {
          expect(wizard).toBeNull();
          return;
        }
        const { advice } = adviseForProduct(product, knownOf(given), peopleModel);
        expect(wizard?.kind === "open").toBe(advice?.isNamed === false);
        if (wizard?.kind === "open") return;
        const isOutside = wizard?.kind === "above" || wizard?.kind === "below";
        expect(isOutside ? null : wizard?.size).toBe(advice?.size);
        expect(wizard?.size).toBe(advice?.nearest);
        expect(wizard?.advisesCustom).toBe(advice?.advisesCustom);
        if (isOutside) expect(wizard?.kind).toBe(advice?.outside);
      }),
      { numRuns: 300 },
    );
  });

  test("need no people to agree once every girth that decides was given", () => {
    fc.assert(
      fc.property(anyProduct, anyMeasures, (product, measures) => {
        const given = givenFor(product, measures);
        if (needsModel(given, product)) return;
        const wizard = findMySize(given, product);
        expect(wizard).toEqual(findMySize(given, product, peopleModel));
      }),
    );
  });

  test("agree on the sizes that are on sale, not on those of the chart", () => {
    const product = { sizes: ["S", "M"], garmentType: "dress", garments: null };
    const large = { chest: 990, waist: 840, hips: 1_040 };
    const advice = findMySize(large, product);
    expect(advice).toMatchObject({ kind: "above", size: "M", advisesCustom: true });
    expect(advice && sizeAdviceMessages(advice, "inches").because).toBe(
      "M is the largest size of this piece, and it would be about 1 in too tight at the chest, about 1 in at the waist and about 1 in at the hips. Choose Custom, which is cut to your own measures, or ask us.",
    );
  });

  test("compare with finished garments once every size has them, and say for which bodies they are", () => {
    const garments = { S: { chest: 1_008 }, M: { chest: 1_064 } };
    const product = { sizes: ["S", "M"], garmentType: "shirt", garments };
    const advice = findMySize({ chest: 930 }, product, peopleModel);
    expect(advice).toMatchObject({ kind: "fits", size: "M", source: "garment" });
    expect(advice && sizeAdviceMessages(advice, "cm").lines[0]?.text).toBe("Inside M (90-95 cm).");
  });

  const dress = { sizes: SIZES, garmentType: "dress", garments: null };

  test("name no size where a girth that was left out decides, and say what they would like to know", () => {
    const advice = findMySize({ waist: 660 }, dress, peopleModel);
    expect(advice).toMatchObject({ kind: "open", next: "chest" });
    expect(advice && sizeAdviceMessages(advice, "cm")).toEqual({
      headline: "Not certain yet: S or M",
      because: "The chest is what we would like to know next: it tells S and M apart best.",
      lines: [],
    });
  });

  test("say that a size is only likely where it is likelier than any other", () => {
    const given = { chest: 900, waist: 800 };
    const advice = findMySize(given, dress, peopleModel);
    const { advice: ofPage } = adviseForProduct(dress, knownOf(given), peopleModel);
    expect(ofPage?.isNamed).toBe(true);
    expect(advice).toMatchObject({ kind: "likely", size: ofPage?.size });
  });

  test("name a size from answers only if enough people wear it, and more than any other", () => {
    fc.assert(
      fc.property(anyProduct, anyMeasures, (product, measures) => {
        const known = knownOf(givenFor(product, measures));
        const { advice } = adviseForProduct(product, known, peopleModel);
        if (!advice || isMeasuredFor(product, known)) return;
        const others = advice.chances.filter(({ size }) => size !== advice.size);
        const isLikeliest = others.every(({ chance }) => chance < advice.chance);
        expect(advice.isNamed).toBe(isLikeliest && advice.chance >= NAMING_CHANCE);
      }),
      { numRuns: 200 },
    );
  });

  test("use the chart for a product whose sizes nobody can compare with a body", () => {
    const product = { sizes: ["One Size"], garmentType: "kaftan", garments: null };
    expect(findMySize({ chest: 940 }, product, peopleModel)).toEqual(findMySize({ chest: 940 }));
  });

  test("give every advice a whole sentence, whatever is known and on sale", () => {
    fc.assert(
      fc.property(
        anyProduct,
        anyMeasures,
        fc.constantFrom("inches", "cm"),
        (product, measures, unit) => {
          const advice = findMySize(givenFor(product, measures), product, peopleModel);
          if (!advice) return;
          const message = sizeAdviceMessages(advice, unit as "inches" | "cm");
          const all = [message.headline, message.because, ...message.lines.map(({ text }) => text)];
          for (const text of all) {
            expect(text).toMatch(/[a-zA-Z)][.]?$/);
            expect(text).not.toMatch(/undefined|null|NaN|be \.|-\d+ (in|cm) too|\b0 (in|cm)\b/);
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});
