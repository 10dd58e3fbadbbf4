/** Columns of the three public surveys that the model knows (scripts/body-model/surveys/README.md). */
export const SURVEY_COLUMNS = [
  "height",
  "weight",
  "head",
  "neck",
  "neckBase",
  "chest",
  "hips",
  "seat",
  "biceps",
  "forearm",
  "wrist",
  "upperLeg",
  "aboveKnee",
  "calf",
  "ankle",
  "shoulderLength",
  "shoulderBreadth",
  "backWidth",
  "shoulderToElbow",
  "shoulderToWrist",
  "neckToWrist",
  "napeToHips",
  "napeToFloor",
  "shoulderToFloor",
  "armpitToFloor",
  "chestToFloor",
  "hipsToFloor",
  "seatToFloor",
  "inseam",
  "kneeToFloor",
  "crotchAtHips",
  "crotchBackAtHips",
  "trunkLoop",
  "upperArmLength",
  "upperLegLength",
  "armCircumference",
  "shoulderGirth",
  "chestAboveBust",
  "waist",
  "knee",
] as const;

export type SurveyColumn = (typeof SURVEY_COLUMNS)[number];

const READ_TO_5_MM: readonly SurveyColumn[] = [
  "neck",
  "wrist",
  "biceps",
  "aboveKnee",
  "calf",
  "ankle",
];

/** Converts to the model's unit: millimetres, and hectograms for the weight, so that a digit counts the same in both. */
export function inModelUnit(column: SurveyColumn, value: number): number {
  return column === "weight" ? value * 10 : value;
}

/** Returns the standard deviation of one reading in the model's unit: 10 mm or 1 kg, and 5 mm for thin limbs. */
export function readingError(column: SurveyColumn): number {
  return READ_TO_5_MM.includes(column) ? 5 : 10;
}
