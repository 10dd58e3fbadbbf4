import type {
  DraftOptions,
  FindingCode,
  MeasureName,
} from "#features/patterns/designs/pattern-design.ts";
import type { Drafted } from "#features/patterns/measuring/drafted.ts";

/** A stretch of a part's seam line between two of its points. */
export type SeamEdge = {
  readonly part: string;
  readonly from: string;
  readonly to: string;
  /** A point that the stretch passes; null for the shorter way around the part. */
  readonly via: string | null;
  /** FreeSewing's name of the line; null for the straight line between points that lie on a straight edge. */
  readonly path: string | null;
  /** Of a half that is sewn on both sides. */
  readonly times: number;
};

/** The first name is the part's, then both ends; the last one is passed on the way. */
export const edge = (
  part: string,
  from: string,
  to: string,
  via: string | null = null,
): SeamEdge => ({
  part,
  from,
  to,
  via,
  path: "seam",
  times: 1,
});

/** The same stretch on both halves of the garment. */
export const twice = (half: SeamEdge): SeamEdge => ({ ...half, times: 2 });

/** The same stretch of another of FreeSewing's lines. */
export const along = (path: string, stretch: SeamEdge): SeamEdge => ({ ...stretch, path });

/** Between two points of a straight edge that are no corners of it, such as notches of a waistband. */
export const straight = (part: string, from: string, to: string): SeamEdge => ({
  part,
  from,
  to,
  via: null,
  path: null,
  times: 1,
});

/** How much longer the first side of a pair may be than the second, in mm. */
export type SeamEase = { readonly least: number; readonly most: number };

/** Seams are sewn together when they are equal within this many millimetres, or within their declared ease. */
const SEAM_TOLERANCE_MM = 2;

export const EQUAL: SeamEase = { least: -SEAM_TOLERANCE_MM, most: SEAM_TOLERANCE_MM };

/** An end of a stretch that a tailor moves along its seam until both seams are equal. */
export type TruedEnd = {
  readonly side: "one" | "other";
  readonly edge: SeamEdge;
  readonly end: "from" | "to";
  /** Of the difference: 0.5 where both sides move. */
  readonly share: number;
  /** Points beyond the end that move with it, such as the hem below a wrist. */
  readonly followers: readonly string[];
  /** A hem is never raised: the other side is made longer instead. */
  readonly onlyLonger: boolean;
};

/** Two seam lines that are sewn together. */
export type SeamPair = {
  /** For the tailor: "Outer leg seam". */
  readonly name: string;
  readonly one: readonly SeamEdge[];
  readonly other: readonly SeamEdge[];
  readonly ease: SeamEase;
  /** Of a sleeve cap: the ease that was asked for, as a share of its armhole; the cap is within `CAP_TOLERANCE_MM` of it, too. */
  readonly requestedEase: number | null;
  /** Nothing where a difference is a fault of the draft. */
  readonly trued: readonly TruedEnd[];
  /** Both sides begin at the same end and get a notch in their middle. FreeSewing notches the others itself. */
  readonly notched: boolean;
  /** What the solver reads: levers cure a gap of the sleeve cap. */
  readonly finding: { readonly code: FindingCode; readonly measure: MeasureName | null };
};

type Details = Partial<Pick<SeamPair, "requestedEase" | "ease" | "trued" | "notched" | "finding">>;

/** Two stretches, or lists of them, that are sewn together. Equal within 2 mm unless an ease is given. */
export function pair(
  name: string,
  [one, other]: readonly [SeamEdge | readonly SeamEdge[], SeamEdge | readonly SeamEdge[]],
  {
    requestedEase = null,
    ease = EQUAL,
    trued = [],
    notched = false,
    finding = { code: "seams-differ", measure: null },
  }: Details = {},
): SeamPair {
  return {
    name,
    one: [one].flat(),
    other: [other].flat(),
    requestedEase,
    ease,
    trued,
    notched,
    finding,
  };
}

/** The difference, or a share of it, is made up at one end. */
export const truedAt = (
  side: TruedEnd["side"],
  stretch: SeamEdge,
  end: TruedEnd["end"],
  {
    share = 1,
    followers = [],
    onlyLonger = false,
  }: Partial<Pick<TruedEnd, "share" | "followers" | "onlyLonger">> = {},
): TruedEnd => ({ side, edge: stretch, end, share, followers, onlyLonger });

/** Whichever of two hems is too short is lowered. */
export const lowered = (one: SeamEdge, other: SeamEdge): readonly TruedEnd[] => [
  truedAt("one", one, "to", { onlyLonger: true }),
  truedAt("other", other, "to", { onlyLonger: true }),
];

/** A sleeve cap may be this much longer or shorter than asked for: the one rule of caps, which the measurement table shows. */
export const CAP_TOLERANCE_MM = 8.5;

/** The ease of a sleeve cap that a draft was asked for. */
export const capEaseOf = ({ sleevecapEase }: DraftOptions): number =>
  typeof sleevecapEase === "number" ? sleevecapEase : 0;

/** A sleeve cap and its armhole. `most`: what the cloth can be eased by without gathers; `requestedEase`: a share of the armhole. */
export function capPair(
  cap: readonly SeamEdge[],
  armhole: readonly SeamEdge[],
  { requestedEase, most }: { requestedEase: number; most: number },
): SeamPair {
  return pair("Sleeve cap to armhole", [cap, armhole], {
    requestedEase,
    ease: { least: -SEAM_TOLERANCE_MM, most },
    finding: { code: "cap-gap", measure: "sleeveCap" },
  });
}

/** The pairs of one draft: its options decide whether there is a dart or a sleeve, and how much a cap is eased. */
export type PairsOfDraft = (drafted: Drafted, options: DraftOptions) => readonly SeamPair[];
