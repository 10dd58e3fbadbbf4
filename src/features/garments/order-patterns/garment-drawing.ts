import type { Bounds } from "./drawn-lines.ts";
import { boundsOf, movePath } from "./drawn-lines.ts";
import type { PatternPart } from "./pattern-content.ts";

/** A pattern for the customer: outlines in a common size, so that nobody can cut from it. */
export type GarmentDrawing = {
  title: string;
  width: number;
  height: number;
  parts: readonly { title: string; lines: readonly { kind: string; d: string }[] }[];
};

/** The width of every drawing, whatever the garment's size. */
export const DRAWING_WIDTH = 1_000;
const GAP = 40;
/** A row is about this much wider than the drawing is high. */
const RATIO = 1.4;

const SHOWN = ["seam", "fold"];

type Outline = { part: PatternPart; bounds: Bounds };

/** Lays the parts out in rows, tall ones first; positions are in mm. */
function layOut(outlines: readonly Outline[], gap: number) {
  const area = outlines.reduce(
    (sum, { bounds }) => sum + (bounds.width + gap) * (bounds.height + gap),
    0,
  );
  const widest = Math.max(...outlines.map(({ bounds }) => bounds.width));
  const rowWidth = Math.max(widest, Math.sqrt(area * RATIO));
  let x = 0;
  let y = 0;
  let rowHeight = 0;
  let width = 0;
  const placed = outlines
    .toSorted((a, b) => b.bounds.height - a.bounds.height)
    .map((outline) => {
      const { bounds } = outline;
      if (x > 0 && x + bounds.width > rowWidth) {
        [x, y, rowHeight] = [0, y + rowHeight + gap, 0];
      }
      const at = { ...outline, x, y };
      x += bounds.width + gap;
      width = Math.max(width, x - gap);
      rowHeight = Math.max(rowHeight, bounds.height);
      return at;
    });
  return { placed, width, height: y + rowHeight };
}

/**
 * The outlines of a draft, scaled to one width for all garments: the proportions are the person's, the size is not in it. Null
 * when nothing is drawn.
 */
export function simplifyDrawing(
  title: string,
  parts: readonly PatternPart[],
): GarmentDrawing | null {
  const outlines = parts.flatMap((part): Outline[] => {
    const bounds = boundsOf(part.lines.filter(({ kind }) => SHOWN.includes(kind)));
    return bounds ? [{ part, bounds }] : [];
  });
  if (outlines.length === 0) return null;
  const size = Math.max(...outlines.map(({ bounds }) => Math.max(bounds.width, bounds.height)));
  const { height, placed, width } = layOut(outlines, (size * GAP) / DRAWING_WIDTH);
  const scale = DRAWING_WIDTH / width;
  return {
    title,
    width: DRAWING_WIDTH,
    height: Math.ceil(height * scale),
    parts: placed.map(({ bounds, part, x, y }) => ({
      title: part.title,
      lines: part.lines
        .filter(({ kind }) => SHOWN.includes(kind))
        .map(({ d, kind }) => {
          const dx = (x - bounds.x) * scale;
          const dy = (y - bounds.y) * scale;
          return { kind, d: movePath(d, { scale, dx, dy }) };
        }),
    })),
  };
}
