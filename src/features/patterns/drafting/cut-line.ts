import type { EdgeAllowance } from "#features/patterns/cutting/edge-allowances.ts";
import { allowanceOf, EDGE_ALLOWANCES } from "#features/patterns/cutting/edge-allowances.ts";
import type { Drafted } from "#features/patterns/measuring/drafted.ts";
import type { DraftPoint, Polyline } from "#features/patterns/measuring/drafted-part.ts";
import { distance, sliceAt, strokesOf } from "#features/patterns/measuring/drafted-part.ts";
import { outerBoundary, withoutNeedless } from "#features/patterns/outlines/outer-boundary.ts";
import { lineOfEdge } from "#features/patterns/seams/walk-seams.ts";
import type { FreeSewingPart, FreeSewingPath } from "./freesewing.server.ts";
import { withoutLoops } from "./without-loops.ts";

/** A part of a finished draft with its seam line. */
export type OutlinedPart = {
  readonly name: string;
  readonly part: FreeSewingPart;
  readonly outline: Polyline;
};

/** Whether a line is part of what scissors follow. */
export const isAllowance = (name: string, path: FreeSewingPath): boolean =>
  !path.hidden &&
  !name.startsWith("__") &&
  (path.attributes.get("class") || "").split(" ").includes("sa");

const allowanceLines = ({ paths }: FreeSewingPart) =>
  Object.entries(paths).filter(([name, path]) => isAllowance(name, path));

function distanceToSegment(point: DraftPoint, from: DraftPoint, to: DraftPoint): number {
  const length = distance(from, to);
  if (length === 0) return distance(point, from);
  const along =
    ((point.x - from.x) * (to.x - from.x) + (point.y - from.y) * (to.y - from.y)) / length ** 2;
  const share = Math.min(1, Math.max(0, along));
  const x = from.x + share * (to.x - from.x);
  return distance(point, { x, y: from.y + share * (to.y - from.y) });
}

/** How far a point lies outside a closed line, in mm; 0 within it. */
export function distanceOutside(outline: Polyline, point: DraftPoint): number {
  if (isInside(outline, point)) return 0;
  const distances = outline.map((from, index) =>
    distanceToSegment(point, from, outline[(index + 1) % outline.length] ?? from),
  );
  return Math.min(...distances);
}

/** Two ends of a cut line that are this close belong to one corner. */
const CORNER_MM = 30;

/** Joins ends of the cut line that FreeSewing leaves open at a corner. */
export function closeCutLine({ part }: OutlinedPart): void {
  const lines = allowanceLines(part).flatMap(([, path]) => strokesOf(path));
  const ends = lines.flatMap((line) => [line[0] ?? [], line.at(-1) ?? []].flat());
  const isOpen = (end: DraftPoint) =>
    ends.filter((other) => distance(other, end) < 0.05).length < 2;
  const [one, other, more] = ends.filter(isOpen);
  if (!one || !other || more || distance(one, other) > CORNER_MM) return;
  const { Path, Point } = part.shorthand();
  part.paths.saCorner = new Path()
    .move(new Point(one.x, one.y))
    .line(new Point(other.x, other.y))
    .attr("class", "fabric sa");
}

/** The cut line without the loops in which the allowances of two seams overlap at a sharp corner. */
export function removeLoops({ part }: OutlinedPart): void {
  for (const [name, path] of allowanceLines(part)) {
    // As exact as an outline is, with a tenth of the points to compare with each other.
    const lines = strokesOf(path).map((line) => withoutNeedless(line));
    const open = lines.map(withoutLoops);
    if (open.every((line, index) => line === lines[index])) continue;
    const { Path, Point } = part.shorthand();
    const drawn = open.reduce((whole, [first, ...rest]) => {
      if (!first) return whole;
      const start = whole.move(new Point(first.x, first.y));
      return rest.reduce((each, { x, y }) => each.line(new Point(x, y)), start);
    }, new Path());
    part.paths[name] = drawn.attr("class", path.attributes.get("class") || "fabric sa");
  }
}

/** A strip ends this far inside the cut line beside it, so that no corner of one lies on a corner of the other. */
const INTO_CUT_LINE_MM = 0.5;

/** A stretch with both ends drawn out along it, so that its allowance reaches as far as that of the seams beside it. */
function drawnOut(line: Polyline, byMm: number): Polyline {
  const beyond = (end: DraftPoint | undefined, before: DraftPoint | undefined): DraftPoint[] => {
    if (!end || !before || distance(end, before) === 0) return [];
    const share = byMm / distance(end, before);
    return [{ x: end.x + share * (end.x - before.x), y: end.y + share * (end.y - before.y) }];
  };
  return [...beyond(line[0], line[1]), ...line, ...beyond(line.at(-1), line.at(-2))];
}

/** The same line beside a stretch, `mm` to its left as it runs; negative: to its right. */
function beside(line: Polyline, mm: number): Polyline {
  return line.map((point, index) => {
    const from = line[index - 1] ?? point;
    const to = line[index + 1] ?? point;
    const length = distance(from, to) || 1;
    return {
      x: point.x + (mm * (to.y - from.y)) / length,
      y: point.y - (mm * (to.x - from.x)) / length,
    };
  });
}

const isInside = (outline: Polyline, { x, y }: DraftPoint) =>
  sliceAt(outline, y).some(({ from, to }) => from < x && x < to);

/** The strip of cloth outside an edge, as a closed line. */
function stripOutside(
  drafted: Drafted,
  outline: Polyline,
  { each, seamAllowance }: { each: EdgeAllowance; seamAllowance: number },
): Polyline {
  const stretch = withoutNeedless(lineOfEdge(drafted, each.edge));
  const line = drawnOut(stretch, seamAllowance - INTO_CUT_LINE_MM);
  const mm = allowanceOf(each, seamAllowance);
  const middle = stretch[Math.floor(stretch.length / 2)];
  const probe = beside(stretch, 1)[Math.floor(stretch.length / 2)];
  const isLeftInside = middle !== undefined && probe !== undefined && isInside(outline, probe);
  const outer = beside(line, isLeftInside ? -mm : mm);
  const [first] = line;
  return [...line, ...outer.toReversed(), ...(first ? [first] : [])];
}

/** The cut line of a part with the allowances of single edges, in place of FreeSewing's own. */
export function widenEdges(
  drafted: Drafted,
  { name, part, outline }: OutlinedPart,
  seamAllowance: number,
): void {
  // FreeSewing draws the allowance of felled seams itself.
  const own = (EDGE_ALLOWANCES[name] ?? []).filter(
    (each) => each.purpose !== "felled" && allowanceOf(each, seamAllowance) > seamAllowance,
  );
  if (own.length === 0) return;
  const lines = allowanceLines(part);
  const drawn = lines.flatMap(([, line]) => strokesOf(line));
  const strips = own.map((each) => stripOutside(drafted, outline, { each, seamAllowance }));
  const [first, ...rest] = outerBoundary([...drawn, outline, ...strips]);
  if (!first) return;
  for (const [path] of lines) delete part.paths[path];
  const { Path, Point } = part.shorthand();
  const start = new Point(first.x, first.y);
  const line = rest.reduce((path, { x, y }) => path.line(new Point(x, y)), new Path().move(start));
  part.paths.saHouse = line.line(start).attr("class", "fabric sa");
}
