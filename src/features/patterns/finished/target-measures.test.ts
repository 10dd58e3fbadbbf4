import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FITS } from "#features/body/measurement/fit.ts";
import { DRAFTABLE_DESIGNS, patternDesignOf } from "#features/patterns/designs/all-designs.ts";
import { carlton } from "#features/patterns/designs/coats.ts";
import { jaeger } from "#features/patterns/designs/jackets.ts";
import type { PatternDesign } from "#features/patterns/designs/pattern-design.ts";
import { simon } from "#features/patterns/designs/shirts.ts";
import { titan } from "#features/patterns/designs/trousers.ts";
import { draftedBodyOf, easeOptionsOf, targetGarmentOf } from "./target-measures.ts";

const BODY = {
  height: 1_760,
  chest: 1_019,
  waist: 897,
  hips: 940,
  seat: 1_024,
  waistToHips: 60,
  waistToSeat: 223,
  waistToKnee: 604,
};

const NO_HEM = { hem: null, joinedWaistMm: null };

const request = {
  fit: "regular",
  body: BODY,
  hem: "standard",
  chosen: {},
  isExact: false,
} as const;

test.each(DRAFTABLE_DESIGNS)(
  "%s: every ease option that has a rule starts within its range",
  (name) => {
    const design = patternDesignOf(name);
    for (const fit of FITS) {
      for (const [option, share] of Object.entries(easeOptionsOf(design, fit))) {
        const range = design.options[option];
        expect(range && "from" in range && share >= range.from && share <= range.to).toBe(true);
      }
    }
  },
);

describe("what is target of a finished garment", () => {
  test("is the body and the ease of the fit, with a least that is smaller", () => {
    const chest = targetGarmentOf(simon, request).girth("chest", 1_000);
    expect(chest).toMatchObject({ least: 1_060, wanted: 1_150, under: 10 });
  });

  test("is the ease that was chosen instead of the fit's", () => {
    const target = targetGarmentOf(simon, { ...request, chosen: { chestEase: 0.2 } });
    expect(target.girth("chest", 1_000)?.wanted).toBeCloseTo(1_200, 9);
  });

  test("of exact options is the least ease alone", () => {
    const target = targetGarmentOf(simon, { ...request, isExact: true });
    expect(target.girth("chest", 1_000)).toMatchObject({ least: 1_060, under: null, over: null });
    expect(target.lengthTolerance).toBe(Number.POSITIVE_INFINITY);
  });

  test("of a full body may miss more of its ease, and never the least", () => {
    const target = targetGarmentOf(simon, request);
    const median = target.girth("chest", 1_000);
    const full = target.girth("chest", 1_500);
    expect(median?.under).toBe(10);
    expect(full?.under).toBe(85);
    expect((full?.wanted ?? 0) - (full?.under ?? 0)).toBeGreaterThan(full?.least ?? Infinity);
  });

  test("lets the chest be wider where the garment tapers to a full waist, and nowhere else", () => {
    const over = (design: PatternDesign, waist: number) =>
      targetGarmentOf(design, { ...request, body: { ...BODY, waist } }).girth("chest", 1_019)?.over;
    expect(over(simon, 1_150) ?? 0).toBeGreaterThan((over(simon, 897) ?? 0) + 100);
    for (const design of [jaeger, carlton]) expect(over(design, 1_150)).toBe(over(design, 897));
  });

  test("lets the seat of trousers be wider below a belly that is wider than it", () => {
    const over = (waist: number) =>
      targetGarmentOf(titan, { ...request, body: { ...BODY, waist } }).girth("seat", 1_024)?.over;
    expect(over(897)).toBe(15);
    expect(over(1_200)).toBeCloseTo(15 + 1_200 * 1.02 - 1_024 * 1.045, 9);
  });

  test("the chosen place of the hem stands before the garment's own", () => {
    const hem = (place: "knee" | "standard") =>
      targetGarmentOf(carlton, { ...request, hem: place }).hem?.mm;
    expect(hem("knee")).toBe(604);
    expect(hem("standard")).toBeCloseTo(604 + 0.03 * 1_760, 9);
  });
});

describe("the body that a top is drafted from", () => {
  test("has its hips at the seat, with the girth of the seat", () => {
    expect(draftedBodyOf(simon, BODY, NO_HEM)).toEqual({ ...BODY, waistToHips: 223, hips: 1_024 });
  });

  test("has its hips above a hem that ends above the seat", () => {
    const measured = { ...BODY, hpsToWaistBack: 434 };
    const { waistToHips = 0 } = draftedBodyOf(simon, measured, {
      hem: { mm: 158, estimated: [] },
      joinedWaistMm: null,
    });
    expect(waistToHips).toBeGreaterThan(60);
    expect(waistToHips).toBeLessThan(158);
  });

  test("is the body itself where the seat was not measured", () => {
    const { seat: _seat, ...body } = BODY;
    expect(draftedBodyOf(simon, body, NO_HEM)).toEqual(body);
  });

  test("never has hips outside what lies between hip bone and seat", () => {
    const girth = fc.integer({ min: 700, max: 1_500 });
    fc.assert(
      fc.property(fc.constantFrom(...DRAFTABLE_DESIGNS), girth, girth, (name, hips, seat) => {
        const drafted = draftedBodyOf(patternDesignOf(name), { ...BODY, hips, seat }, NO_HEM);
        expect(drafted.hips).toBeGreaterThanOrEqual(Math.min(hips, seat));
        expect(drafted.hips).toBeLessThanOrEqual(Math.max(hips, seat));
        expect(drafted.waistToHips).toBeLessThanOrEqual(BODY.waistToSeat);
      }),
    );
  });
});
