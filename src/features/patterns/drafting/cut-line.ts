import type { EdgeAllowance } from "#features/patterns/cutting/edge-allowances.ts";
import { allowanceOf, EDGE_ALLOWANCES } from "#features/patterns/cutting/edge-allowances.ts";
import type { Drafted } from "#features/patterns/measuring/drafted.ts";
import type { DraftPoint, Polyline } from "#features/patterns/measuring/drafted-part.ts";
import { distance, sliceAt, strokesOf } from "#features/patterns/measuring/drafted-part.ts";
import { outerBoundary, withoutNeedless } from "#features/patterns/outlines/outer-boundary.ts";
import { lineOfEdge } from "#features/patterns/seams/walk-seams.ts";
import type { FreeSewingPart, FreeSewingPath } from "./freesewing.server.ts";
import { withoutLoops, withoutSpurs } from "./without-loops.ts";

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

export const allowanceLines = ({ paths }: FreeSewingPart) =>
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

/** A corner of a hem is where the allowance of the hem is at least this many times that of the seam beside it. */
const HEM_TIMES = 1.8;
/** The cosine of the angle between both allowances at such a corner is at most this. */
const ACROSS = 0.4;
/** What is turned up less needs no more of the seam beside it. */
const LEAST_HEM_MM = 18;

/** The point of a line that lies nearest to another point, the first of several. */
export function nearestPoint(line: Polyline, to: DraftPoint): DraftPoint | undefined {
  let nearest: DraftPoint | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const point of line) {
    const away = distance(point, to);
    if (away < least) {
      least = away;
      nearest = point;
    }
  }
  return nearest;
}

/** A point of a cut line with the point of the seam line that lies nearest to it. */
type BesideSeam = { readonly point: DraftPoint; readonly seam: DraftPoint };

/**
 * The corner that a straight piece of cut line between the allowance of a seam and that of a hem leaves out; null elsewhere. Both ends lie beside
 * the same corner of the seam line.
 */
function hemCornerOf(one: BesideSeam, other: BesideSeam): DraftPoint | null {
  const corner = one.seam;
  if (distance(corner, other.seam) > 1) return null;
  const { point: from } = one;
  const { point: to } = other;
  const lengths = [distance(from, corner), distance(to, corner)].toSorted((a, b) => a - b);
  const [seam = 0, hem = 0] = lengths;
  if (seam < 2 || hem < LEAST_HEM_MM || hem < HEM_TIMES * seam) return null;
  const x = from.x + to.x - 2 * corner.x;
  const y = from.y + to.y - 2 * corner.y;
  const product = (from.x - corner.x) * (to.x - corner.x) + (from.y - corner.y) * (to.y - corner.y);
  return Math.abs(product) <= ACROSS * seam * hem ? { x: corner.x + x, y: corner.y + y } : null;
}

/** A straight piece of a cut line that is shorter crosses no corner of a hem. */
const LEAST_CORNER_MM = 15;

/**
 * Goes on with the allowance of a seam down to the edge of the hem, where FreeSewing cuts from one to the other: a hem that is turned up has the seam
 * beside it, which is sewn to its end. The same line where there is no such corner.
 */
function withHemCorners(line: Polyline, outline: Polyline): Polyline {
  const seams = new Map<DraftPoint, DraftPoint>();
  const besideSeam = (point: DraftPoint): BesideSeam => {
    const seam = seams.get(point) ?? nearestPoint(outline, point) ?? point;
    seams.set(point, seam);
    return { point, seam };
  };
  const squared = line.flatMap((point, index) => {
    const before = line[index - 1];
    if (!before || distance(before, point) < LEAST_CORNER_MM) return [point];
    const corner = hemCornerOf(besideSeam(before), besideSeam(point));
    return corner ? [corner, point] : [point];
  });
  return squared.length === line.length ? line : squared;
}

/** Lines in the style of a path of the cut line. */
function redrawn(
  part: FreeSewingPart,
  lines: readonly Polyline[],
  path: FreeSewingPath,
): FreeSewingPath {
  const { Path, Point } = part.shorthand();
  const drawn = lines.reduce((whole, [first, ...rest]) => {
    if (!first) return whole;
    const start = whole.move(new Point(first.x, first.y));
    return rest.reduce((each, { x, y }) => each.line(new Point(x, y)), start);
  }, new Path());
  return drawn.attr("class", path.attributes.get("class") || "fabric sa");
}

const areSame = (lines: readonly Polyline[], others: readonly Polyline[]) =>
  lines.every((line, index) => line === others[index]);

/**
 * Gives the cut line of a part the corners of its hems, and leaves out spurs and the loops in which the allowances of two seams overlap at a sharp
 * corner. A line that has none of these stays as FreeSewing drew it.
 */
export function tidyCutLine({ outline, part }: OutlinedPart): void {
  if (outline.length === 0) return;
  for (const [name, path] of allowanceLines(part)) {
    const drawn = strokesOf(path);
    // As exact as an outline is, with a tenth of the points to compare with each other.
    const coarse = drawn.map((line) => withoutNeedless(line));
    const squared = coarse.map((line) => withHemCorners(line, outline));
    const isSquared = !areSame(squared, coarse);
    const from = isSquared ? squared : drawn;
    const plain = from.map(withoutSpurs);
    const lines = plain.map((line, index) =>
      line === drawn[index] ? (coarse[index] ?? line) : withoutNeedless(line),
    );
    const open = lines.map(withoutLoops);
    if (!areSame(plain, from) || !areSame(open, lines))
      part.paths[name] = redrawn(part, open, path);
    else if (isSquared) part.paths[name] = redrawn(part, squared, path);
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
