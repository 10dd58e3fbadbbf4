import {
  MEASUREMENT_NAMES,
  MEASUREMENTS,
} from "#features/body/measurement/measurement-definitions.ts";

/**
 * Layer (a): what holds for every adult. Sources: FS = the cross-checks of FreeSewing's `bonny` design and the span of its
 * adult models, widened; survey = the smallest and largest of 7,444 measured people, widened by a tenth or more; tape = how
 * the measurement is defined. Ranges are wide: the statistical model does the fine work where a survey has the measurement.
 */
export type Range = { readonly from: number; readonly to: number };

const GRAMS_PER_KG = 1_000;

const mm = (fromCm: number, toCm: number): Range => ({ from: fromCm * 10, to: toCm * 10 });

/** Columns of the surveys that are no measurements of the shop. */
const SURVEY_RANGES: Readonly<Record<string, Range>> = {
  neckBase: mm(25, 72),
  chestAboveBust: mm(56, 180),
  armCircumference: mm(14, 72),
  forearm: mm(15, 55),
  aboveKnee: mm(24, 85),
  calf: mm(20, 75),
  shoulderLength: mm(7, 24),
  shoulderBreadth: mm(24, 60),
  shoulderGirth: mm(70, 200),
  backWidth: mm(22, 70),
  neckToWrist: mm(52, 125),
  upperArmLength: mm(23, 56),
  upperLegLength: mm(20, 66),
  napeToHips: mm(27, 72),
  napeToFloor: mm(98, 205),
  shoulderToFloor: mm(92, 198),
  armpitToFloor: mm(86, 182),
  chestToFloor: mm(80, 178),
  hipsToFloor: mm(66, 146),
  seatToFloor: mm(55, 128),
  kneeToFloor: mm(27, 72),
  crotchAtHips: mm(36, 110),
  crotchBackAtHips: mm(17, 65),
  trunkLoop: mm(105, 250),
};

const shopRanges = MEASUREMENT_NAMES.map((name) => {
  const { range, unit } = MEASUREMENTS[name];
  const per = unit === "grams" ? GRAMS_PER_KG : 1;
  return [name, { from: range.from / per, to: range.to / per }] as const;
});

/** Outside these limits a value cannot be right (mm; weight kg; shoulderSlope degrees); the shop's are those of its table. */
export const HARD_RANGES: Readonly<Record<string, Range>> = {
  ...SURVEY_RANGES,
  ...Object.fromEntries(shopRanges),
};

/** `smaller` is at most `factor` times `larger` plus `slackMm`; beyond that the two are questioned. */
export type OrderRule = {
  readonly smaller: string;
  readonly larger: string;
  readonly factor: number;
  readonly slackMm: number;
  readonly source: "FS" | "survey" | "tape";
};

const order = (
  smaller: string,
  larger: string,
  source: OrderRule["source"],
  factor = 1,
  slackMm = 15,
): OrderRule => ({ smaller, larger, factor, slackMm, source });

/** Waist has no rule against hips or underbust: measured people contradict one (22 % of men, 37 % of women). */
export const ORDER_RULES: readonly OrderRule[] = [
  order("waistToHips", "waistToSeat", "FS"),
  order("waistToSeat", "waistToUpperLeg", "FS", 1, 40),
  order("waistToUpperLeg", "waistToKnee", "FS"),
  order("waistToKnee", "waistToFloor", "FS"),
  order("waistToFloor", "height", "tape", 0.75),
  order("inseam", "waistToFloor", "FS"),
  order("inseam", "hipsToFloor", "tape"),
  order("kneeToFloor", "inseam", "survey"),
  order("kneeToFloor", "hipsToFloor", "survey"),
  order("hipsToFloor", "armpitToFloor", "survey"),
  order("napeToFloor", "height", "tape"),
  order("shoulderToElbow", "shoulderToWrist", "FS"),
  order("shoulderToWrist", "neckToWrist", "tape"),
  order("wrist", "biceps", "survey"),
  order("wrist", "armCircumference", "survey"),
  order("wrist", "forearm", "survey"),
  order("ankle", "knee", "survey"),
  order("ankle", "calf", "survey"),
  order("knee", "upperLeg", "survey"),
  order("aboveKnee", "upperLeg", "survey"),
  order("upperLeg", "seat", "survey", 0.75),
  order("neck", "chest", "survey", 0.55),
  order("crotchBackAtHips", "crotchAtHips", "tape"),
  order("crotchAtHips", "trunkLoop", "tape"),
  order("crossSeamFront", "crossSeam", "FS"),
  order("hpsToBust", "hpsToWaistFront", "FS"),
  order("waistToArmpit", "hpsToWaistFront", "FS"),
  order("waistToArmpit", "hpsToWaistBack", "FS"),
  order("waistToUnderbust", "hpsToWaistFront", "FS"),
  order("bustSpan", "chestFront", "FS"),
  order("chestFront", "chest", "FS", 0.75),
  order("highBustFront", "highBust", "FS", 0.75),
  order("waistBack", "waist", "FS", 0.62),
  order("seatBack", "seat", "FS", 0.68),
  order("bustSpan", "chest", "FS", 0.28),
  order("hpsToWaistBack", "height", "survey", 0.34),
  order("waistToHips", "height", "survey", 0.12),
  order("highBust", "chest", "survey", 1.05, 20),
  order("underbust", "chest", "survey", 1.05, 20),
];
