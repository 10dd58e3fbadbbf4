import type { SeamEdge } from "#features/patterns/seams/seam-pair.ts";
import { along, edge, straight } from "#features/patterns/seams/seam-pair.ts";

/** An edge whose seam allowance is not that of the rest of its part. */
export type EdgeAllowance = {
  /** For the tailor: "Center back". */
  readonly name: string;
  readonly edge: SeamEdge;
  /** Beside a zip, what is let out later, or the wider side of a felled seam. */
  readonly purpose: "opening" | "inlay" | "felled";
  /** In mm; of a felled seam a multiple of the seam allowance that FreeSewing draws. */
  readonly allowance: { readonly mm: number } | { readonly times: number };
};

/** Trousers and jackets are let out at the center back seam, and jackets and waistcoats at the side. */
const INLAY_MM = 25;
const SIDE_INLAY_MM = 20;
/** On both sides of a concealed zip. */
const OPENING_MM = 20;
/** FreeSewing's allowance of a felled seam; the other side of the seam has the plain one, which it wraps. */
const FELLED_TIMES = 1.5;

const inlay = (name: string, stretch: SeamEdge, mm: number): EdgeAllowance => ({
  name,
  edge: stretch,
  purpose: "inlay",
  allowance: { mm },
});

const opening = (stretch: SeamEdge): EdgeAllowance => ({
  name: "Center back",
  edge: stretch,
  purpose: "opening",
  allowance: { mm: OPENING_MM },
});

const felled = (name: string, stretch: SeamEdge): EdgeAllowance => ({
  name,
  edge: stretch,
  purpose: "felled",
  allowance: { times: FELLED_TIMES },
});

/** Edges by part, beside the hems of `HEM_ALLOWANCES_MM`. */
export const EDGE_ALLOWANCES: Readonly<Record<string, readonly EdgeAllowance[]>> = {
  "simon.frontLeft": [felled("Side seam", edge("simon.frontLeft", "armhole", "waist"))],
  "simon.frontRight": [felled("Side seam", edge("simon.frontRight", "armhole", "waist"))],
  "simon.sleeve": [
    felled("Armhole", edge("simon.sleeve", "bicepsRight", "bicepsLeft", "sleeveTip")),
  ],
  "charlie.back": [
    inlay("Center back", edge("charlie.back", "styleWaistIn", "crossSeamCurveStart"), INLAY_MM),
  ],
  "titan.back": [
    inlay("Center back", edge("titan.back", "styleWaistIn", "crossSeamCurveStart"), INLAY_MM),
  ],
  "penelope.back": [opening(straight("penelope.back", "lWaist", "lSeat"))],
  "bella.back": [opening(edge("bella.back", "cbNeck", "waistCenter"))],
  "noble.backInside": [
    opening(along("insideSeam", edge("noble.backInside", "cbNeck", "waistCenter"))),
  ],
  "jaeger.back": [
    // Above every vent.
    inlay("Side seam", edge("jaeger.back", "bsArmholeHollow", "waist"), SIDE_INLAY_MM),
  ],
  "wahid.back": [inlay("Side seam", edge("wahid.back", "armhole", "hem", "waist"), SIDE_INLAY_MM)],
};

const PURPOSES: Readonly<Record<EdgeAllowance["purpose"], string>> = {
  opening: "mm beside the zip",
  inlay: "mm inlay",
  felled: "mm, felled",
};

/** In mm, beside a part with this seam allowance; never less than it. */
export const allowanceOf = ({ allowance }: EdgeAllowance, seamAllowance: number): number =>
  "mm" in allowance
    ? Math.max(allowance.mm, seamAllowance)
    : Math.round(allowance.times * seamAllowance);

/** "Center back: 25 mm inlay.", for the cut list; nothing for a draft without seam allowance. */
export function edgeNotes(part: string, seamAllowance: number): readonly string[] {
  if (seamAllowance === 0) return [];
  return (EDGE_ALLOWANCES[part] ?? []).map(
    (each) => `${each.name}: ${allowanceOf(each, seamAllowance)} ${PURPOSES[each.purpose]}.`,
  );
}
