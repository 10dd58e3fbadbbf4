/** What is read of a part that FreeSewing drafted. Millimetres; y grows downward. */
export type DraftPoint = { readonly x: number; readonly y: number };

export type DraftOperation = {
  readonly type: string;
  readonly to?: DraftPoint;
  readonly cp1?: DraftPoint;
  readonly cp2?: DraftPoint;
};

export type DraftPath = { readonly hidden: boolean; readonly ops: readonly DraftOperation[] };

type DraftedPart = {
  readonly hidden: boolean;
  readonly points: Readonly<Record<string, DraftPoint | undefined>>;
  readonly paths: Readonly<Record<string, DraftPath | undefined>>;
  /** Notches and buttons. */
  readonly snippets?: Readonly<Record<string, { readonly anchor: DraftPoint } | undefined>>;
};

export type DraftedParts = Readonly<Record<string, DraftedPart | undefined>>;

/** Points joined by straight lines. */
export type Polyline = readonly DraftPoint[];

/** A curve of 1 m drawn with 48 chords is at most 0.1 mm short. */
const CHORDS = 48;

/** Drafts measure millions of distances; `Math.hypot` takes several times longer for the same millimetres. */
export function distance(a: DraftPoint, b: DraftPoint): number {
  const x = a.x - b.x;
  const y = a.y - b.y;
  return Math.sqrt(x * x + y * y);
}

function onCurve(points: readonly [DraftPoint, DraftPoint, DraftPoint, DraftPoint], t: number) {
  const s = 1 - t;
  const a = s * s * s;
  const b = 3 * s * s * t;
  const c = 3 * s * t * t;
  const d = t * t * t;
  const [p, q, r, e] = points;
  return {
    x: a * p.x + b * q.x + c * r.x + d * e.x,
    y: a * p.y + b * q.y + c * r.y + d * e.y,
  };
}

function addOperation(line: DraftPoint[], operation: DraftOperation): void {
  const from = line.at(-1);
  const { type, to, cp1, cp2 } = operation;
  if (!to) return;
  if (type === "curve" && from && cp1 && cp2) {
    for (let i = 1; i < CHORDS; i += 1) line.push(onCurve([from, cp1, cp2, to], i / CHORDS));
  }
  line.push(to);
}

/** The strokes of a path as polylines; a closed one ends at its start. */
export function strokesOf(path: DraftPath): readonly Polyline[] {
  const strokes: DraftPoint[][] = [];
  for (const operation of path.ops) {
    const line = strokes.at(-1);
    if (operation.type === "move" && operation.to) strokes.push([operation.to]);
    else if (operation.type === "close") {
      const start = line?.[0];
      if (line && start) line.push(start);
    } else if (line) addOperation(line, operation);
  }
  return strokes.filter((line) => line.length > 1);
}

export function lengthOf(line: Polyline): number {
  let total = 0;
  for (let i = 1; i < line.length; i += 1) {
    const from = line[i - 1];
    const to = line[i];
    if (from && to) total += distance(from, to);
  }
  return total;
}

export type Interval = { readonly from: number; readonly to: number };

/** Where a horizontal line at y runs inside a closed outline, from left to right. */
export function sliceAt(outline: Polyline, y: number): readonly Interval[] {
  const crossings: number[] = [];
  for (let i = 0; i < outline.length; i += 1) {
    const a = outline[i];
    const b = outline[(i + 1) % outline.length];
    if (!a || !b || a.y <= y === b.y <= y) continue;
    crossings.push(a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x));
  }
  crossings.sort((a, b) => a - b);
  const intervals: Interval[] = [];
  for (let i = 0; i + 1 < crossings.length; i += 2) {
    intervals.push({ from: crossings[i] ?? 0, to: crossings[i + 1] ?? 0 });
  }
  return intervals;
}

/** The width of an outline at y, of what lies between two values of x. */
export function widthAt(outline: Polyline, y: number, from = -Infinity, to = Infinity): number {
  return sliceAt(outline, y).reduce(
    (sum, interval) => sum + Math.max(0, Math.min(interval.to, to) - Math.max(interval.from, from)),
    0,
  );
}

function nearestIndex(line: Polyline, point: DraftPoint): number {
  let nearest = 0;
  let best = Infinity;
  for (let index = 0; index < line.length; index += 1) {
    const away = distance(line[index] ?? point, point);
    if (away >= best - 1e-9) continue;
    nearest = index;
    best = away;
  }
  return nearest;
}

