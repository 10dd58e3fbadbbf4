import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Correction } from "./correction.ts";
import {
  correctionSource,
  correctionsForDraft,
  correctionsForFit,
  correctionText,
  MAX_CORRECTION_MM,
  mergeReport,
} from "./correction.ts";
import type { FitPoint } from "./fit-points.ts";
import { FIT_POINTS, fitPointsOf } from "./fit-points.ts";

const garment = (garmentId: string, at = "2027-03-04T12:00:00Z") => ({
  garmentId,
  product: "Camp Street Shirt",
  fit: "regular",
  by: "customer" as const,
  at,
  applied: [] as { point: FitPoint; mm: number }[],
  sewn: [] as { point: FitPoint; mm: number }[],
});

const amounts = (corrections: readonly Correction[]) =>
  Object.fromEntries(corrections.map(({ mm, point }) => [point, mm]));

describe("a report about a finished garment", () => {
  test("of sleeves 10 mm too long makes the next ones 10 mm shorter", () => {
    const merged = mergeReport([], garment("a"), [{ point: "sleeve", mm: 10 }]);
    expect(amounts(merged)).toEqual({ sleeve: -10 });
    expect(merged.map((each) => correctionText(each, "cm"))).toEqual(["Sleeves: 1 cm shorter"]);
    expect(merged.map(correctionSource)).toEqual(["from your Camp Street Shirt of March"]);
  });

  test("leaves out what was sewn wrong, because the next garment is not sewn wrong again", () => {
    const sewn = [{ point: "sleeve" as const, mm: 8 }];
    const merged = mergeReport([], { ...garment("a"), sewn }, [{ point: "sleeve", mm: 10 }]);
    expect(amounts(merged)).toEqual({ sleeve: -2 });
    const all = mergeReport([], { ...garment("a"), sewn }, [{ point: "sleeve", mm: 8 }]);
    expect(all).toEqual([]);
  });

  test("of two garments that are cut alike counts once", () => {
    const first = mergeReport([], garment("a"), [{ point: "sleeve", mm: 10 }]);
    const second = mergeReport(first, garment("b"), [{ point: "sleeve", mm: 10 }]);
    expect(amounts(second)).toEqual({ sleeve: -10 });
  });

  test("of a garment that was cut with a correction adds to that correction", () => {
    const first = mergeReport([], garment("a"), [{ point: "sleeve", mm: 10 }]);
    const cut = { ...garment("b"), applied: [{ point: "sleeve" as const, mm: -10 }] };
    expect(amounts(mergeReport(first, cut, [{ point: "sleeve", mm: 5 }]))).toEqual({ sleeve: -15 });
    expect(amounts(mergeReport(first, cut, []))).toEqual({ sleeve: -10 });
  });

  test("replaces the earlier report of the same garment", () => {
    const first = mergeReport([], garment("a"), [
      { point: "sleeve", mm: 10 },
      { point: "waist", mm: -20 },
    ]);
    expect(amounts(first)).toEqual({ sleeve: -10, waist: 20 });
    expect(amounts(mergeReport(first, garment("a"), [{ point: "waist", mm: -10 }]))).toEqual({
      waist: 10,
    });
    expect(mergeReport(first, garment("a"), [])).toEqual([]);
  });

  test("of sleeves 10 mm too long is a change by -10 mm for the next draft", () => {
    const merged = mergeReport([], garment("a"), [{ point: "sleeve", mm: 10 }]);
    expect(correctionsForDraft(merged)).toEqual([{ point: "sleeve", byMm: -10 }]);
    expect(correctionsForDraft(undefined)).toEqual([]);
  });

  test("of a girth applies to the same fit alone, of a length to every fit", () => {
    const merged = mergeReport([], garment("a"), [
      { point: "sleeve", mm: 10 },
      { point: "chest", mm: -20 },
    ]);
    expect(amounts(correctionsForFit(merged, "regular"))).toEqual({ sleeve: -10, chest: 20 });
    expect(amounts(correctionsForFit(merged, "easy"))).toEqual({ sleeve: -10 });
  });

  test("never makes a correction beyond its limit, of zero, or twice at one point", () => {
    const point = fc.constantFrom(...FIT_POINTS);
    const reports = fc.array(
      fc.record({
        id: fc.constantFrom("a", "b", "c"),
        point,
        mm: fc.integer({ min: -120, max: 120 }),
        applied: fc.integer({ min: -80, max: 80 }),
        sewn: fc.integer({ min: -30, max: 30 }),
      }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(reports, (all) => {
        let corrections: Correction[] = [];
        for (const { applied, id, mm, point: at, sewn } of all) {
          corrections = mergeReport(
            corrections,
            {
              ...garment(id),
              applied: [{ point: at, mm: applied }],
              sewn: [{ point: at, mm: sewn }],
            },
            [{ point: at, mm }],
          );
          const wanted = applied + sewn - mm;
          const now = corrections.find((each) => each.point === at)?.mm ?? 0;
          expect(now).toBe(Math.max(-MAX_CORRECTION_MM, Math.min(MAX_CORRECTION_MM, wanted)));
        }
        const points = corrections.map((each) => each.point);
        expect(new Set(points).size).toBe(points.length);
        expect(corrections.every(({ mm }) => mm !== 0)).toBe(true);
      }),
    );
  });
});

test("every garment type has points to ask about, from top to bottom and each once", () => {
  for (const type of ["shirt", "jacket", "pants", "skirt", "dress", "suit", "coat of arms"]) {
    const points = fitPointsOf(type);
    expect(points.length).toBeGreaterThan(2);
    expect(new Set(points).size).toBe(points.length);
  }
});
