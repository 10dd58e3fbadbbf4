import type { MeasurementName } from "./measurement-definitions.ts";
import { MEASUREMENTS } from "./measurement-definitions.ts";

type Names = readonly MeasurementName[];

/** What a pattern cannot be drafted without, and what makes it or its check better. */
export type MeasurementSet = { readonly required: Names; readonly optional: Names };

const TORSO: Names = [
  "neck",
  "shoulderToShoulder",
  "shoulderSlope",
  "biceps",
  "chest",
  "hpsToBust",
  "hpsToWaistBack",
  "waistToArmpit",
  "waistToHips",
];
const SLEEVE: Names = ["shoulderToWrist", "wrist"];
const LEGS: Names = [
  "waist",
  "waistBack",
  "seat",
  "seatBack",
  "crossSeam",
  "crossSeamFront",
  "knee",
  "waistToHips",
  "waistToSeat",
  "waistToUpperLeg",
  "waistToKnee",
  "waistToFloor",
];
const BODICE: Names = [
  "neck",
  "shoulderToShoulder",
  "shoulderSlope",
  "highBust",
  "chest",
  "bustSpan",
  "underbust",
  "waist",
  "waistBack",
  "hpsToBust",
  "hpsToWaistFront",
  "hpsToWaistBack",
];
const UPPER: Names = [...TORSO, "waist", "hips", ...SLEEVE];
const COAT: Names = [
  ...TORSO,
  "waist",
  "seat",
  "waistToSeat",
  "waistToFloor",
  "shoulderToElbow",
  ...SLEEVE,
];
const SHIRT_OPTIONAL: Names = ["highBust", "bustSpan"];

/**
 * What FreeSewing's designs need (read in version 4.10.2, `getConfig().measurements`). `optional` changes the draft when it
 * is known.
 */
export const DESIGN_MEASUREMENTS = {
  simon: { required: UPPER, optional: ["highBust"] },
  simone: { required: [...UPPER, "highBust", "bustSpan"], optional: [] },
  jaeger: { required: [...UPPER, "shoulderToElbow"], optional: ["highBust"] },
  wahid: { required: [...TORSO, "hips", "waist"], optional: ["highBust"] },
  carlton: { required: COAT, optional: ["highBust"] },
  carlita: { required: [...COAT, "highBust", "bustSpan"], optional: [] },
  charlie: { required: LEGS, optional: [] },
  titan: { required: LEGS, optional: [] },
  paco: { required: [...LEGS, "heel"], optional: [] },
  waralee: {
    required: ["seat", "inseam", "crotchDepth", "waistToHips"],
    optional: ["waist", "waistBack"],
  },
  penelope: {
    required: ["waist", "seat", "waistToHips", "waistToSeat", "waistToKnee"],
    optional: ["waistBack", "seatBack"],
  },
  sandy: { required: ["waist", "waistToFloor", "waistToHips", "hips"], optional: [] },
  bibi: {
    required: [...UPPER, "seat", "seatBack", "waistToSeat", "hpsToWaistFront"],
    optional: ["bustSpan", "waistToUnderbust", "waistToKnee", "waistToFloor", "highBust"],
  },
  noble: { required: BODICE, optional: [] },
  bella: {
    required: [...BODICE, "biceps", "waistToArmpit", ...SLEEVE],
    optional: [],
  },
  cathrin: {
    required: ["underbust", "waist", "hips", "waistToUnderbust", "waistToHips"],
    optional: [],
  },
  teagan: { required: UPPER, optional: ["highBust"] },
  sven: { required: UPPER, optional: ["highBust"] },
  aaron: { required: [...TORSO, "hips"], optional: ["highBust"] },
  hugo: { required: [...TORSO, "hips", ...SLEEVE, "head"], optional: ["highBust"] },
  lily: { required: [...LEGS, "ankle", "heel"], optional: [] },
  bruce: { required: ["hips", "upperLeg", "waistToHips", "waistToUpperLeg"], optional: [] },
  trayvon: { required: ["hpsToWaistBack", "waistToHips", "neck"], optional: [] },
  benjamin: { required: ["neck"], optional: [] },
  florent: { required: ["head"], optional: [] },
  albert: { required: ["chest", "hpsToWaistBack", "waist", "waistToKnee", "hips"], optional: [] },
} as const satisfies Record<string, MeasurementSet>;