/**
 * The part of a closed outline between two of its points: in the direction that passes `via`, or the shorter one without
 * it.
 */
export function sectionOf(
  outline: Polyline,
  [from, via, to]: readonly [DraftPoint, DraftPoint | null, DraftPoint],
): Polyline {
  const start = nearestIndex(outline, from);
  const end = nearestIndex(outline, to);
  const walk = (step: 1 | -1): Polyline => {
    const line: DraftPoint[] = [];
    const count = outline.length;
    for (let i = start, guard = 0; guard <= count; i = (i + step + count) % count, guard += 1) {
      const point = outline[i];
      if (point) line.push(point);
      if (i === end) break;
    }
    return line;
  };
  const forward = walk(1);
  const backward = walk(-1);
  if (!via) return lengthOf(forward) <= lengthOf(backward) ? forward : backward;
  const passes = outline[nearestIndex(outline, via)];
  return passes && forward.includes(passes) ? forward : backward;
}

const TOUCH_MM = 0.01;

function cross(a: DraftPoint, b: DraftPoint, c: DraftPoint): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

type Segment = {
  readonly index: number;
  readonly a: DraftPoint;
  readonly b: DraftPoint;
  readonly top: number;
  readonly bottom: number;
};

function segmentsCross({ a, b }: Segment, { a: c, b: d }: Segment): boolean {
  if (Math.max(a.x, b.x) < Math.min(c.x, d.x) || Math.max(c.x, d.x) < Math.min(a.x, b.x)) {
    return false;
  }
  const scale = TOUCH_MM * Math.max(distance(a, b), distance(c, d));
  const one = cross(a, b, c);
  const two = cross(a, b, d);
  const three = cross(c, d, a);
  const four = cross(c, d, b);
  if (Math.min(Math.abs(one), Math.abs(two), Math.abs(three), Math.abs(four)) < scale) return false;
  return one > 0 !== two > 0 && three > 0 !== four > 0;
}

function segmentsOf(outline: Polyline): readonly Segment[] {
  const segments: Segment[] = [];
  for (let index = 0; index + 1 < outline.length; index += 1) {
    const a = outline[index];
    const b = outline[index + 1];
    if (!a || !b) continue;
    segments.push({ index, a, b, top: Math.min(a.y, b.y), bottom: Math.max(a.y, b.y) });
  }
  return segments;
}

/** The first point, from the top, where a closed outline crosses itself; null for a sound outline. Touching is allowed. */
export function crossingOf(outline: Polyline): DraftPoint | null {
  const segments = segmentsOf(outline).toSorted((a, b) => a.top - b.top || a.index - b.index);
  const last = outline.length - 2;
  for (const [position, one] of segments.entries()) {
    for (let next = position + 1; next < segments.length; next += 1) {
      const other = segments[next];
      if (!other || other.top > one.bottom) break;
      const apart = Math.abs(one.index - other.index);
      // Neighbours share a point.
      if (apart > 1 && apart < last && segmentsCross(one, other)) return one.a;
    }
  }
  return null;
}

/** Separate seams as one outline: each continues at the end that lies nearest. */
export function joined(strokes: readonly Polyline[]): Polyline {
  const [first = [], ...rest] = strokes;
  const line = [...first];
  while (rest.length > 0) {
    const end = line.at(-1);
    if (!end) break;
    const away = (stroke: Polyline) =>
      Math.min(distance(end, stroke[0] ?? end), distance(end, stroke.at(-1) ?? end));
    const next = rest.toSorted((a, b) => away(a) - away(b))[0] ?? [];
    rest.splice(rest.indexOf(next), 1);
    const isReversed = distance(end, next.at(-1) ?? end) < distance(end, next[0] ?? end);
    line.push(...(isReversed ? next.toReversed() : next));
  }
  return line;
}

/** The x of a polyline at y, the first from its start; null when the line does not reach y. */
export function lineAt(line: Polyline, y: number): number | null {
  for (let i = 1; i < line.length; i += 1) {
    const a = line[i - 1];
    const b = line[i];
    if (!a || !b || a.y <= y === b.y <= y) continue;
    return a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x);
  }
  return null;
}
