import type { StyleName } from "#features/patterns/styles/garment-styles.ts";
import type { Stroke } from "./strokes.ts";
import { both, LEVELS } from "./strokes.ts";

/** The end of a sleeve on the page. */
const SLEEVE_ENDS: Readonly<Partial<Record<StyleName, number>>> = {
  "sleeve:short": 112,
  "sleeve:elbow": 140,
  "sleeve:three_quarter": 178,
  "sleeve:long": 216,
};

/** Where the sleeve ends; null for a garment without. */
export function sleeveEnd(sleeve: StyleName | undefined, usual: number | null): number | null {
  if (sleeve === "sleeve:none") return null;
  return (sleeve && SLEEVE_ENDS[sleeve]) ?? usual;
}

/** The long sleeve of a shirt or a jacket. */
export const LONG_SLEEVE = 216;

/** The edges of a sleeve `wider` than the arm at the height `y`. */
export function sleeveEdges(y: number, wider: number): { outer: number; inner: number } {
  const share = (y - LEVELS.shoulder) / (LONG_SLEEVE - LEVELS.shoulder);
  return { outer: 91 - 15 * share - wider, inner: 109 - 15 * share + wider * 0.4 };
}

/** A sleeve that hangs from the shoulder point. Its wearer's arm hangs a little away from the body. */
export function sleeve(end: number, wider = 0): Stroke {
  const { inner, outer } = sleeveEdges(end, wider);
  const upper = sleeveEdges(86, wider).outer;
  return both(
    "cloth",
    `M99 52 Q${upper + 5} 56 ${upper} 86 L${outer} ${end} Q${(outer + inner) / 2} ${end + 4} ${inner} ${end} L108 104 Q102 78 99 52 Z`,
  );
}

/** A sleeve that begins below a bare shoulder. */
export function lowSleeve(end: number): Stroke {
  const { inner, outer } = sleeveEdges(end, 0);
  return both(
    "cloth",
    `M96 76 L${outer} ${end} Q${(outer + inner) / 2} ${end + 4} ${inner} ${end} L109 106 L110 88 Z`,
  );
}
