import type { Draft, DrawnPart, DrawnPath } from "./draft.ts";
import type { DrawnSeam, MovedCorner } from "./drawn-seams.ts";
import { numbersOf, stepsOf } from "./drawn-seams.ts";
import type { Point, Step } from "./geometry.ts";
import { distance } from "./geometry.ts";

/** Printed coordinates are rounded, and told moves to a tenth. */
const ROUNDED_MM = 0.3;
/** A landmark this near to a corner is that corner. */
const SAME_POINT_MM = 0.05;

type Move = { readonly from: Point; readonly to: Point };

const endsOf = (steps: readonly Step[]): Point[] =>
  steps.flatMap((step) => ("to" in step ? [step.to] : []));

const isCurve = ({ type }: Step) => type === "curve";

/** In how many curves each curve of a path is drawn; null for a path of another shape. */
function divisionsOf(own: readonly Step[], drawn: readonly Step[]): number | null {
  const curves = own.filter(isCurve).length;
  const more = endsOf(drawn).length - endsOf(own).length;
  if (more === 0) return 1;
  const divisions = 1 + more / curves;
  return Number.isInteger(divisions) && drawn.filter(isCurve).length === divisions * curves
    ? divisions
    : null;
}

/** The ends of a drawn path that are ends of FreeSewing's own, in its order. */
function sharedEnds(own: readonly Step[], drawn: readonly Step[], divisions: number): Point[] {
  const ends = endsOf(drawn);
  let index = -1;
  return own.flatMap((step) => {
    if (!("to" in step)) return [];
    index += isCurve(step) ? divisions : 1;
    return ends[index] ?? [];
  });
}

/** The greatest difference of two paths of the same shape; infinite when they have different shapes. */
function differenceOf(own: readonly Step[], drawn: readonly Step[]): number {
  const divisions = divisionsOf(own, drawn);
  if (divisions === null) return Number.POSITIVE_INFINITY;
  const [one, other] =
    divisions === 1
      ? [numbersOf(own), numbersOf(drawn)]
      : [endsOf(own), sharedEnds(own, drawn, divisions)].map((ends) =>
          ends.flatMap(({ x, y }) => [x, y]),
        );
  if (!one || !other || one.length !== other.length) return Number.POSITIVE_INFINITY;
  return Math.max(0, ...one.map((value, index) => Math.abs(value - (other[index] ?? 0))));
}

/** The line of a part that is nearest to a path; null when none can be it. */
function drawnPathOf(
  path: DrawnPath,
  lines: readonly (readonly Step[])[],
  allowedMm: number,
): readonly Step[] | null {
  const [best] = lines
    .map((steps) => ({ steps, by: differenceOf(path.ops, steps) }))
    .toSorted((a, b) => a.by - b.by);
  return best && best.by <= allowedMm ? best.steps : null;
}

function partAsDrawn(
  part: DrawnPart,
  lines: readonly (readonly Step[])[],
  allowedMm: number,
): DrawnPart {
  const moves: Move[] = [];
  const paths: Record<string, DrawnPath> = {};
  for (const [name, path] of Object.entries(part.paths)) {
    const isShown = !(path.hidden || name.startsWith("__"));
    const drawn = isShown ? drawnPathOf(path, lines, allowedMm) : null;
    paths[name] = drawn ? { ...path, ops: drawn } : path;
    if (!drawn) continue;
    const after = sharedEnds(path.ops, drawn, divisionsOf(path.ops, drawn) ?? 1);
    endsOf(path.ops).forEach((from, index) => {
      const to = after[index];
      if (to) moves.push({ from, to });
    });
  }
  const moved = (point: Point): Point => {
    const own = moves.filter(({ from }) => distance(from, point) <= SAME_POINT_MM);
    const [farthest] = own.toSorted((a, b) => distance(b.from, b.to) - distance(a.from, a.to));
    return farthest?.to ?? point;
  };
  const points = Object.entries(part.points).map(([name, point]) => [name, moved(point)]);
  return { ...part, paths, points: Object.fromEntries(points) };
}

/**
 * FreeSewing's draft with the lines that the shop draws and prints in place of its own, and the landmarks at corners that the shop
 * has moved. Parts that the shop does not print stay FreeSewing's.
 */
export function asDrawn(
  draft: Draft,
  lines: readonly DrawnSeam[],
  moved: readonly MovedCorner[],
): Draft {
  const parts = Object.entries(draft.parts).map(([name, part]): [string, DrawnPart] => {
    const own = lines.filter((line) => line.part === name).map(({ d }) => stepsOf(d));
    if (own.length === 0) return [name, part];
    const allowedMm = moved.reduce(
      (sum, { part: of, byMm }) => (of === name ? sum + Math.abs(byMm) : sum),
      ROUNDED_MM,
    );
    return [name, partAsDrawn(part, own, allowedMm)];
  });
  return { ...draft, parts: Object.fromEntries(parts) };
}
