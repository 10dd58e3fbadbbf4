import { z } from "zod";
import { formatLengthWithUnit } from "#features/body/measurement/length-text.ts";
import type { ChartUnit } from "#features/body/size-advice/size-chart.ts";
import type { FitPoint } from "#features/garments/fit-memory/fit-points.ts";
import { deviationTexts, FIT_POINTS } from "#features/garments/fit-memory/fit-points.ts";

/** How much more or less than the target is still right, in mm; girths all around. */
type Tolerance = { over: number; under: number };

const QUARTER_INCH = 6;
const HALF_INCH = 13;

const FLAT: Tolerance = { over: QUARTER_INCH, under: QUARTER_INCH };
const AROUND: Tolerance = { over: HALF_INCH, under: HALF_INCH };

/**
 * How far a finished garment may be off its target. Proper Cloth publishes for shirts: chest, waist, shoulder and sleeve
 * 1/4 in flat, so 1/2 in around, and the collar 1/4 in over and 1/8 in under. The other points are the house's own and follow
 * them.
 */
const TOLERANCES: Readonly<Record<FitPoint, Tolerance>> = {
  collar: { over: QUARTER_INCH, under: 3 },
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

/** "+0.6 / −0.3 cm", in the unit of the fields. */
export function toleranceText(point: FitPoint): string {
  const { over, under } = TOLERANCES[point];
  return over === under ? `± ${over / 10} cm` : `+${over / 10} / −${under / 10} cm`;
}

const lengthMm = z.int().min(30).max(4_000);

/** One point: what it should measure, and what it measures. In whole mm. */
export const checkedPointSchema = z.object({
  point: z.enum(FIT_POINTS),
  /** Null where neither the draft nor the contract has one. */
  target: lengthMm.nullable(),
  measured: lengthMm,
});

export type CheckedPoint = z.infer<typeof checkedPointSchema>;

/** How much more it measures than it should; 0 without a target. */
export function deviationOf({ measured, target }: CheckedPoint): number {
  return target === null ? 0 : measured - target;
}

export function isWithinTolerance(checked: CheckedPoint): boolean {
  const { over, under } = TOLERANCES[checked.point];
  const deviation = deviationOf(checked);
  return deviation <= over && deviation >= -under;
}

/** "Right", "8 mm too long: 2 mm beyond the tolerance", "no target". */
export function checkedText(checked: CheckedPoint): string {
  if (checked.target === null) return "No target to compare with";
  const deviation = deviationOf(checked);
  if (deviation === 0) return "Right";
  const text = `${Math.abs(deviation)} mm ${deviationTexts(checked.point)[deviation > 0 ? 0 : 1]}`;
  if (isWithinTolerance(checked)) return `Within the tolerance, ${text}`;
  const { over, under } = TOLERANCES[checked.point];
  const beyond = Math.abs(deviation) - (deviation > 0 ? over : under);
  return `${text}: ${beyond} mm beyond the tolerance`;
}

export type QualityVerdict = "passed" | "failed" | "accepted" | "skipped";

/** A garment with every point within its tolerance passes; an empty check does not. */
export function verdictOf(points: readonly CheckedPoint[]): "passed" | "failed" {
  return points.length > 0 && points.every(isWithinTolerance) ? "passed" : "failed";
}

/** Whether a garment may be finished after this check. */
export function opensGate(verdict: QualityVerdict): boolean {
  return verdict !== "failed";
}

export const qualityVerdictMessages: Readonly<Record<QualityVerdict, string>> = {
  passed: "Passed",
  failed: "Outside a tolerance",
  accepted: "Outside a tolerance, accepted",
  skipped: "Not measured",
};

/** "61.2 cm (24 1/8 in)". */
export function bothUnits(mm: number): string {
  const inUnit = (unit: ChartUnit) => formatLengthWithUnit(mm, unit);
  return `${inUnit("cm")} (${inUnit("inches")})`;
}

/** How a point is measured on the finished garment. */
export const howToMeasure: Readonly<Record<FitPoint, string>> = {
  collar: "Around, from the middle of the button to the end of the buttonhole.",
  shoulder: "Across the back, from sleeve seam to sleeve seam.",
  sleeve: "From the shoulder seam to the end of the cuff.",
  upperArm: "Across at the underarm, times two.",
  chest: "Closed and flat, from underarm to underarm, times two.",
  waist: "Closed and flat at the narrowest level, times two.",
  hips: "Closed and flat at the widest level, times two.",
  length: "At the center back, from the top to the hem.",
  thigh: "Across below the crotch, times two.",
  inseam: "From the crotch seam to the hem.",
};
