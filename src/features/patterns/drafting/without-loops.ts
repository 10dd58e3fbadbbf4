import type { DraftPoint, Polyline } from "#features/patterns/measuring/drafted-part.ts";
import { distance } from "#features/patterns/measuring/drafted-part.ts";

/** The allowances of two seams that meet at a sharp corner overlap in a loop of at most this length. */
const MAX_LOOP_MM = 80;

/** Where two segments cross, without their ends; null where they do not. */
function crossingOf(
  [a, b]: readonly [DraftPoint, DraftPoint],
  [c, d]: readonly [DraftPoint, DraftPoint],
): DraftPoint | null {
  const denominator = (b.x - a.x) * (d.y - c.y) - (b.y - a.y) * (d.x - c.x);
  if (Math.abs(denominator) < 1e-9) return null;
  const share = ((c.x - a.x) * (d.y - c.y) - (c.y - a.y) * (d.x - c.x)) / denominator;
  const other = ((c.x - a.x) * (b.y - a.y) - (c.y - a.y) * (b.x - a.x)) / denominator;
  const isInside = share > 0 && share < 1 && other > 0 && other < 1;
  return isInside ? { x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) } : null;
}

type Loop = { readonly from: number; readonly to: number; readonly at: DraftPoint };

/** The first short loop of a line: the segments that cross, and where. */
function loopOf(line: Polyline): Loop | null {
  for (let from = 0; from + 1 < line.length; from += 1) {
    const a = line[from];
    const b = line[from + 1];
    if (!a || !b) continue;
    let length = 0;
    for (let to = from + 2; to + 1 < line.length && length < MAX_LOOP_MM; to += 1) {
      const before = line[to - 1];
      const c = line[to];
      const d = line[to + 1];
      if (!before || !c || !d) continue;
      length += distance(before, c);
      const at = crossingOf([a, b], [c, d]);
      if (at && distance(at, b) + length + distance(c, at) < MAX_LOOP_MM) return { from, to, at };
    }
  }
  return null;
}

type EndSegment = {
  readonly segment: number;
  readonly a: DraftPoint;
  readonly b: DraftPoint;
  readonly passed: number;
};

/** The segments of a line that begin within `MAX_LOOP_MM` of its start, with the length before each. */
function firstSegments(line: Polyline): readonly EndSegment[] {
  const found: EndSegment[] = [];
  let passed = 0;
  for (let segment = 0; segment + 1 < line.length && passed < MAX_LOOP_MM; segment += 1) {
    const a = line[segment];
    const b = line[segment + 1];
    if (!a || !b) continue;
    found.push({ segment, a, b, passed });
    passed += distance(a, b);
  }
  return found;
}

/** The ends of a line that meets itself near both of them, as where a closed line begins and ends at a corner; null where none does. */
function meetingOfEnds(line: Polyline): Loop | null {
  const last = firstSegments(line.toReversed());
  for (const { a, b, passed, segment } of firstSegments(line)) {
    for (const end of last) {
      const to = line.length - 2 - end.segment;
      const at = to > segment + 1 ? crossingOf([a, b], [end.a, end.b]) : null;
      if (!at || passed + distance(a, at) > MAX_LOOP_MM) continue;
      if (end.passed + distance(end.a, at) < MAX_LOOP_MM) return { from: segment, to, at };
    }
  }
  return null;
}

/** A line without the short loops in which it crosses itself, and without ends beyond where they meet; the same line without any. */
export function withoutLoops(line: Polyline): Polyline {
  const loop = loopOf(line);
  if (loop) {
    return withoutLoops([...line.slice(0, loop.from + 1), loop.at, ...line.slice(loop.to + 1)]);
  }
  const ends = meetingOfEnds(line);
  return ends ? [ends.at, ...line.slice(ends.from + 1, ends.to + 1), ends.at] : line;
}

/** FreeSewing's offset curves go back by this much where two of them meet. */
const MAX_SPUR_MM = 2;
/** The cosine of a turn by at least 145 degrees. */
const BACKWARD = -0.82;

const isSpur = (before: DraftPoint, point: DraftPoint, after: DraftPoint) => {
  const one = distance(before, point);
  const other = distance(point, after);
  if (one === 0 || other === 0 || Math.min(one, other) > MAX_SPUR_MM) return false;
  const product =
    (point.x - before.x) * (after.x - point.x) + (point.y - before.y) * (after.y - point.y);
  return product / (one * other) < BACKWARD;
};

/** A line without the points from which it runs back by up to `MAX_SPUR_MM`, which nobody cuts; the same line without any. */
export function withoutSpurs(line: Polyline): Polyline {
  const rest: DraftPoint[] = [];
  for (const point of line) {
    for (;;) {
      const last = rest.at(-1);
      const before = rest.at(-2);
      if (!last || !before || !isSpur(before, last, point)) break;
      rest.pop();
    }
    rest.push(point);
  }
  return rest.length === line.length ? line : rest;
}
