import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";

/** Where a finished garment can be too long, too short, too tight or too loose. */
export const FIT_POINTS = [
  "collar",
  "shoulder",
  "sleeve",
  "upperArm",
  "chest",
  "waist",
  "hips",
  "length",
  "thigh",
  "inseam",
] as const;

export type FitPoint = (typeof FIT_POINTS)[number];

type PointFacts = {
  /** As a customer reads it. */
  label: string;
  /** Whole garment in words: "Sleeves: 1 cm shorter". */
  plural: string;
  kind: "length" | "width" | "girth";
  /** The body measurement that the finished one is compared with; null for the length of the garment. */
  measurement: MeasurementName | null;
};

export const POINTS: Readonly<Record<FitPoint, PointFacts>> = {
  collar: { label: "Collar", plural: "Collar", kind: "girth", measurement: "neck" },
  shoulder: {
    label: "Shoulders",
    plural: "Shoulders",
    kind: "width",
    measurement: "shoulderToShoulder",
  },
  sleeve: {
    label: "Sleeves",
    plural: "Sleeves",
    kind: "length",
    measurement: "shoulderToWrist",
  },
  upperArm: { label: "Upper arms", plural: "Upper arms", kind: "girth", measurement: "biceps" },
  chest: { label: "Chest", plural: "Chest", kind: "girth", measurement: "chest" },
  waist: { label: "Waist", plural: "Waist", kind: "girth", measurement: "waist" },
  hips: { label: "Hips", plural: "Hips", kind: "girth", measurement: "seat" },
  length: { label: "Length of the piece", plural: "Length", kind: "length", measurement: null },
  thigh: { label: "Thighs", plural: "Thighs", kind: "girth", measurement: "upperLeg" },
  inseam: { label: "Legs, inside", plural: "Legs", kind: "length", measurement: "inseam" },
};

const UPPER = [
  "collar",
  "shoulder",
  "sleeve",
  "upperArm",
  "chest",
  "waist",
  "hips",
  "length",
] as const;
const LOWER = ["waist", "hips", "thigh", "inseam", "length"] as const;

/** The points of each garment from top to bottom. */
const OF_GARMENT: Readonly<Record<string, readonly FitPoint[]>> = {
  shirt: UPPER,
  top: ["shoulder", "sleeve", "upperArm", "chest", "waist", "hips", "length"],
  jacket: ["shoulder", "sleeve", "upperArm", "chest", "waist", "hips", "length"],
  waistcoat: ["shoulder", "chest", "waist", "length"],
  bodice: ["shoulder", "sleeve", "upperArm", "chest", "waist"],
  outerwear: ["shoulder", "sleeve", "upperArm", "chest", "waist", "hips", "length"],
  pants: LOWER,
  skirt: ["waist", "hips", "length"],
  suit: ["shoulder", "sleeve", "chest", "waist", "hips", "length", "thigh", "inseam"],
  dress: ["shoulder", "sleeve", "upperArm", "chest", "waist", "hips", "length"],
  loungewear: ["shoulder", "sleeve", "chest", "waist", "hips", "length", "inseam"],
};

/** What a finished garment of this type is measured and asked about, from top to bottom. */
export function fitPointsOf(garment: string): readonly FitPoint[] {
  return OF_GARMENT[garment] ?? ["chest", "waist", "hips", "length"];
}

export const isFitPoint = (name: string): name is FitPoint =>
  (FIT_POINTS as readonly string[]).includes(name);

/** Too large first: "long" and "short", "wide" and "narrow", "loose" and "tight". */
export function deviationTexts(point: FitPoint): readonly [large: string, small: string] {
  const texts = {
    length: ["too long", "too short"],
    width: ["too wide", "too narrow"],
    girth: ["too loose", "too tight"],
  } as const;
  return texts[POINTS[point].kind];
}

/** What a correction does to the next garment: "longer", "narrower". */
export function changeText(point: FitPoint, mm: number): string {
  const texts = {
    length: ["longer", "shorter"],
    width: ["wider", "narrower"],
    girth: ["looser", "closer"],
  } as const;
  return texts[POINTS[point].kind][mm > 0 ? 0 : 1];
}
