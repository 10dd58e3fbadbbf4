import type { DraftPoint, Polyline } from "#features/patterns/measuring/drafted-part.ts";
import { outerBoundary, withoutNeedless } from "./outer-boundary.ts";
import { linesOfPath } from "./path-lines.ts";

/** A part as a draft stores it for the screen. Lengths in mm; y grows downward. */
export type DrawnLines = {
  readonly part: string;
  readonly title: string;
  readonly lines: readonly { readonly kind: string; readonly d: string }[];
  readonly notches: readonly DraftPoint[];
};

/** From one end to the other. */
export type StraightLine = { readonly from: DraftPoint; readonly to: DraftPoint };

/** What cutting tables, nests and overviews need of a part. Lengths in mm, in the part's own coordinates; y grows downward. */
export type PartOutline = {
  readonly part: string;
  readonly title: string;
  /** Closed, without its first point again: with the seam allowance, and along the fold itself. */
  readonly cut: Polyline;
  readonly sew: readonly Polyline[];
  /** Pleats, darts, buttonholes and other lines inside. */
  readonly inside: readonly Polyline[];
  /** Along the warp. A part on the fold without a grain line has its fold, and null means that the part has neither. */
  readonly grain: StraightLine | null;
  /** The edge that lies on the fold of the cloth; null for a part that is drawn whole. */
  readonly fold: StraightLine | null;
  readonly notches: readonly DraftPoint[];
};

function straightLine(line: Polyline | undefined): StraightLine | null {
  const from = line?.[0];
  const to = line?.at(-1);
  return from && to ? { from, to } : null;
}

/** The outlines of a drawn part: its cut line is the outer boundary of seams and allowances. */
export function outlineOf({ lines, notches, part, title }: DrawnLines): PartOutline {
  const of = (kind: string) =>
    lines.filter((line) => line.kind === kind).flatMap(({ d }) => linesOfPath(d));
  const seams = of("seam");
  const fold = straightLine(of("fold")[0]);
  return {
    part,
    title,
    cut: outerBoundary([...of("allowance"), ...seams]),
    sew: seams.map((line) => withoutNeedless(line)),
    inside: of("inside").map((line) => withoutNeedless(line)),
    grain: straightLine(of("grain")[0]) ?? fold,
    fold,
    notches,
  };
}
