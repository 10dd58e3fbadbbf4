import { describe, expect, test } from "vitest";
import { charlie } from "#features/patterns/designs/trousers.ts";
import { MEASURED_MAN } from "#tests/support/patterns.ts";
import { explainUndrafted } from "./explain-undrafted.ts";
import type { DraftRecipe } from "./solve-pattern.ts";

const RECIPE: DraftRecipe = { options: charlie.defaults, measurements: MEASURED_MAN };

const explain = (isDrafted: (recipe: DraftRecipe) => boolean, recipe = RECIPE) =>
  explainUndrafted({ design: charlie, recipe, isDrafted });

describe("why a design cannot be drafted", () => {
  test("an option that somebody set is named with the value that lets it be drawn", () => {
    const recipe = { ...RECIPE, options: { ...charlie.defaults, crotchDrop: 0.15 } };
    expect(explain(({ options }) => Number(options.crotchDrop) < 0.1, recipe)).toBe(
      "It can be drawn with “Crotch, lower” at 2 % instead of 15 %.",
    );
  });

  test.each([1, 9, 10, 11, 30, 47, 80])(
    "a measurement that lacks %i mm is named with exactly so many",
    (mm) => {
      const { waistToUpperLeg } = MEASURED_MAN;
      const needed = waistToUpperLeg + mm;
      const reason = explain(({ measurements }) => Number(measurements.waistToUpperLeg) >= needed);
      expect(reason).toContain(`${needed} instead of ${waistToUpperLeg} mm (${mm} mm more)`);
      expect(reason).toContain("Measure this again; if it is right, draft the garment by hand.");
    },
  );

  test("of two causes the one that has to change least comes first", () => {
    const { seat, waist } = MEASURED_MAN;
    const reason = explain(
      ({ measurements }) =>
        Number(measurements.waist) <= waist - 8 || Number(measurements.seat) >= seat + 6,
    );
    expect(reason).toMatch(/Seat .*\(6 mm more\), or Waist .*\(8 mm less\)/);
  });

  test("no measurement is named that no body has, nor one that has to change by more than 80 mm", () => {
    const { waistToUpperLeg } = MEASURED_MAN;
    const reason = explain(
      ({ measurements }) => Number(measurements.waistToUpperLeg) > waistToUpperLeg + 80,
    );
    expect(reason).toBe(
      "No single measurement is the cause: measure the person again, or draft the garment by hand.",
    );
  });

  test("it ends after a hundred drafts", () => {
    let drafts = 0;
    explain(() => {
      drafts += 1;
      return false;
    });
    expect(drafts).toBeLessThanOrEqual(100);
  });
});
