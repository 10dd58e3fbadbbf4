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
  /** What changes by the amount: 1, or by as much less: -1. */
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
} as const satisfies Record<string, Alteration>;

export type ShapeAlterationName = keyof typeof SHAPE_ALTERATIONS;

export const SHAPE_ALTERATION_NAMES = Object.keys(
  SHAPE_ALTERATIONS,
) as readonly ShapeAlterationName[];

/** At 15 mm a coat changes elsewhere by up to 3.7 mm (bench/posture.bench.ts); a larger amount is a new measurement. */
const MAX_SHAPE_MM = 12;

/** Amounts in mm by alteration; 0 and missing leave the pattern as it is. */
export type ShapeAmounts = Readonly<Partial<Record<ShapeAlterationName, number>>>;

export function isShapeAlterationName(name: string): name is ShapeAlterationName {
  return Object.hasOwn(SHAPE_ALTERATIONS, name);
}

/** From the least to the largest amount of an alteration, in mm. */
export function shapeRangeOf(name: ShapeAlterationName): { from: number; to: number } {
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
