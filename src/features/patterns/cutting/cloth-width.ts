import type { Cut, Finding } from "#features/patterns/designs/pattern-design.ts";
import type { Drafted } from "#features/patterns/measuring/drafted.ts";
import { NotDrafted } from "#features/patterns/measuring/drafted.ts";

/** The widest cloth of the house. */
const MAX_CLOTH_WIDTH_MM = 1_500;
/** Selvages and the seam allowances of both sides. */
const EDGES_MM = 40;

type Size = { readonly width: number; readonly height: number };

/** The box around the seam lines of a part; null for a part without an outline. */
function sizeOf(drafted: Drafted, part: string): Size | null {
  try {
    const line = drafted.line(part);
    const xs = line.map(({ x }) => x);
    const ys = line.map(({ y }) => y);
    return { width: Math.max(...xs) - Math.min(...xs), height: Math.max(...ys) - Math.min(...ys) };
  } catch (error) {
    if (error instanceof NotDrafted) return null;
    throw error;
  }
}

/**
 * A finding for each part of the main fabric that is wider across the grain, unfolded, than the widest cloth: it cannot be cut in
 * one piece, and is divided into panels.
 */
export function findWiderThanCloth(
  drafted: Drafted,
  cutsOf: (part: string) => readonly Cut[],
): readonly Finding[] {
  return drafted.visibleParts.flatMap((part): readonly Finding[] => {
    const cuts = cutsOf(part).filter(({ material }) => material === "fabric");
    const size = cuts.length > 0 ? sizeOf(drafted, part) : null;
    if (!size) return [];
    const halves = cuts.some(({ onFold }) => onFold) ? 2 : 1;
    // A strip, such as a waistband or a binding, lies along the cloth.
    const isStrip = size.width > 4 * size.height || size.height > 4 * size.width;
    const width = isStrip ? Math.min(size.width, size.height) : halves * size.width;
    const by = width + EDGES_MM - MAX_CLOTH_WIDTH_MM;
    if (by <= 0) return [];
    const reason = `A part is ${Math.round(width)} mm wide, unfolded: no cloth of ${MAX_CLOTH_WIDTH_MM} mm holds it.`;
    return [{ code: "wider-than-cloth", measure: null, reason, spot: null, by }];
  });
}