export type Design = keyof typeof DESIGN_MEASUREMENTS;

type Garment = {
  readonly designs: readonly Design[];
  readonly also: Names;
  readonly optional: Names;
};

/** The whole body: the check engine compares every other value with these two. */
const BODY: Names = ["height", "weight"];

/**
 * Garments, never genders: a set holds what the drafts of the garment need (`designs`) and what tailors add.
 * `optional` belongs to a cut that only some people order, such as a shirt with bust darts.
 */
const GARMENTS = {
  shirt: { designs: ["simon"], also: BODY, optional: SHIRT_OPTIONAL },
  top: { designs: ["teagan"], also: BODY, optional: SHIRT_OPTIONAL },
  jacket: { designs: ["jaeger"], also: BODY, optional: SHIRT_OPTIONAL },
  waistcoat: { designs: ["wahid"], also: BODY, optional: SHIRT_OPTIONAL },
  outerwear: { designs: ["carlton"], also: BODY, optional: SHIRT_OPTIONAL },
  pants: { designs: ["charlie", "titan"], also: [...BODY, "inseam", "upperLeg"], optional: [] },
  skirt: { designs: ["penelope"], also: ["height"], optional: ["waistToFloor", "hips", "weight"] },
  suit: {
    designs: ["jaeger", "charlie", "titan"],
    also: [...BODY, "inseam", "upperLeg"],
    optional: SHIRT_OPTIONAL,
  },
  dress: {
    designs: ["noble", "bella", "penelope"],
    also: [...BODY, "waistToFloor"],
    optional: ["hips"],
  },
  loungewear: { designs: ["teagan", "paco"], also: BODY, optional: ["inseam"] },
} as const satisfies Record<string, Garment>;

export type GarmentName = keyof typeof GARMENTS;

export const GARMENT_NAMES = Object.keys(GARMENTS) as readonly GarmentName[];

/** The measurements in the order in which a person is measured. */
const IN_ORDER = Object.keys(MEASUREMENTS) as MeasurementName[];

const isGarment = (name: string): name is GarmentName => Object.hasOwn(GARMENTS, name);

/**
 * What a garment needs, in the order in which a person is measured. Null for a garment without a set (accessories, and
 * "other"): the owner chooses its measurements.
 */
export function measurementSetOf(garment: string): MeasurementSet | null {
  if (!isGarment(garment)) return null;
  const { designs, also, optional }: Garment = GARMENTS[garment];
  const sets: readonly MeasurementSet[] = designs.map((design) => DESIGN_MEASUREMENTS[design]);
  const required = new Set([...sets.flatMap((set) => set.required), ...also]);
  const helpful = new Set([...sets.flatMap((set) => set.optional), ...optional]);
  return {
    required: IN_ORDER.filter((name) => required.has(name)),
    optional: IN_ORDER.filter((name) => helpful.has(name) && !required.has(name)),
  };
}

/** The designs that a garment's set can be drafted as. */
export function designsOfGarment(garment: GarmentName): readonly Design[] {
  return GARMENTS[garment].designs;
}

/** Readings that a profile holds, by measurement. */
type Measured = {
  readonly readings: Readonly<Partial<Record<MeasurementName, readonly unknown[]>>>;
};

/** How many readings a measurement needs. */
export function readingsNeeded(name: MeasurementName): number {
  return MEASUREMENTS[name].measuredTwice ? 2 : 1;
}

/**
 * The required measurements of a garment that a profile does not have yet, in the order in which a person is measured; those
 * that are taken twice are missing until there are two readings. Empty for a garment without a set.
 */
export function missingMeasurements(
  garment: string,
  profile: Measured,
): readonly MeasurementName[] {
  const set = measurementSetOf(garment);
  if (!set) return [];
  return set.required.filter(
    (name) => (profile.readings[name]?.length ?? 0) < readingsNeeded(name),
  );
}
