import type { SurveyColumn } from "#features/body/check/survey-columns.ts";
import type { Person } from "../../scripts/body-model/surveys.ts";
import type { LandmarkVersion } from "./people.ts";

/** FreeSewing's names; mm, `shoulderSlope` in degrees. */
type MeasurementName =
  | "ankle"
  | "biceps"
  | "bustSpan"
  | "chest"
  | "crossSeam"
  | "crossSeamFront"
  | "crotchDepth"
  | "heel"
  | "highBust"
  | "hips"
  | "hpsToBust"
  | "hpsToWaistBack"
  | "hpsToWaistFront"
  | "inseam"
  | "knee"
  | "neck"
  | "seat"
  | "seatBack"
  | "shoulderSlope"
  | "shoulderToElbow"
  | "shoulderToShoulder"
  | "shoulderToWrist"
  | "underbust"
  | "upperLeg"
  | "waist"
  | "waistBack"
  | "waistToArmpit"
  | "waistToFloor"
  | "waistToHips"
  | "waistToKnee"
  | "waistToSeat"
  | "waistToUpperLeg"
  | "wrist";
export type Measurements = Readonly<Record<MeasurementName, number>>;

/** The way from hips to waist as a share of the height. */
const WAIST_HEIGHT = { derived: 0.035, tape: 0.035, highWaist: 0.055 };
const TAPE_ARMPIT_MM = 25;
/** The bone sits below the point where a tape begins. */
const BONE_MM = 25;
const SLOPE_RANGE = [4, 35] as const;
/** Means of the first survey. */
const MEAN_CHEST = { f: 946, m: 1_060 };

const clip = (value: number, [low, high]: readonly [number, number]) =>
  Math.min(high, Math.max(low, value));

/** The waist's share of the hips: the dip vanishes with weight. */
function waistShare(sex: "f" | "m", bmi: number): number {
  return sex === "f"
    ? clip(0.91 + 0.002 * (bmi - 25.6), [0.86, 1.0])
    : clip(0.955 + 0.003 * (bmi - 27.8), [0.9, 1.05]);
}

function trunkOf(person: Person, value: (column: SurveyColumn) => number, waistHeight: number) {
  const { sex } = person;
  const bmi = value("weight") / (value("height") / 1_000) ** 2;
  const chest = value("chest");
  const neck = value("neck") + (value("neckBase") - value("neck")) / 4;
  const hpsToWaistBack = value("napeToHips") - waistHeight + 0.055 * neck;
  const waist = value("hips") * waistShare(sex, bmi);
  const overMean = chest - MEAN_CHEST[sex];
  const highBust = sex === "f" ? 0.936 * chest - 0.06 * overMean : 0.98 * chest;
  return {
    chest,
    neck,
    highBust,
    underbust: 0.9 * highBust,
    bustSpan: 0.185 * chest,
    waist,
    // The belly is in front.
    waistBack: waist * clip(0.5 - 0.002 * (bmi - 24), [0.44, 0.51]),
    hips: value("hips"),
    seat: value("seat"),
    seatBack: value("seat") * (sex === "f" ? 0.514 : 0.549),
    hpsToWaistBack,
    hpsToWaistFront:
      sex === "f"
        ? 1.012 * hpsToWaistBack + 0.12 * overMean
        : 0.98 * hpsToWaistBack + 0.05 * overMean,
    hpsToBust: 1.18 * (value("napeToFloor") - value("chestToFloor")),
  };
}

/**
 * A survey's person by FreeSewing's names. Levels no survey has (waist, high bust, underbust) follow from the others
 * as the comparison of patterns with real people describes; the survey's arms are flexed.
 */
export function measurementsOf(
  person: Person,
  version: LandmarkVersion,
  tapeSlopeShift: number,
): Measurements {
  const value = (column: SurveyColumn) => person.values[column] ?? Number.NaN;
  const waistHeight = WAIST_HEIGHT[version] * value("height");
  const waistToFloor = value("hipsToFloor") + waistHeight;
  const drop = value("napeToFloor") - value("shoulderToFloor") - BONE_MM;
  const slope = (Math.asin(clip(drop / value("shoulderLength"), [-1, 1])) * 180) / Math.PI;
  const relaxed = person.sex === "f" ? 0.983 : 0.96;
  const isTape = version === "tape";
  return {
    ...trunkOf(person, value, waistHeight),
    ankle: value("ankle"),
    biceps: person.values.armCircumference ?? value("biceps") * relaxed,
    crossSeam: value("crotchAtHips") + 2 * waistHeight,
    crossSeamFront: value("crotchAtHips") - value("crotchBackAtHips") + waistHeight,
    crotchDepth: waistToFloor - value("inseam"),
    heel: 1.45 * value("ankle"),
    inseam: value("inseam"),
    knee: 0.95 * value("aboveKnee"),
    shoulderSlope: clip(clip(slope, SLOPE_RANGE) + (isTape ? tapeSlopeShift : 0), SLOPE_RANGE),
    shoulderToElbow: value("shoulderToElbow"),
    shoulderToShoulder: 1.08 * value("shoulderBreadth"),
    shoulderToWrist: 1.02 * value("shoulderToWrist"),
    upperLeg: value("upperLeg"),
    waistToArmpit: value("armpitToFloor") - waistToFloor - (isTape ? TAPE_ARMPIT_MM : 0),
    waistToFloor,
    waistToHips: waistHeight,
    waistToKnee: waistToFloor - value("kneeToFloor"),
    waistToSeat: waistToFloor - value("seatToFloor"),
    waistToUpperLeg: waistToFloor - value("inseam"),
    wrist: value("wrist"),
  };
}
