import type { DraftPoint, Polyline } from "#features/patterns/measuring/drafted-part.ts";
import { distance } from "#features/patterns/measuring/drafted-part.ts";

/** Ends of lines that lie closer than this are one point. FreeSewing's own rounding is below it. */
const SAME_MM = 0.05;
/** Two lines of allowance that end at a corner are at most this far apart. */
const CORNER_GAP_MM = 60;

/** A curve drawn with straight lines stays within this of its course. */
const STRAIGHT_MM = 0.1;

type Node = { readonly point: DraftPoint; readonly next: Set<string> };
type Segment = { readonly a: DraftPoint; readonly b: DraftPoint };

const keyOf = ({ x, y }: DraftPoint) => `${Math.round(x / SAME_MM)} ${Math.round(y / SAME_MM)}`;

function segmentsOf(lines: readonly Polyline[]): Segment[] {
  return lines.flatMap((line) =>
    line.slice(1).flatMap((b, index) => {
      const a = line[index];
      return a && keyOf(a) !== keyOf(b) ? [{ a, b }] : [];
    }),
  );
}

/** The point of a stretch that lies farthest from the straight line between its ends, and how far. */
function farthestOf(line: Polyline, from: number, to: number): { index: number; away: number } {
  const first = line[from];
  const last = line[to];
  const found = { index: from, away: 0 };
  if (!first || !last) return found;
  const x = last.x - first.x;
  const y = last.y - first.y;
  const length = distance(first, last);
  for (let index = from + 1; index < to; index += 1) {
    const point = line[index] ?? first;
    const away =
      length < SAME_MM
        ? distance(first, point)
        : Math.abs(x * (point.y - first.y) - y * (point.x - first.x)) / length;
    if (away > found.away) {
      found.away = away;
      found.index = index;
    }
  }
  return found;
}

/** The points of a line that it needs to stay within `withinMm` of its course; its ends stay (Ramer, Douglas and Peucker). */
export function withoutNeedless(line: Polyline, withinMm = STRAIGHT_MM): Polyline {
  if (line.length < 3) return line;
  const needed: DraftPoint[] = [];
  const addStretch = (from: number, to: number): void => {
    const { away, index } = farthestOf(line, from, to);
    if (away > withinMm) {
      addStretch(from, index);
      addStretch(index, to);
    } else needed.push(...line.slice(from, from + 1));
  };
  addStretch(0, line.length - 1);
  return [...needed, ...line.slice(-1)];
}

/** Where two segments meet, as shares of the first one: none, one, or two where they lie on each other. */
function meetingsOf({ a, b }: Segment, { a: c, b: d }: Segment): number[] {
  const length = distance(a, b);
  const ux = (b.x - a.x) / length;
  const uy = (b.y - a.y) / length;
  const along = (p: DraftPoint) => (p.x - a.x) * ux + (p.y - a.y) * uy;
  const aside = (p: DraftPoint) => (p.y - a.y) * ux - (p.x - a.x) * uy;
  const found = [c, d].filter((p) => Math.abs(aside(p)) < SAME_MM).map(along);
  const from = aside(c);
  const to = aside(d);
  if (found.length === 0 && from > 0 !== to > 0) {
    const share = from / (from - to);
    found.push(along({ x: c.x + share * (d.x - c.x), y: c.y + share * (d.y - c.y) }));
  }
  return found.filter((at) => at > SAME_MM && at < length - SAME_MM).map((at) => at / length);
}

/** Every segment cut where another one meets it. */
function splitAtMeetings(segments: readonly Segment[]): Segment[] {
  const boxes = segments.map(({ a, b }) => ({
    left: Math.min(a.x, b.x) - SAME_MM,
    right: Math.max(a.x, b.x) + SAME_MM,
    top: Math.min(a.y, b.y) - SAME_MM,
    bottom: Math.max(a.y, b.y) + SAME_MM,
  }));
  return segments.flatMap((segment, index) => {
    const own = boxes[index];
    const shares = segments.flatMap((other, position) => {
      const box = boxes[position];
      if (!own || !box || position === index) return [];
      if (box.left > own.right || box.right < own.left) return [];
      if (box.top > own.bottom || box.bottom < own.top) return [];
      return meetingsOf(segment, other);
    });
    const { a, b } = segment;
    const at = (share: number) => ({ x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) });
    const points = [a, ...shares.toSorted((one, two) => one - two).map(at), b];
    return segmentsOf([points]);
  });
}

type Graph = Map<string, Node>;

function addEdge(graph: Graph, { a, b }: Segment): void {
  for (const [from, to] of [
    [a, b],
    [b, a],
  ] as const) {
    const key = keyOf(from);
    const node = graph.get(key) ?? { point: from, next: new Set() };
    if (keyOf(to) !== key) node.next.add(keyOf(to));
    graph.set(key, node);
  }
}

