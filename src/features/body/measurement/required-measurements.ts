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
/** What only a sleeve is drawn from and compared with. */
const ARM: Names = ["biceps", "shoulderToElbow", ...SLEEVE];
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

/** A hem over the seat, or above it: the garment goes around every level between waist and seat. */
const OVER_SEAT: Names = ["hips", "seat", "waistToHips", "waistToSeat"];
const DOWN_TO_FLOOR: Names = ["waistToKnee", "waistToFloor"];

/**
 * What FreeSewing draws without and the shop compares the finished draft with: the girths of the body under the garment, and the
 * heights at which its hem is ordered to end.
 */
const COMPARED_WITH: Readonly<Partial<Record<Design, Names>>> = {
  simon: OVER_SEAT,
  simone: OVER_SEAT,
  teagan: OVER_SEAT,
  sven: OVER_SEAT,
  jaeger: OVER_SEAT,
  wahid: OVER_SEAT,
  carlton: [...OVER_SEAT, ...DOWN_TO_FLOOR],
  carlita: [...OVER_SEAT, ...DOWN_TO_FLOOR],
  charlie: OVER_SEAT,
  titan: OVER_SEAT,
  penelope: [...OVER_SEAT, ...DOWN_TO_FLOOR],
  sandy: [...OVER_SEAT, ...DOWN_TO_FLOOR],
  bibi: [...OVER_SEAT, ...DOWN_TO_FLOOR, "highBust", "bustSpan"],
};

/** Everything that a draft of these designs needs of an order: to be drawn, and to be compared with the body. */
export function neededByDesigns(designs: readonly Design[]): ReadonlySet<MeasurementName> {
  return new Set(
    designs.flatMap((design): Names => {
      const { required }: MeasurementSet = DESIGN_MEASUREMENTS[design];
      return [...required, ...(COMPARED_WITH[design] ?? [])];
    }),
  );
}

type Garment = {
  /** Of the components that the garment type is made of (patterns/designs/pattern-table.ts). */
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
  skirt: { designs: ["penelope"], also: ["height"], optional: ["weight"] },
  suit: {
    designs: ["jaeger", "charlie", "titan"],
    also: [...BODY, "inseam", "upperLeg"],
    optional: SHIRT_OPTIONAL,
  },
  dress: { designs: ["bibi", "noble", "bella", "penelope"], also: BODY, optional: [] },
  loungewear: { designs: ["teagan", "paco"], also: BODY, optional: ["inseam"] },
} as const satisfies Record<string, Garment>;

/** A garment of no type that a design drafts. */
const UNKNOWN_GARMENT: Garment = { designs: [], also: BODY, optional: [] };

export type GarmentName = keyof typeof GARMENTS;

export const GARMENT_NAMES = Object.keys(GARMENTS) as readonly GarmentName[];

/** A garment that is measured without the arm, and the garment type that it is of. */
const SLEEVELESS = { "sleeveless-dress": "dress" } as const satisfies Record<string, GarmentName>;

type SleevelessName = keyof typeof SLEEVELESS;

/** What a person is measured for where no product was chosen yet: a garment type, or one of it without sleeves. */
export type MeasuredGarment = GarmentName | SleevelessName;

const isSleevelessName = (name: string): name is SleevelessName => Object.hasOwn(SLEEVELESS, name);

/** The garment type of what a person is measured for; any other name as it is. */
export function garmentTypeOf(measuredGarment: string): string {
  return isSleevelessName(measuredGarment) ? SLEEVELESS[measuredGarment] : measuredGarment;
}

/** Each garment type, and after it the same without sleeves where it is ordered so. */
export const MEASURED_GARMENTS: readonly MeasuredGarment[] = GARMENT_NAMES.flatMap((name) => [
  name,
  ...(Object.keys(SLEEVELESS) as SleevelessName[]).filter((each) => SLEEVELESS[each] === name),
]);

/** The measurements in the order in which a person is measured. */
const IN_ORDER = Object.keys(MEASUREMENTS) as MeasurementName[];

const isGarment = (name: string): name is GarmentName => Object.hasOwn(GARMENTS, name);

/**
 * What a garment needs, in the order in which a person is measured: everything that its designs need of an order, and what tailors
 * add. `own` are the designs of one product beside those of its garment type, such as a shirt with bust darts. Null for a garment
 * without a set (accessories, and "other") and without a design of its own: the owner chooses its measurements. The name of a garment
 * without sleeves (`MEASURED_GARMENTS`) leaves out the arm.
 */
export function measurementSetOf(
  garment: string,
  own: readonly Design[] = [],
): MeasurementSet | null {
  if (isSleevelessName(garment)) {
    const withSleeves = measurementSetOf(garmentTypeOf(garment), own);
    return withSleeves && withoutArm(withSleeves);
  }
  if (!isGarment(garment) && own.length === 0) return null;
  const type: Garment = isGarment(garment) ? GARMENTS[garment] : UNKNOWN_GARMENT;
  const { also, optional } = type;
  const designs = [...type.designs, ...own];
  const sets: readonly MeasurementSet[] = designs.map((design) => DESIGN_MEASUREMENTS[design]);
  const required = new Set([...neededByDesigns(designs), ...also]);
  const helpful = new Set([...sets.flatMap((set) => set.optional), ...optional]);
  return {
    required: IN_ORDER.filter((name) => required.has(name)),
    optional: IN_ORDER.filter((name) => helpful.has(name) && !required.has(name)),
  };
}

/** Whether a measurement is of the arm: a garment without sleeves does not need it. */
export function isOfArm(name: MeasurementName): boolean {
  return ARM.includes(name);
}

/** A set for a garment that is ordered without sleeves: nothing of the arm is measured for it. */
export function withoutArm({ optional, required }: MeasurementSet): MeasurementSet {
  return {
    required: required.filter((name) => !isOfArm(name)),
    optional: optional.filter((name) => !isOfArm(name)),
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
