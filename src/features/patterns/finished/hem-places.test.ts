import fc from "fast-check";
import { expect, test } from "vitest";
import type { HemmedGarment, HemPlace } from "./hem-places.ts";
import { HEM_PLACES, hemLevelOf, isHemPlace } from "./hem-places.ts";

const GARMENTS = [
  "shirt",
  "top",
  "jacket",
  "waistcoat",
  "outerwear",
  "pants",
  "skirt",
  "dress",
] as const satisfies readonly HemmedGarment[];

/** A body whose levels lie in the order of every measured person. */
const bodies = fc
  .record({
    height: fc.integer({ min: 1_400, max: 2_100 }),
    hips: fc.double({ min: 0.025, max: 0.06, noNaN: true }),
    seat: fc.double({ min: 0.06, max: 0.12, noNaN: true }),
    upperLeg: fc.double({ min: 0.02, max: 0.03, noNaN: true }),
    knee: fc.double({ min: 0.3, max: 0.345, noNaN: true }),
    floor: fc.double({ min: 0.57, max: 0.63, noNaN: true }),
  })
  .map(({ height, hips, seat, upperLeg, knee, floor }) => ({
    height,
    waistToHips: hips * height,
    waistToSeat: (hips + seat) * height,
    waistToUpperLeg: (hips + seat + upperLeg) * height,
    waistToKnee: (hips + knee) * height,
    waistToFloor: (hips + floor) * height,
  }));

const levelOf = (garment: HemmedGarment, place: HemPlace, body: Record<string, number>) =>
  hemLevelOf(garment, place, body)?.mm ?? Number.NaN;

test("places lie below each other in the order of their names, for every garment and body", () => {
  const down = [
    "hip",
    "seat",
    "mid_thigh",
    "above_knee",
    "knee",
    "midi",
    "ankle",
    "floor",
  ] as const;
  fc.assert(
    fc.property(fc.constantFrom(...GARMENTS), bodies, (garment, body) => {
      const levels = down.map((place) => levelOf(garment, place, body));
      expect(levels).toEqual(levels.toSorted((a, b) => a - b));
      for (const place of HEM_PLACES) {
        const level = levelOf(garment, place, body);
        expect(level).toBeGreaterThan(0);
        expect(level).toBeLessThanOrEqual(body.waistToFloor);
      }
    }),
  );
});

test("shirts, T-shirts and jackets without a chosen length end below the fullest part of the seat", () => {
  fc.assert(
    fc.property(fc.constantFrom("shirt", "top", "jacket"), bodies, (garment, body) => {
      const below = levelOf(garment, "standard", body) - body.waistToSeat;
      expect(below).toBeGreaterThan(15);
      expect(below).toBeLessThan(90);
    }),
  );
});

test("a level that was not measured follows from the height, and is named", () => {
  const body = { height: 1_700, waistToHips: 60 };
  expect(hemLevelOf("skirt", "knee", body)).toEqual({
    mm: 60 + 0.324 * 1_700,
    estimated: ["waistToKnee"],
  });
  expect(hemLevelOf("skirt", "knee", { ...body, waistToKnee: 600 })).toEqual({
    mm: 600,
    estimated: [],
  });
});

test("without height and level there is no place", () => {
  expect(hemLevelOf("jacket", "standard", { waistToHips: 60 })).toBeNull();
});

test("only names of the table are places", () => {
  expect(isHemPlace("midi")).toBe(true);
  expect(isHemPlace("toString")).toBe(false);
});

test("a heel lengthens what ends at the floor by its height, and no other length", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...GARMENTS),
      fc.constantFrom(...HEM_PLACES),
      bodies,
      fc.integer({ min: 0, max: 120 }),
      (garment, place, body, heel) => {
        const barefoot = levelOf(garment, place, body);
        const onHeels = hemLevelOf(garment, place, body, heel)?.mm ?? Number.NaN;
        const isDown =
          place === "floor" ||
          (place === "standard" && (garment === "dress" || garment === "pants"));
        expect(onHeels - barefoot).toBeCloseTo(isDown ? heel : 0, 6);
      },
    ),
  );
});
