import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import {
  formatLength,
  formatLengthWithUnit,
  parseLength,
} from "#features/body/measurement/length-text.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { MEASUREMENTS } from "#features/body/measurement/measurement-definitions.ts";
import type { ChartUnit } from "./size-chart.ts";
import type { FinishedMeasurements } from "./size-ranges.ts";
import { decidesSize, largestBody } from "./size-ranges.ts";

const UPPER: readonly MeasurementName[] = [
  "chest",
  "waist",
  "hips",
  "shoulderToShoulder",
  "shoulderToWrist",
  "biceps",
  "neck",
];
const LOWER: readonly MeasurementName[] = ["waist", "seat", "upperLeg", "inseam"];

const OF_GARMENT: Readonly<Record<string, readonly MeasurementName[]>> = {
  shirt: UPPER,
  top: ["chest", "waist", "hips", "shoulderToShoulder", "shoulderToWrist"],
  jacket: UPPER,
  outerwear: ["chest", "waist", "seat", "shoulderToShoulder", "shoulderToWrist", "biceps"],
  pants: LOWER,
  skirt: ["waist", "seat"],
  dress: ["chest", "waist", "seat", "shoulderToShoulder", "shoulderToWrist", "biceps"],
};

/** What the owner can enter for a finished garment of this type; the common girths for an unknown one. */
export function finishedMeasurementNames(garmentType: string): readonly MeasurementName[] {
  return OF_GARMENT[garmentType] ?? ["chest", "waist", "seat", "inseam"];
}

/** The name of a field of the form: one size and one measurement. */
export function finishedField(size: number, name: MeasurementName): string {
  return `size${size}_${name}`;
}

/** Finished lengths from 3 cm (a cuff's width) to 4 m (a train). */
const POSSIBLE_MM = { from: 30, to: 4_000 };

type Fields = {
  readonly sizes: readonly string[];
  readonly garmentType: string;
  readonly unit: ChartUnit;
};

/** One field in whole mm, null when it is empty; refuses unreadable and impossible lengths. */
function readField(text: string, unit: ChartUnit): Result<number | null, string> {
  const length = parseLength(text, unit);
  if (!length.ok) return length.error === "unreadable" ? fail(unreadable(unit)) : ok(null);
  const { from, to } = POSSIBLE_MM;
  if (length.value >= from && length.value <= to) return ok(length.value);
  return fail(
    `Between ${formatLengthWithUnit(from, unit)} and ${formatLengthWithUnit(to, unit)}, please.`,
  );
}

/**
 * Reads the form's fields into whole mm. Empty fields are left out; a unit in the text overrides the form's. Refuses
 * unreadable and impossible lengths and a girth that is smaller than in the size before, each by its field.
 */
export function readFinishedMeasurements(
  textOf: (field: string) => string,
  { garmentType, sizes, unit }: Fields,
): Result<FinishedMeasurements, Record<string, string>> {
  const problems: Record<string, string> = {};
  const measures: Record<string, Partial<Record<MeasurementName, number>>> = {};
  for (const name of finishedMeasurementNames(garmentType)) {
    let before: { size: string; mm: number } | null = null;
    for (const [index, size] of sizes.entries()) {
      const field = finishedField(index, name);
      const length = readField(textOf(field), unit);
      if (!length.ok) {
        problems[field] = length.error;
        continue;
      }
      const mm = length.value;
      if (mm === null) continue;
      if (before && decidesSize(name) && mm < before.mm) {
        problems[field] =
          `Smaller than in ${before.size} (${formatLengthWithUnit(before.mm, unit)}).`;
      }
      before = { size, mm };
      measures[size] = { ...measures[size], [name]: mm };
    }
  }
  return Object.keys(problems).length > 0 ? fail(problems) : ok(measures);
}

function unreadable(unit: ChartUnit): string {
  return unit === "cm"
    ? "Write a number, such as 104 or 104.5."
    : "Write a number, such as 41 or 41 1/2.";
}

/** A stored length as a field's text; "" when there is none. */
export function finishedText(
  measures: FinishedMeasurements,
  size: string,
  name: MeasurementName,
  unit: ChartUnit,
): string {
  const mm = measures[size]?.[name];
  return mm === undefined ? "" : formatLength(mm, unit);
}

/** Says for whom a finished girth is cut, "fits a chest to 93 cm"; "" for a length. */
export function finishedReach(
  name: MeasurementName,
  mm: number,
  garmentType: string,
  unit: ChartUnit,
): string {
  if (!decidesSize(name)) return "";
  const body = formatLengthWithUnit(Math.round(largestBody(name, mm, garmentType) / 5) * 5, unit);
  return `to ${MEASUREMENTS[name].label.toLowerCase()} ${body}`;
}
