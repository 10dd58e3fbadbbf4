import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FITS } from "#features/body/measurement/fit.ts";
import { DRAFTABLE_DESIGNS, patternDesignOf } from "#features/patterns/designs/all-designs.ts";
import type { OptionRange } from "#features/patterns/designs/pattern-design.ts";
import { easeOptionsOf } from "#features/patterns/finished/target-measures.ts";
import {
  clampOption,
  messageForFault,
  validateMeasurements,
  validateOptions,
} from "./draft-guard.ts";

/** A measured man of median build; mm, degrees. */
const BODY: Readonly<Record<string, number>> = {
  chest: 1019,
  neck: 416,
  highBust: 999,
  waist: 897,
  waistBack: 442,
  hips: 940,
  seat: 1024,
  hpsToWaistBack: 434,
  hpsToWaistFront: 423,
  hpsToBust: 244,
  biceps: 343,
  wrist: 173,
  shoulderSlope: 18,
  shoulderToShoulder: 455,
  shoulderToElbow: 337,
  shoulderToWrist: 614,
  waistToArmpit: 185,
  waistToHips: 60,
  waistToSeat: 223,
  seatBack: 562,
};

const names = fc.constantFrom(...Object.keys(BODY));
const hostile = fc.oneof(
  fc.constantFrom<unknown>(NaN, Infinity, -Infinity, null, undefined, true, {}, []),
  fc.string(),
  fc.double({ max: 0, noNaN: true }),
  fc.double({ min: 20_000, noNaN: true }),
);
const faultsOf = (measurements: Record<string, unknown>) =>
  validateMeasurements("simon", measurements).faults;

describe("measurements", () => {
  test("the body that the other tests change is accepted", () => {
    expect(faultsOf(BODY)).toEqual([]);
  });

  test("what is not a finite number in range is refused, with a sentence", () => {
    fc.assert(
      fc.property(names, hostile, (name, value) => {
        const faults = faultsOf({ ...BODY, [name]: value });
        expect(faults.length).toBeGreaterThan(0);
        for (const fault of faults) expect(messageForFault(fault)).toMatch(/^[A-Z].+\.$/);
      }),
    );
  });

  test("what is accepted is finite and positive, whatever was submitted", () => {
    const submitted = fc.dictionary(names, fc.oneof(hostile, fc.double()));
    fc.assert(
      fc.property(submitted, (measurements) => {
        const { body } = validateMeasurements("simon", measurements);
        for (const value of Object.values(body)) {
          expect(Number.isFinite(value) && value > 0).toBe(true);
        }
      }),
    );
  });

  test.each([
    ["waistToHips", "waistToSeat"],
    ["waistBack", "waist"],
    ["waistToArmpit", "hpsToWaistBack"],
    ["shoulderToElbow", "shoulderToWrist"],
    ["wrist", "biceps"],
  ] as const)("%s is smaller than %s", (small, large) => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 200, noNaN: true }), (more) => {
        const swapped = { ...BODY, [small]: (BODY[large] ?? 0) + more };
        expect(faultsOf(swapped).length).toBeGreaterThan(0);
      }),
    );
  });

  test("a name that the shop does not know is refused", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (name) => {
        fc.pre(!(name in BODY));
        const { faults } = validateMeasurements("simon", { ...BODY, [`x-${name}`]: 500 });
        expect(faults).toContainEqual({ code: "unknown-measurement", name: `x-${name}` });
      }),
    );
  });
});

const isWithin = (range: OptionRange, value: unknown): boolean => {
  if (range.kind === "flag") return typeof value === "boolean";
  if (range.kind === "list") return range.values.includes(String(value));
  return typeof value === "number" && value >= range.from && value <= range.to;
};

describe.each(DRAFTABLE_DESIGNS)("options of %s", (name) => {
  const design = patternDesignOf(name);
  const options = Object.keys(design.options);

  test("are clamped to their range or refused", () => {
    const value = fc.oneof(hostile, fc.double(), fc.integer(), fc.boolean());
    fc.assert(
      fc.property(fc.constantFrom(...options), value, (option, submitted) => {
        const range = design.options[option];
        if (!range) throw new Error(option);
        const { options: found, faults } = validateOptions(design, { [option]: submitted });
        if (faults.length > 0) expect(found).toEqual({});
        else expect(isWithin(range, found[option])).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  test("of the design's own defaults, fits and starts are in range", () => {
    const { defaults, starts = [] } = design;
    const eases = FITS.map((fit) => easeOptionsOf(design, fit));
    for (const set of [defaults, ...eases, ...starts]) {
      for (const [option, value] of Object.entries(set)) {
        const range = design.options[option];
        expect(range && clampOption(range, value), option).toBe(value);
      }
    }
  });
});
