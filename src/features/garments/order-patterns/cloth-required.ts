import { cutBounds } from "./drawn-lines.ts";
import type { PatternContent, PatternPart } from "./pattern-content.ts";

/** The cloth that most tailors have on the table, in mm. */
export const CLOTH_WIDTHS_MM = [900, 1_150, 1_400, 1_500] as const;

/** The cloth between two cuts. */
const GAP_MM = 10;

type ClothCut = { widthMm: number; heightMm: number };

/** Every copy of every part that is cut from the main fabric, unfolded. */
function cutsOf({ cutList, parts }: Pick<PatternContent, "cutList" | "parts">): ClothCut[] {
  const byName = new Map<string, PatternPart>(parts.map((part) => [part.part, part]));
  return cutList.flatMap(({ cuts, part: name }) => {
    const part = byName.get(name);
    if (!part) return [];
    const { height: heightMm, width } = cutBounds(part);
    return cuts
      .filter(({ material }) => material === "fabric")
      .flatMap(({ cut, onFold }) =>
        Array.from({ length: cut }, () => ({ widthMm: onFold ? 2 * width : width, heightMm })),
      );
  });
}

/**
 * The length of main fabric in mm that a draft needs at a width: its cuts laid out in rows along the grain, the longest first.
 * A tailor who nests them needs less. Null when a cut is wider than the cloth.
 */
export function clothRequired(
  draft: Pick<PatternContent, "cutList" | "parts">,
  widthMm: number,
): number | null {
  const cuts = cutsOf(draft).toSorted((a, b) => b.heightMm - a.heightMm);
  const rows: { leftMm: number; heightMm: number }[] = [];
  for (const { heightMm, widthMm: own } of cuts) {
    if (own > widthMm) return null;
    const row = rows.find(({ leftMm }) => leftMm >= own);
    if (row) row.leftMm -= own + GAP_MM;
    else rows.push({ leftMm: widthMm - own - GAP_MM, heightMm: heightMm + GAP_MM });
  }
  return Math.ceil(rows.reduce((sum, row) => sum + row.heightMm, 0));
}