/** Joins each open end to the nearest other one, as at a corner without a seam, else to the nearest point of the part. */
function closeOpenEnds(graph: Graph): void {
  const isOpen = ({ next }: Node) => next.size === 1;
  for (const [key, node] of graph) {
    if (!isOpen(node)) continue;
    const others = [...graph].filter(([other]) => other !== key && !node.next.has(other));
    const away = ([, { point }]: [string, Node]) => distance(point, node.point);
    const nearest = (of: [string, Node][]) =>
      of.reduce<[string, Node] | null>(
        (best, each) => (best && away(best) <= away(each) ? best : each),
        null,
      );
    const corner = nearest(others.filter(([, other]) => isOpen(other)));
    const target = corner && away(corner) <= CORNER_GAP_MM ? corner : nearest(others);
    if (target) addEdge(graph, { a: node.point, b: target[1].point });
  }
}

const turnFrom = (backward: number, angle: number) => {
  const turn = (angle - backward) % (2 * Math.PI);
  return turn > 1e-9 ? turn : turn + 2 * Math.PI;
};

/** The next point of a walk that keeps the outside on one hand, from a point that was reached from the direction `backward`. */
function outermostNext(graph: Graph, { next, point }: Node, backward: number): string {
  let chosen = "";
  let least = Infinity;
  for (const candidate of next) {
    const to = graph.get(candidate)?.point ?? point;
    const turn = turnFrom(backward, Math.atan2(to.y - point.y, to.x - point.x));
    if (turn < least) [least, chosen] = [turn, candidate];
  }
  return chosen;
}

/** Keeps the outside on one hand from the leftmost point until it comes back. */
function walk(graph: Graph): DraftPoint[] {
  const leftmost = [...graph].reduce<[string, Node] | null>((best, each) => {
    return best && best[1].point.x <= each[1].point.x ? best : each;
  }, null);
  if (!leftmost) return [];
  const [start] = leftmost;
  const line: DraftPoint[] = [];
  let [key, node] = leftmost;
  let backward = Math.PI;
  let first = "";
  const edges = [...graph.values()].reduce((sum, { next }) => sum + next.size, 0);
  for (let step = 0; step <= edges; step += 1) {
    const chosen = outermostNext(graph, node, backward);
    if (key === start && chosen === first) break;
    first ||= chosen;
    line.push(node.point);
    const to = graph.get(chosen);
    if (!to) break;
    backward = Math.atan2(node.point.y - to.point.y, node.point.x - to.point.x);
    key = chosen;
    node = to;
  }
  return line;
}

/** Without points that repeat their neighbor, and without ways there and back. */
function tidy(outline: readonly DraftPoint[]): DraftPoint[] {
  const line: DraftPoint[] = [];
  for (const point of outline) {
    const last = line.at(-1);
    const before = line.at(-2);
    if (last && keyOf(last) === keyOf(point)) continue;
    if (before && keyOf(before) === keyOf(point)) line.pop();
    else line.push(point);
  }
  return line;
}

/** The convex outline around points (Andrew). */
function hullOf(points: readonly DraftPoint[]): DraftPoint[] {
  const sorted = points.toSorted((a, b) => a.x - b.x || a.y - b.y);
  const chain = (ordered: readonly DraftPoint[]) => {
    const line: DraftPoint[] = [];
    for (const point of ordered) {
      for (let a = line.at(-2), b = line.at(-1); a && b; a = line.at(-2), b = line.at(-1)) {
        if ((b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) > 0) break;
        line.pop();
      }
      line.push(point);
    }
    return line.slice(0, -1);
  };
  return [...chain(sorted), ...chain(sorted.toReversed())];
}

const extentOf = (points: readonly DraftPoint[]) => {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
};

/** Whether an outline reaches as far as its lines do on every side. */
function reaches(outline: Polyline, points: readonly DraftPoint[]): boolean {
  const wanted = extentOf(points);
  return extentOf(outline).every((value, index) => Math.abs(value - (wanted[index] ?? 0)) < 1);
}

/**
 * The outer boundary of everything that these lines enclose, in mm, as a closed outline that does not repeat its first point:
 * what scissors follow where a part has its allowance in several lines, or none along a fold. Lines that end in the open are
 * joined at the corner, or to the nearest point. Lines that enclose nothing have the convex outline around them. Empty without a
 * line.
 */
export function outerBoundary(lines: readonly Polyline[]): Polyline {
  const graph: Graph = new Map();
  const straightened = lines.map((line) => withoutNeedless(line));
  for (const segment of splitAtMeetings(segmentsOf(straightened))) addEdge(graph, segment);
  closeOpenEnds(graph);
  const outline = tidy(walk(graph));
  const points = straightened.flat();
  return points.length === 0 || reaches(outline, points) ? outline : hullOf(points);
}

/** The area within a closed outline, in mm². */
export function areaOf(outline: Polyline): number {
  const doubled = outline.reduce((sum, a, index) => {
    const b = outline[(index + 1) % outline.length] ?? a;
    return sum + a.x * b.y - b.x * a.y;
  }, 0);
  return Math.abs(doubled) / 2;
}
