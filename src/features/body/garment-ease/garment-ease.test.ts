import { describe, expect, test } from "vitest";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import type { EasedGarment } from "./garment-ease.ts";
import {
  easedGarmentOf,
  easeOfFit,
  easeRulesOf,
  sewingToleranceOf,
  tightEaseOf,
} from "./garment-ease.ts";

const GARMENTS = [
  "shirt",
  "top",
  "jacket",
  "waistcoat",
  "outerwear",
  "pants",
  "skirt",
  "dress",
  "bodice",
] as const satisfies readonly EasedGarment[];

describe.each(GARMENTS)("the ease of %s", (garment) => {
  test.each(["woven", "knit"] as const)(
    "in %s grows from close to easy, and is never below the least",
    (cloth) => {
      for (const { byFit, least } of Object.values(easeRulesOf(garment, cloth))) {
        if (byFit === null) continue;
        expect(byFit.close).toBeGreaterThanOrEqual(least);
        expect(byFit.regular).toBeGreaterThanOrEqual(byFit.close);
        expect(byFit.easy).toBeGreaterThan(byFit.close);
      }
    },
  );

  test("a garment in stock is called tight above its least ease and below the regular one", () => {
    for (const [name, { least }] of Object.entries(easeRulesOf(garment, "woven"))) {
      const tight = tightEaseOf(garment, name as MeasurementName);
      expect(tight).toBeLessThanOrEqual(easeOfFit(garment, name as MeasurementName, "regular"));
      if (garment !== "top") expect(tight).toBeGreaterThanOrEqual(least);
    }
  });
});

test("a knit may be smaller than the body, woven cloth never", () => {
  const least = (cloth: "woven" | "knit") =>
    Object.values(easeRulesOf("dress", cloth)).map((rule) => rule.least);
  expect(Math.min(...least("knit"))).toBeLessThan(0);
  expect(
    Math.min(
      ...GARMENTS.flatMap((each) =>
        Object.values(easeRulesOf(each, "woven")).map((rule) => rule.least),
      ),
    ),
  ).toBeGreaterThanOrEqual(0);
});

test("the jacket of a suit has the ease of a jacket; an unknown garment has the general ease", () => {
  expect(easedGarmentOf("suit")).toBe("jacket");
  expect(easedGarmentOf("scarf")).toBeNull();
  expect(easeOfFit(null, "chest", "regular")).toBeCloseTo(0.11, 9);
  expect(tightEaseOf(null, "chest")).toBeCloseTo(0.08, 9);
});

test("a collar is sewn closer to its pattern than a chest, a coat less closely than a shirt", () => {
  expect(sewingToleranceOf("shirt", "collar").under).toBeLessThan(
    sewingToleranceOf("shirt", "chest").under,
  );
  expect(sewingToleranceOf("outerwear", "chest").over).toBeGreaterThan(
    sewingToleranceOf("shirt", "chest").over,
  );
  expect(sewingToleranceOf(null, "chest")).toEqual(sewingToleranceOf("shirt", "chest"));
});
