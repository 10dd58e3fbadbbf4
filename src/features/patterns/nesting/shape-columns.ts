import type { Polyline } from "#features/patterns/measuring/drafted-part.ts";
import type { CutShape } from "./cut-shapes.ts";

/** The cloth is looked at in columns of this width, in mm. */
export const COLUMN_MM = 5;
/** Cloth between two cuts, in mm. */
const GAP_MM = 3;

/** What a shape covers of each column from its left: pairs of from and to along the cloth, ascending. */
export type ShapeColumns = {
  readonly columns: readonly Float64Array[];
  readonly widthMm: number;
  readonly heightMm: number;
};

type Range = [from: number, to: number];

/** Where the line at x runs inside a closed outline. */
function insideAt(outline: Polyline, x: number): Range[] {
  const crossings: number[] = [];
  outline.forEach((a, index) => {
    const b = outline[(index + 1) % outline.length] ?? a;
    if (a.x <= x === b.x <= x) return;
    crossings.push(a.y + ((x - a.x) / (b.x - a.x)) * (b.y - a.y));
  });
  crossings.sort((a, b) => a - b);
  return crossings.flatMap((from, index): Range[] => {
    const to = crossings[index + 1];
    return index % 2 === 0 && to !== undefined ? [[from, to]] : [];
  });
}

/** Adds what the edge itself covers of each column, with the gap to its right. */
function addEdges(outline: Polyline, columns: Range[][]): void {
  outline.forEach((a, index) => {
    const b = outline[(index + 1) % outline.length] ?? a;
    const [left, right] = a.x <= b.x ? [a, b] : [b, a];
    const slope = right.x - left.x > 1e-9 ? (right.y - left.y) / (right.x - left.x) : null;
    const first = Math.max(0, Math.floor(left.x / COLUMN_MM));
    const last = Math.min(columns.length - 1, Math.floor((right.x + GAP_MM - 1e-9) / COLUMN_MM));
    for (let column = first; column <= Math.max(first, last); column += 1) {
      const from = Math.min(right.x, Math.max(left.x, column * COLUMN_MM - GAP_MM));
      const to = Math.min(right.x, (column + 1) * COLUMN_MM);
      const ys =
        slope === null ? [left.y, right.y] : [from, to].map((x) => left.y + slope * (x - left.x));
      columns[column]?.push([Math.min(...ys), Math.max(...ys)]);
    }
  });
}

function merged(ranges: readonly Range[]): Float64Array {
  const sorted = ranges
    .map(([from, to]): Range => [from - GAP_MM / 2, to + GAP_MM / 2])
    .toSorted((a, b) => a[0] - b[0]);
  const joined: Range[] = [];
  for (const [from, to] of sorted) {
    const last = joined.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return Float64Array.from(joined.flat());
}

/**
 * A shape as columns: whatever lies in a column in part is counted in whole, with the gap between two cuts, so that shapes whose columns
 * do not overlap never touch. The gap to the right may lie beyond the selvedge.
 */
export function columnsOf({ heightMm, outlines, widthMm }: CutShape): ShapeColumns {
  const columns: Range[][] = Array.from(
    { length: Math.max(1, Math.ceil((widthMm + GAP_MM) / COLUMN_MM)) },
    () => [],
  );
  for (const outline of outlines) {
    addEdges(outline, columns);
    columns.forEach((ranges, column) => {
      ranges.push(...insideAt(outline, (column + 0.5) * COLUMN_MM));
    });
  }
  return { columns: columns.map(merged), widthMm, heightMm };
}

/** The columns of a shape after half a turn. */
export function turnedColumnsOf(shape: CutShape): ShapeColumns {
  const { heightMm, outlines, widthMm } = shape;
  const turned = outlines.map((outline) =>
    outline.map(({ x, y }) => ({ x: widthMm - x, y: heightMm - y })),
  );
  return columnsOf({ ...shape, outlines: turned });
}
