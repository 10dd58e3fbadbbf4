import { z } from "zod";
import type { SewingTolerance } from "#features/body/garment-ease/garment-ease.ts";
import { sewingToleranceOf } from "#features/body/garment-ease/garment-ease.ts";
import { formatLengthWithUnit } from "#features/body/measurement/length-text.ts";
import type { ChartUnit } from "#features/body/size-advice/size-chart.ts";
import type { FitPoint } from "#features/garments/fit-memory/fit-points.ts";
import { deviationTexts, FIT_POINTS } from "#features/garments/fit-memory/fit-points.ts";
import { FIT_COMPONENTS } from "#features/garments/fit-memory/fit-sections.ts";

/** "+0.6 / −0.3 cm", in the unit of the fields. */
export function toleranceText({ over, under }: SewingTolerance): string {
  return over === under ? `± ${over / 10} cm` : `+${over / 10} / −${under / 10} cm`;
}

const lengthMm = z.int().min(30).max(4_000);

const allowanceMm = z.int().min(0).max(100);

/**
 * One point, in whole mm: what was sewn (`measured`), what its pattern says (`target`) and what the body measures (`body`). Sewn
 * against pattern and pattern against body are two numbers, and what the customer reports is a third (`fit_feedback`).
 */
export const checkedPointSchema = z.object({
  point: z.enum(FIT_POINTS),
  /** Of a garment with several components. */
  component: z.enum(FIT_COMPONENTS).optional(),
  /** Null where the pattern is drawn by hand or does not have the point. */
  target: lengthMm.nullable(),
  body: lengthMm.nullable().optional(),
  measured: lengthMm,
  /** The tolerance that applied; absent in checks of before, whose target was not the pattern's. */
  over: allowanceMm.optional(),
  under: allowanceMm.optional(),
});

export type CheckedPoint = z.infer<typeof checkedPointSchema>;

/** Whether the target is the approved pattern's: checks of before compared with the usual ease. */
export function isAgainstPattern({ over, target }: CheckedPoint): boolean {
  return target !== null && over !== undefined;
}

const toleranceAt = ({ over, point, under }: CheckedPoint): SewingTolerance =>
  over === undefined || under === undefined ? sewingToleranceOf(null, point) : { over, under };

/** How much more was sewn than the pattern has; 0 without a target. */
export function deviationOf({ measured, target }: CheckedPoint): number {
  return target === null ? 0 : measured - target;
}

export function isWithinTolerance(checked: CheckedPoint): boolean {
  const { over, under } = toleranceAt(checked);
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
  const { over, under } = toleranceAt(checked);
  const beyond = Math.abs(deviation) - (deviation > 0 ? over : under);
  return `${text}: ${beyond} mm beyond the tolerance`;
}

export type QualityVerdict = "passed" | "failed" | "accepted" | "skipped";

/** A garment with every point within its tolerance passes; an empty check does not. */
export function verdictOf(points: readonly CheckedPoint[]): "passed" | "failed" {
  return points.length > 0 && points.every(isWithinTolerance) ? "passed" : "failed";
}

/** Whether a garment may be finished after this check: nothing is finished unmeasured, whatever was skipped before. */
export function opensGate(verdict: QualityVerdict): boolean {
  return verdict === "passed" || verdict === "accepted";
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

const HOW_TO_MEASURE: Readonly<Record<FitPoint, string>> = {
  collar: "Around, from the middle of the button to the end of the buttonhole.",
  shoulder: "Along one shoulder seam, from the collar to the sleeve.",
  sleeve: "From the shoulder seam to the end of the cuff.",
  upperArm: "Across at the underarm, times two.",
  chest: "Closed and flat, from underarm to underarm, times two.",
  waist: "Closed and flat at the waist, times two.",
  hips: "Closed and flat at the level of the seat, times two.",
  length: "At the center back, from the top to the hem.",
  thigh: "Across below the crotch, times two.",
  inseam: "From the crotch seam to the hem.",
};

/** Where the length of a garment is measured that has no center back from the neck down. */
const LENGTH_OF_LOWER: Readonly<Record<string, string>> = {
  pants: "Along the outer leg seam, from the seam of the waistband to the hem.",
  skirt: "Straight down from the waist to the hem.",
};

/** How a point is measured on the finished garment, or component, of this type: where its pattern measures it. */
export function howToMeasure(garmentType: string, point: FitPoint): string {
  const lower = point === "length" ? LENGTH_OF_LOWER[garmentType] : undefined;
  return lower ?? HOW_TO_MEASURE[point];
}
