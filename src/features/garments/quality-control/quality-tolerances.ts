import type { FitPoint } from "#features/garments/fit-memory/fit-points.ts";

/** How much more or less than its pattern a sewn measure may be, in whole mm; girths all around. */
export type Tolerance = { readonly over: number; readonly under: number };

const EIGHTH_INCH = 3;
const QUARTER_INCH = 6;
const HALF_INCH = 13;

const FLAT: Tolerance = { over: QUARTER_INCH, under: QUARTER_INCH };
const AROUND: Tolerance = { over: HALF_INCH, under: HALF_INCH };

/**
 * Proper Cloth publishes for shirts: chest, waist, shoulder and sleeve 1/4 in flat, so 1/2 in around, and the collar 1/4 in over
 * and 1/8 in under. The other points are the house's own and follow them.
 */
const TOLERANCES: Readonly<Record<FitPoint, Tolerance>> = {
  collar: { over: QUARTER_INCH, under: EIGHTH_INCH },
  shoulder: FLAT,
  sleeve: FLAT,
  upperArm: AROUND,
  chest: AROUND,
  waist: AROUND,
  hips: AROUND,
  length: AROUND,
  thigh: AROUND,
  inseam: FLAT,
};

/** The house's own: a waistband carries the garment, and a skirt's hem is seen against the leg. */
const OF_GARMENT: Readonly<Record<string, Readonly<Partial<Record<FitPoint, Tolerance>>>>> = {
  pants: { waist: FLAT, thigh: FLAT, length: FLAT },
  skirt: { waist: FLAT },
  jacket: { length: FLAT },
  waistcoat: { length: FLAT },
};

/** How far a finished garment of this type may be off its pattern at a point. */
export function toleranceOf(garmentType: string, point: FitPoint): Tolerance {
  return OF_GARMENT[garmentType]?.[point] ?? TOLERANCES[point];
}
