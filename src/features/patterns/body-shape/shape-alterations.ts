/** What a shape alteration changes on the paper. Vertical, in mm, between points of the drafted parts. */
export type ShapeMeasure =
  | "backBalance"
  | "frontBalance"
  | "backShoulderDrop"
  | "frontShoulderDrop"
  | "frontLength"
  | "backRise";

export const SHAPE_MEASURE_LABELS: Readonly<Record<ShapeMeasure, string>> = {
  backBalance: "Back balance, neck to waist",
  frontBalance: "Front balance, neck to waist",
  backShoulderDrop: "Drop of the back shoulder",
  frontShoulderDrop: "Drop of the front shoulder",
  frontLength: "Front length at the center",
  backRise: "Back rise",
};

type Alteration = {
  /** The tailor's name of the control. */
  readonly title: string;
  /** What a positive and a negative amount make of the body. */
  readonly more: string;
  /** Null where only a positive amount is an alteration. */
  readonly less: string | null;
  /** What changes by the amount: 1, or by as much less: -1. Nothing of one that the tailor makes by hand. */
  readonly changes: Readonly<Partial<Record<ShapeMeasure, 1 | -1>>>;
};

/**
 * Alterations of a drafted pattern to the shape of a body, as tailoring books name them. Each is one amount in mm; both signs are
 * alterations of their own.
 */
export const SHAPE_ALTERATIONS = {
  posture: {
    title: "Posture",
    more: "stooped",
    less: "erect",
    changes: { backBalance: 1, frontBalance: -1 },
  },
  shoulderSlope: {
    title: "Shoulders",
    more: "sloping",
    less: "square",
    changes: { backShoulderDrop: 1, frontShoulderDrop: 1 },
  },
  shoulderForward: {
    title: "Shoulder seam",
    more: "forward",
    less: "backward",
    changes: { backShoulderDrop: -1, frontShoulderDrop: 1 },
  },
  belly: {
    title: "Belly",
    more: "full",
    less: null,
    changes: { frontLength: 1 },
  },
  seat: {
    title: "Seat",
    more: "full",
    less: "flat",
    changes: { backRise: 1 },
  },
  // Designs draw both sides alike, so one lower shoulder needs two fronts and two backs.
  lowerShoulder: {
    title: "Lower shoulder",
    more: "left",
    less: "right",
    changes: {},
  },
  // Sleeves are drawn from the measured arm; its shape within the sleeve is the tailor's.
  upperArm: {
    title: "Upper arm",
    more: "full",
    less: "thin",
    changes: {},
  },
} as const satisfies Record<string, Alteration>;

/** Alterations that no design draws: the tailor makes them on the paper, by the amount in the cut list. */
export const HAND_ALTERATION_NAMES = ["lowerShoulder", "upperArm"] as const;

export type HandAlterationName = (typeof HAND_ALTERATION_NAMES)[number];

/** Alterations that are drawn on the drafted parts. */
export type DrawnAlterationName = Exclude<keyof typeof SHAPE_ALTERATIONS, HandAlterationName>;

export type ShapeAlterationName = keyof typeof SHAPE_ALTERATIONS;

export const SHAPE_ALTERATION_NAMES = Object.keys(
  SHAPE_ALTERATIONS,
) as readonly ShapeAlterationName[];

/** Of what a design draws: at 15 mm a coat changes elsewhere by up to 3.7 mm (bench/posture.bench.ts); a larger amount is a new measurement. */
const MAX_SHAPE_MM = 12;

/** Amounts in mm by alteration; 0 and missing leave the pattern as it is. */
export type ShapeAmounts = Readonly<Partial<Record<ShapeAlterationName, number>>>;

export function isShapeAlterationName(name: string): name is ShapeAlterationName {
  return Object.hasOwn(SHAPE_ALTERATIONS, name);
}

/** By hand a tailor alters more; a larger difference of two shoulders is padded. */
const MAX_BY_HAND_MM = 25;

export const isHandAlteration = (name: ShapeAlterationName): name is HandAlterationName =>
  (HAND_ALTERATION_NAMES as readonly string[]).includes(name);

/** From the least to the largest amount of an alteration, in mm. */
export function shapeRangeOf(name: ShapeAlterationName): { from: number; to: number } {
  if (isHandAlteration(name)) return { from: -MAX_BY_HAND_MM, to: MAX_BY_HAND_MM };
  return { from: SHAPE_ALTERATIONS[name].less === null ? 0 : -MAX_SHAPE_MM, to: MAX_SHAPE_MM };
}

/** "Posture: stooped, 10 mm": an alteration with its amount. */
export function shapeAmountText(name: ShapeAlterationName, mm: number): string {
  const { less, more, title } = SHAPE_ALTERATIONS[name];
  const size = Math.round(Math.abs(mm) * 10) / 10;
  return `${title}: ${mm < 0 ? less : more}, ${size} mm`;
}

/** "Back balance, neck to waist: 10 mm more", of a measure on a finished draft. */
export function shapeChangeText({
  changedMm,
  measure,
}: {
  readonly measure: string;
  readonly changedMm: number;
}): string {
  const labels: Readonly<Record<string, string>> = SHAPE_MEASURE_LABELS;
  const side = changedMm < 0 ? "less" : "more";
  return `${labels[measure] ?? measure}: ${Math.abs(changedMm)} mm ${side}`;
}
