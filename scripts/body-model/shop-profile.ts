import type { CompletePerson } from "./complete-people.ts";
import { normal } from "./random.ts";

const READ_TO_5_MM = ["neck", "wrist", "biceps", "knee", "ankle"];
/** The standard deviation of a slope that is read from a photo. */
const SLOPE_ERROR_DEGREES = 2;
/** The bone of the shoulder sits below the point where a tape begins. */
const BONE_MM = 25;
const MAX_SLOPE_DEGREES = 38;

/** Natural waist above the hip bone, as a share of height; in no survey. */
const WAIST_ABOVE_HIPS = 0.035;

/**
 * In the shop's measurements (mm, kg). Those no survey has come from standing heights and FreeSewing's
 * proportions, as in the pattern tests.
 */
function shopProfileOf({ sex, values: v }: CompletePerson): Record<string, number> {
  const isWoman = sex === "f";
  const waistToHips = WAIST_ABOVE_HIPS * v.height;
  const waistToFloor = v.hipsToFloor + waistToHips;
  const hpsToWaistBack = v.napeToHips - waistToHips + 0.055 * v.neck;
  const drop = v.napeToFloor - v.shoulderToFloor - BONE_MM;
  const slope = (Math.asin(Math.min(1, Math.max(0, drop / v.shoulderLength))) * 180) / Math.PI;
  const highBust = 0.936 * v.chest - 0.06 * (v.chest - 946);
  return {
    height: v.height,
    weight: v.weight,
    head: v.head,
    neck: v.neck + (v.neckBase - v.neck) / 4,
    chest: v.chest,
    ...(isWoman && { highBust, underbust: 0.9 * highBust, bustSpan: 0.185 * v.chest }),
    waist: v.waist,
    hips: v.hips,
    seat: v.seat,
    waistBack: 0.5 * v.waist,
    seatBack: (isWoman ? 0.514 : 0.549) * v.seat,
    biceps: v.armCircumference,
    wrist: v.wrist,
    upperLeg: v.upperLeg,
    knee: v.knee,
    ankle: v.ankle,
    heel: 1.45 * v.ankle,
    inseam: v.inseam,
    shoulderSlope: Math.min(MAX_SLOPE_DEGREES, slope),
    shoulderToShoulder: 1.08 * v.shoulderBreadth,
    shoulderToElbow: v.shoulderToElbow,
    shoulderToWrist: 1.02 * v.shoulderToWrist,
    hpsToBust: 1.18 * (v.napeToFloor - v.chestToFloor),
    hpsToWaistBack,
    hpsToWaistFront: isWoman
      ? 1.012 * hpsToWaistBack + 0.12 * (v.chest - 946)
      : 0.98 * hpsToWaistBack + 0.05 * (v.chest - 1_060),
    waistToArmpit: v.armpitToFloor - waistToFloor,
    waistToHips,
    waistToSeat: waistToFloor - v.seatToFloor,
    waistToUpperLeg: waistToFloor - v.inseam,
    waistToKnee: waistToFloor - v.kneeToFloor,
    waistToFloor,
    crossSeam: v.crotchAtHips + 2 * waistToHips,
    crossSeamFront: v.crotchAtHips - v.crotchBackAtHips + waistToHips,
  };
}

/** The shop's readings with the errors of a careful tape, in mm, degrees and tenths of a kg. */
export function shopReadingsOf(
  person: CompletePerson,
  random: () => number,
): Record<string, number> {
  return Object.fromEntries(
    Object.entries(shopProfileOf(person)).map(([name, value]) => {
      if (name === "weight") return [name, Math.round(10 * (value + normal(random))) / 10];
      if (name === "shoulderSlope") {
        return [name, Math.max(0, Math.round(value + SLOPE_ERROR_DEGREES * normal(random)))];
      }
      const error = READ_TO_5_MM.includes(name) ? 5 : 10;
      return [name, Math.round(value + error * normal(random))];
    }),
  );
}
