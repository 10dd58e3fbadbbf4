import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { garmentTypeName } from "#core/garment-type-name.ts";
import { GARMENT_TYPES } from "#features/catalog/editing/product-form.ts";
import {
  isMeasurementName,
  isPossible,
  LANDMARKS,
  MEASUREMENT_NAMES,
  MEASUREMENTS,
} from "./measurement-definitions.ts";
import {
  DESIGN_MEASUREMENTS,
  designsOfGarment,
  GARMENT_NAMES,
  garmentTypeOf,
  isOfArm,
  MEASURED_GARMENTS,
  measurementSetOf,
  missingMeasurements,
} from "./required-measurements.ts";

const drawings = join(import.meta.dirname, "../../../../public/figures");
const tapes: {
  figures: Record<
    "woman" | "man",
    Record<string, { kind: string; lengthMm: number; degrees?: number }>
  >;
} = JSON.parse(readFileSync(join(drawings, "tapes.json"), "utf8"));

describe("the definitions of measurements", () => {
  test("name a tape that is drawn on the woman, and all but two on the man as well", () => {
    const drawn = MEASUREMENT_NAMES.map((name) => MEASUREMENTS[name].tape).filter(
      (tape) => tape !== null,
    );
    expect(drawn.length).toBeGreaterThanOrEqual(38);
    expect(drawn.filter((tape) => !tapes.figures.woman[tape])).toEqual([]);
    expect(drawn.filter((tape) => !tapes.figures.man[tape]).toSorted()).toEqual([
      "bustPointToUnderbust",
      "waistToUnderbust",
    ]);
    expect(Object.keys(tapes.figures.woman).filter((tape) => !drawn.includes(tape))).toEqual([]);
  });

  test("leave out the tape of the two that have none", () => {
    const without = MEASUREMENT_NAMES.filter((name) => MEASUREMENTS[name].tape === null);
    expect(without).toEqual(["weight", "crotchDepth"]);
  });

  test("have the images of every view", () => {
    for (const person of ["woman", "man"]) {
      for (const view of ["front", "back", "side"]) {
        expect(existsSync(join(drawings, `${person}-${view}.webp`))).toBe(true);
      }
    }
  });

  test("agree with the drawn tapes about girth, length or angle", () => {
    // A partial girth is a length on the screen, because its ends are apart.
    const partial = ["highBustFront", "chestFront", "waistBack", "seatBack"];
    for (const name of MEASUREMENT_NAMES) {
      const { kind, tape } = MEASUREMENTS[name];
      if (tape === null || partial.includes(name)) continue;
      expect([name, kind]).toEqual([name, tapes.figures.woman[tape]?.kind]);
    }
  });

  test("have ranges that hold the mannequins, and texts that can be read aloud", () => {
    for (const name of MEASUREMENT_NAMES) {
      const { instruction, landmarks, range, spoken, tape } = MEASUREMENTS[name];
      expect(range.from).toBeLessThan(range.to);
      for (const drawing of Object.values(tapes.figures)) {
        const drawn = tape === null ? undefined : drawing[tape];
        if (drawn)
          expect([name, isPossible(name, Math.round(drawn.degrees ?? drawn.lengthMm))]).toEqual([
            name,
            true,
          ]);
      }
      expect(instruction).toMatch(/\.$/);
      expect(spoken).toMatch(/^[A-Z][^0-9()]+\.$/);
      for (const landmark of landmarks) expect(LANDMARKS[landmark].check).toMatch(/\.$/);
    }
  });

  test("take twice what decides a pattern: the girths of the trunk, and three levels between two landmarks", () => {
    const twice = MEASUREMENT_NAMES.filter((name) => MEASUREMENTS[name].measuredTwice);
    const girths = ["highBust", "chest", "waist", "seat"];
    const levels = ["hpsToWaistBack", "waistToArmpit", "waistToHips"] as const;
    expect(twice).toEqual([...girths, ...levels]);
    for (const name of levels) expect(MEASUREMENTS[name].landmarks).toHaveLength(2);
  });

  test.each([
    ["chest", 920, true],
    ["chest", 92, false],
    ["chest", 92.5, false],
    ["chest", Number.NaN, false],
    ["chest", Number.POSITIVE_INFINITY, false],
    ["shoulderSlope", 0, true],
    ["shoulderSlope", 41, false],
    ["weight", 70_000, true],
    ["weight", 70, false],
  ] as const)("%s of %d is possible: %j", (name, value, expected) => {
    expect(isPossible(name, value)).toBe(expected);
  });

  test("do not take names of other objects for measurements", () => {
    expect(["chest", "constructor", "__proto__", ""].map(isMeasurementName)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe("the measurements of a garment", () => {
  test("exist for every garment type that can be made to measure", () => {
    const without = GARMENT_TYPES.filter((type) => measurementSetOf(type) === null);
    expect(without).toEqual(["accessory", "other"]);
  });

  test.each(GARMENT_NAMES)("are complete for every draft of a %s", (garment) => {
    const set = measurementSetOf(garment);
    const designs = designsOfGarment(garment);
    expect(designs.length).toBeGreaterThan(0);
    for (const design of designs) {
      expect(set?.required).toEqual(
        expect.arrayContaining([...DESIGN_MEASUREMENTS[design].required]),
      );
    }
    expect(new Set(set?.required).size).toBe(set?.required.length);
    expect(set?.optional.filter((name) => set.required.includes(name))).toEqual([]);
  });

  test("are the published sets of the designs", () => {
    expect(DESIGN_MEASUREMENTS.simon.required.toSorted()).toEqual([
      "biceps",
      "chest",
      "hips",
      "hpsToBust",
      "hpsToWaistBack",
      "neck",
      "shoulderSlope",

      "shoulderToShoulder",
      "shoulderToWrist",
      "waist",
      "waistToArmpit",
      "waistToHips",
      "wrist",
    ]);
    expect(DESIGN_MEASUREMENTS.charlie.required.toSorted()).toEqual([
      "crossSeam",
      "crossSeamFront",
      "knee",
      "seat",
      "seatBack",
      "waist",
      "waistBack",
      "waistToFloor",
      "waistToHips",
      "waistToKnee",
      "waistToSeat",
      "waistToUpperLeg",
    ]);
    expect(DESIGN_MEASUREMENTS.noble.required.toSorted()).toEqual([
      "bustSpan",
      "chest",
      "highBust",
      "hpsToBust",
      "hpsToWaistBack",
      "hpsToWaistFront",
      "neck",
      "shoulderSlope",
      "shoulderToShoulder",
      "underbust",
      "waist",
      "waistBack",
    ]);
  });

  test("follow the order of measuring, whichever design asks", () => {
    for (const garment of GARMENT_NAMES) {
      const required = measurementSetOf(garment)?.required ?? [];
      expect(required.length).toBeGreaterThan(3);
      expect(required).toEqual(MEASUREMENT_NAMES.filter((name) => required.includes(name)));
    }
  });

  test("of a garment without sleeves are all of its type but those of the arm, under a name of its own", () => {
    const sleeveless = MEASURED_GARMENTS.filter((name) => garmentTypeOf(name) !== name);
    expect(sleeveless.length).toBeGreaterThan(0);
    for (const name of sleeveless) {
      const type = garmentTypeOf(name);
      const required = measurementSetOf(type)?.required ?? [];
      const left = required.filter((each) => !isOfArm(each));
      expect(measurementSetOf(name)?.required).toEqual(left);
      expect(left.length).toBeLessThan(required.length);
      expect(garmentTypeName(name).name).not.toBe(garmentTypeName("").name);
    }
    expect(MEASURED_GARMENTS.filter((name) => garmentTypeOf(name) === name)).toEqual(GARMENT_NAMES);
  });

  test("are missing until each has its readings, two for those taken twice", () => {
    const missing = (readings: Parameters<typeof missingMeasurements>[1]["readings"]) =>
      missingMeasurements("skirt", { readings });
    expect(missing({})).toEqual([
      "height",
      "waist",
      "hips",
      "seat",
      "waistToHips",
      "waistToSeat",
      "waistToKnee",
      "waistToFloor",
    ]);
    const girths = { height: [1], waist: [1, 1], hips: [1], seat: [1, 1] };
    const once = { ...girths, waistToHips: [1], waistToSeat: [1], waistToFloor: [1] };
    expect(missing(once)).toEqual(["waistToHips", "waistToKnee"]);
    expect(missing({ ...once, waist: [1] })).toContain("waist");
    expect(missing({ ...once, waistToHips: [1, 1], waistToKnee: [1] })).toEqual([]);
    expect(missingMeasurements("accessory", { readings: {} })).toEqual([]);
  });
});
