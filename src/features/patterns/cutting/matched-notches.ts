import type { SeamEdge } from "#features/patterns/seams/seam-pair.ts";
import { edge, straight } from "#features/patterns/seams/seam-pair.ts";

/** Notches that meet, on stretches of which only a part is sewn together. */
type MatchedNotches = {
  readonly name: string;
  /** How far from the beginning of each stretch: a share of the length of `of`. */
  readonly share: number;
  readonly of: SeamEdge;
  readonly on: readonly SeamEdge[];
};

const CUFF = straight("simon.cuff", "buttonLineTop", "buttonholeLineTop");

/**
 * The opening of a shirt sleeve lies a quarter of the wrist behind its seam, and the cuff ends at the opening: one notch shows where
 * the sleeve is opened, the other where its seam meets the cuff.
 */
export const MATCHED_NOTCHES: readonly MatchedNotches[] = [
  {
    name: "cuff",
    share: 0.25,
    of: CUFF,
    on: [edge("simon.sleeve", "wristRight", "wristLeft", "cuffMid"), CUFF],
  },
];
