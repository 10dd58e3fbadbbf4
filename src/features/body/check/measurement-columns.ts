import type { SubsetColumn } from "./body-model.ts";
import type { SurveyColumn } from "./survey-columns.ts";
import { inModelUnit, SURVEY_COLUMNS } from "./survey-columns.ts";

/** How a value of a profile becomes a reading of the model: times `scale`. */
export type ColumnMapping = SubsetColumn & { readonly scale: number };

/** Which column of the model a measurement belongs to; null when no survey has it. */
export type FindColumn = (name: string) => ColumnMapping | null;

const same = (column: SurveyColumn, scale = 1, extraError = 0): ColumnMapping => ({
  column,
  scale,
  extraError,
});

/**
 * The shop's measurements (FreeSewing's names) that a survey has. Scales: a collar sits a quarter of the way from the neck
 * to its base; a bent arm is 2 % longer; across the back is 8 % longer than the calliper; biceps are relaxed.
 */
const SHOP_COLUMNS: Readonly<Record<string, ColumnMapping>> = {
  height: same("height"),
  weight: same("weight"),
  head: same("head"),
  neck: same("neck", 1 / 1.02, 5),
  chest: same("chest"),
  highBust: same("chestAboveBust", 1, 20),
  waist: same("waist"),
  hips: same("hips"),
  seat: same("seat"),
  biceps: same("armCircumference"),
  wrist: same("wrist"),
  shoulderToShoulder: same("shoulderBreadth", 1 / 1.08, 20),
  shoulderToElbow: same("shoulderToElbow", 1, 8),
  shoulderToWrist: same("shoulderToWrist", 1 / 1.02, 5),
  upperLeg: same("upperLeg"),
  knee: same("knee"),
  ankle: same("ankle"),
  inseam: same("inseam"),
};

const SURVEY_MAPPINGS: ReadonlyMap<string, ColumnMapping> = new Map(
  SURVEY_COLUMNS.map((column) => [column, same(column)]),
);

/** Finds the column for a profile in the shop's measurements. */
export const shopColumn: FindColumn = (name) =>
  Object.hasOwn(SHOP_COLUMNS, name) ? (SHOP_COLUMNS[name] ?? null) : null;

/** Finds the column for a file with the columns of the surveys. */
export const surveyColumn: FindColumn = (name) => SURVEY_MAPPINGS.get(name) ?? null;

/** Converts a value (mm, weight in kg) to a reading of the model. */
export function asReading(mapping: ColumnMapping, value: number): number {
  return inModelUnit(mapping.column, value) * mapping.scale;
}

/** The inverse of `asReading`. */
export function fromReading(mapping: ColumnMapping, reading: number): number {
  return reading / inModelUnit(mapping.column, 1) / mapping.scale;
}
