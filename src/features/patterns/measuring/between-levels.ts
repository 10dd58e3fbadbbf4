import type { Finding, MeasureName, Spot } from "#features/patterns/designs/pattern-design.ts";

/** Darts and side seams make a garment narrow between two levels that are farther apart. */
const STEP_MM = 10;
const ROUNDING_MM = 0.05;

/** A garment around a body from one level to another; levels in mm below the waist, negative above it. */
export type BetweenLevels = {
  readonly from: number;
  readonly to: number;
  /** The body's girth; undefined where nothing was measured. */
  readonly bodyAt: (level: number) => number | undefined;
  readonly garmentAt: (level: number) => number;
  readonly spotAt: (level: number) => Spot;
  /** The measure whose options make the garment wider there. */
  readonly measureAt: (level: number) => MeasureName;
};

/**
 * The body is never wider than its garment between the measured levels either: the finding of the tightest level, or null.
 * `leastAround`: what must go around a girth of the body.
 */
export function findTightLevel(
  { bodyAt, from, garmentAt, measureAt, spotAt, to }: BetweenLevels,
  leastAround: (girth: number) => number,
): Finding | null {
  let tightest = { level: 0, short: 0 };
  for (let level = from + STEP_MM; level < to; level += STEP_MM) {
    const girth = bodyAt(level);
    if (girth === undefined) continue;
    const short = leastAround(girth) - garmentAt(level);
    if (short > tightest.short + ROUNDING_MM) tightest = { level, short };
  }
  const { level, short } = tightest;
  if (short <= ROUNDING_MM) return null;
  const side = level < 0 ? "above" : "below";
  const reason = `The garment is ${Math.round(short)} mm narrower than the body needs, ${Math.round(Math.abs(level))} mm ${side} the waist.`;
  return {
    code: "too-small",
    measure: measureAt(level),
    reason,
    spot: spotAt(level),
    by: short,
  };
}
