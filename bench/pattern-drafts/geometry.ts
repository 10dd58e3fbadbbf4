/** A point in mm; y grows downward, as FreeSewing draws. */
export type Point = { readonly x: number; readonly y: number };
export type Outline = readonly Point[];

/** One step of a drawn path. */
export type Step =
  | { readonly type: "move" | "line"; readonly to: Point }
  | { readonly type: "curve"; readonly cp1: Point; readonly cp2: Point; readonly to: Point }
  | { readonly type: "close" | "noop" };

export type Interval = { readonly from: number; readonly to: number };

const STEPS_PER_CURVE = 48;
/** Two ends closer than this are one corner. */
const SAME_POINT_MM = 0.01;

export const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

/** Around `center`, by an angle in radians. */
export function rotate(point: Point, center: Point, angle: number): Point {
  const x = point.x - center.x;
  const y = point.y - center.y;
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  return { x: center.x + x * cos - y * sin, y: center.y + x * sin + y * cos };
}

function curvePoint(from: Point, step: Extract<Step, { type: "curve" }>, t: number): Point {
  const u = 1 - t;
  const a = u * u * u;
  const b = 3 * u * u * t;
  const c = 3 * u * t * t;
  const d = t * t * t;
  return {
    x: a * from.x + b * step.cp1.x + c * step.cp2.x + d * step.to.x,
    y: a * from.y + b * step.cp1.y + c * step.cp2.y + d * step.to.y,
  };
}

/**
 * The corners of a closed outline. Parts of a path that stand apart (a seam interrupted by a dart) are joined by
 * straight lines in the order of drawing.
 */
export function flatten(steps: readonly Step[], perCurve = STEPS_PER_CURVE): Outline {
  const points: Point[] = [];
  // FreeSewing draws to nowhere when it found no intersection.
  const add = (point: Point = { x: Number.NaN, y: Number.NaN }) => {
    const last = points.at(-1);
    if (!last || distance(last, point) > SAME_POINT_MM) points.push({ x: point.x, y: point.y });
  };
  for (const step of steps) {
    if (step.type === "move" || step.type === "line") add(step.to);
    if (step.type !== "curve") continue;
    const from = points.at(-1) ?? step.cp1;
    for (let index = 1; index <= perCurve; index += 1) {
      add(curvePoint(from, step, index / perCurve));
    }
  }
  const first = points[0];
  const last = points.at(-1);
  if (points.length > 1 && first && last && distance(first, last) <= SAME_POINT_MM) points.pop();
  return points;
}

/** The corner after `index`, around the outline. */
function cornerAt(outline: Outline, index: number): Point {
  const point = outline[((index % outline.length) + outline.length) % outline.length];
  if (!point) throw new Error("An outline without corners was measured.");
  return point;
}

export const hasFinitePoints = (outline: Outline) =>
  outline.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y));

/** Where a horizontal line at `y` runs inside the outline, from left to right. */
export function sliceAt(outline: Outline, y: number): Interval[] {
  const crossings: number[] = [];
  outline.forEach((from, index) => {
    const to = cornerAt(outline, index + 1);
    if (from.y <= y === to.y <= y) return;
    crossings.push(from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x));
  });
  crossings.sort((a, b) => a - b);
  const intervals: Interval[] = [];
  for (let index = 0; index + 1 < crossings.length; index += 2) {
    intervals.push({ from: crossings[index] ?? 0, to: crossings[index + 1] ?? 0 });
  }
  return intervals;
}

/** The sum of the intervals between `low` and `high`. */
export const widthWithin = (intervals: readonly Interval[], low: number, high: number) =>
  intervals.reduce(
    (sum, { from, to }) => sum + Math.max(0, Math.min(to, high) - Math.max(from, low)),
    0,
  );

export function lengthOf(line: readonly Point[]): number {
  let sum = 0;
  for (let index = 1; index < line.length; index += 1) {
    sum += distance(line[index - 1] as Point, line[index] as Point);
  }
  return sum;
}

function nearestCorner(outline: Outline, point: Point): number {
  let best = 0;
  outline.forEach((corner, index) => {
    if (distance(corner, point) < distance(cornerAt(outline, best), point)) best = index;
  });
  return best;
}

/** Farther from the outline than this, a landmark does not belong to it. One at a corner that is trued moves with it (as-drawn.ts). */
const ON_OUTLINE_MM = 1;

/** Both ways along the outline between the corners next to two landmarks; null when one lies elsewhere. */
export function waysBetween(outline: Outline, a: Point, b: Point): [Point[], Point[]] | null {
  if (outline.length < 3) return null;
  const from = nearestCorner(outline, a);
  const to = nearestCorner(outline, b);
  if (distance(cornerAt(outline, from), a) > ON_OUTLINE_MM) return null;
  if (distance(cornerAt(outline, to), b) > ON_OUTLINE_MM) return null;
  const walk = (start: number, end: number, direction: 1 | -1) => {
    const count = (((end - start) * direction) % outline.length) + outline.length;
    return Array.from({ length: (count % outline.length) + 1 }, (_, index) =>
      cornerAt(outline, start + direction * index),
    );
  };
  return [walk(from, to, 1), walk(from, to, -1)];
}

export const boundsOf = (outline: Outline) => ({
  left: Math.min(...outline.map(({ x }) => x)),
  right: Math.max(...outline.map(({ x }) => x)),
  top: Math.min(...outline.map(({ y }) => y)),
  bottom: Math.max(...outline.map(({ y }) => y)),
});

/** The enclosed area in mm², without a sign. */
export function areaOf(outline: Outline): number {
  let sum = 0;
  outline.forEach((from, index) => {
    const to = cornerAt(outline, index + 1);
    sum += from.x * to.y - to.x * from.y;
  });
  return Math.abs(sum) / 2;
}

/** Touching is not crossing: mm² of the triangles' areas. */
const CROSSING_MM2 = 0.05;

const turn = (a: Point, b: Point, c: Point) =>
  (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

function cross(a: Point, b: Point, c: Point, d: Point): boolean {
  const first = turn(a, b, c);
  const second = turn(a, b, d);
  const third = turn(c, d, a);
  const fourth = turn(c, d, b);
  const opposite = (one: number, other: number) =>
    (one > CROSSING_MM2 && other < -CROSSING_MM2) || (one < -CROSSING_MM2 && other > CROSSING_MM2);
  return opposite(first, second) && opposite(third, fourth);
}

/** Neighbors share a corner of the outline, which is no crossing. */
function areNeighbors(one: number, other: number, count: number): boolean {
  const apart = Math.abs(one - other);
  return apart < 2 || apart > count - 2;
}

/** Where an outline crosses itself, or null. */
export function selfCrossing(outline: Outline): Point | null {
  const segments = outline.map((from, index) => {
    const to = cornerAt(outline, index + 1);
    return { from, to, left: Math.min(from.x, to.x), right: Math.max(from.x, to.x) };
  });
  const sorted = segments.map((segment, index) => ({ ...segment, index }));
  sorted.sort((a, b) => a.left - b.left);
  for (let one = 0; one < sorted.length; one += 1) {
    const a = sorted[one];
    if (!a) continue;
    for (let other = one + 1; other < sorted.length; other += 1) {
      const b = sorted[other];
      if (!b || b.left > a.right) break;
      if (areNeighbors(a.index, b.index, outline.length)) continue;
      if (cross(a.from, a.to, b.from, b.to)) return a.from;
    }
  }
  return null;
}
