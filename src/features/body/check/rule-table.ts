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

/** The hard range of a measurement or a column; undefined for other names, also for those of every object's members. */
export const rangeOf = (name: string): Range | undefined =>
  Object.hasOwn(HARD_RANGES, name) ? HARD_RANGES[name] : undefined;

/**
 * `part` over `whole` lies between `from` and `to` in nearly everybody, with `slackMm` for the tape; outside the two are questioned.
 * Where only one side says something, the other is 0 or infinite.
 */
export type Proportion = {
  readonly part: string;
  readonly whole: string;
  readonly from: number;
  readonly to: number;
  readonly slackMm: number;
  readonly source: "FS" | "survey" | "tape";
};

const between = (
  part: string,
  whole: string,
  from: number,
  to: number,
  source: Proportion["source"],
): Proportion => ({ part, whole, from, to, slackMm: 0, source });

const atMost = (
  part: string,
  whole: string,
  source: Proportion["source"],
  to = 1,
  slackMm = 15,
): Proportion => ({ part, whole, from: 0, to, slackMm, source });

/**
 * Pairs that hold each other. Two-sided ones enclose 99.8 % of the measured people and the whole span of FreeSewing's adult models.
 * Waist has no rule against hips or underbust: measured people contradict one (22 % of men, 37 % of women).
 */
export const PROPORTIONS: readonly Proportion[] = [
  between("highBust", "chest", 0.82, 1.03, "survey"),
  between("underbust", "chest", 0.69, 1.02, "FS"),
  between("underbust", "highBust", 0.76, 1.02, "FS"),
  between("bustSpan", "chest", 0.135, 0.25, "FS"),
  between("waistBack", "waist", 0.42, 0.565, "FS"),
  between("seatBack", "seat", 0.45, 0.61, "FS"),
  between("hpsToWaistBack", "height", 0.19, 0.33, "survey"),
  between("hpsToWaistFront", "height", 0.185, 0.345, "survey"),
  between("hpsToWaistFront", "hpsToWaistBack", 0.85, 1.25, "FS"),
  between("hpsToBust", "height", 0.1, 0.23, "survey"),
  between("hpsToBust", "hpsToWaistFront", 0.42, 0.91, "FS"),
  between("waistToArmpit", "height", 0.078, 0.18, "survey"),
  between("waistToArmpit", "hpsToWaistBack", 0.31, 0.7, "survey"),
  between("waistToHips", "height", 0.018, 0.1, "FS"),
  between("waistToSeat", "height", 0.068, 0.205, "survey"),
  between("waistToUpperLeg", "height", 0.105, 0.235, "survey"),
  between("waistToKnee", "height", 0.305, 0.44, "survey"),
  between("waistToFloor", "height", 0.57, 0.73, "survey"),
  between("waistToKnee", "waistToFloor", 0.5, 0.65, "survey"),
  between("inseam", "waistToFloor", 0.68, 0.85, "survey"),
  between("crotchDepth", "height", 0.11, 0.235, "FS"),
  between("crossSeam", "seat", 0.52, 0.92, "survey"),
  between("crossSeamFront", "crossSeam", 0.32, 0.6, "survey"),
  between("heel", "ankle", 1.2, 1.75, "FS"),
  atMost("waistToHips", "waistToSeat", "FS"),
  atMost("waistToSeat", "waistToUpperLeg", "FS", 1, 40),
  atMost("waistToUpperLeg", "waistToKnee", "FS"),
  atMost("inseam", "hipsToFloor", "tape"),
  atMost("kneeToFloor", "inseam", "survey"),
  atMost("kneeToFloor", "hipsToFloor", "survey"),
  atMost("hipsToFloor", "armpitToFloor", "survey"),
  atMost("napeToFloor", "height", "tape"),
  atMost("shoulderToElbow", "shoulderToWrist", "FS"),
  atMost("shoulderToWrist", "neckToWrist", "tape"),
  atMost("wrist", "biceps", "survey"),
  atMost("wrist", "armCircumference", "survey"),
  atMost("wrist", "forearm", "survey"),
  atMost("ankle", "knee", "survey"),
  atMost("ankle", "calf", "survey"),
  atMost("knee", "upperLeg", "survey"),
  atMost("aboveKnee", "upperLeg", "survey"),
  atMost("upperLeg", "seat", "survey", 0.75),
  atMost("neck", "chest", "survey", 0.55),
  atMost("crotchBackAtHips", "crotchAtHips", "tape"),
  atMost("crotchAtHips", "trunkLoop", "tape"),
  atMost("waistToUnderbust", "hpsToWaistFront", "FS"),
  atMost("bustSpan", "chestFront", "FS"),
  atMost("chestFront", "chest", "FS", 0.75),
  atMost("highBustFront", "highBust", "FS", 0.75),
];

/** Whether a rule is one of proportion, or only says that a part is not larger than its whole. */
export const isTwoSided = ({ from }: Proportion): boolean => from > 0;
