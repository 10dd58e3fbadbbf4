import type { Draft } from "./draft.ts";
import type { Outline, Point } from "./geometry.ts";
import { distance, flatten, lengthOf } from "./geometry.ts";

/** A stretch of a part's outline between two landmarks; `via` chooses the way around where the shorter one is wrong. */
export type Stretch = {
  readonly part: string;
  readonly from: string;
  readonly to: string;
  readonly via?: string;
  /** FreeSewing's name of the line; the outline without it. */
  readonly path?: string;
  /** How often it is sewn: 2 for the half of a collar's neckline. */
  readonly times?: number;
  /** Between two points of a straight edge. */
  readonly isStraight?: boolean;
};

/** Two seam lines that are sewn together. `ease`: how much longer the first may be, in mm; 2 mm both ways without it. */
export type SeamPair = {
  readonly name: string;
  readonly one: readonly Stretch[];
  readonly other: readonly Stretch[];
  readonly ease?: readonly [least: number, most: number];
};

/** A pair as it was walked: millimetres of both sides, and how far they are beyond the ease. */
export type WalkedPair = {
  readonly name: string;
  readonly one: number;
  readonly other: number;
  readonly beyond: number;
};

type WalkedLine = { readonly outline: Outline; readonly isClosed: boolean };

/** What is walked: a line of a part as it is drawn, in the coordinates of the landmarks. */
export type DrawnLines = (
  stretch: Pick<Stretch, "part" | "path"> & { readonly start: Point; readonly end: Point },
) => WalkedLine | null;

const CHORDS = 200;

/** The lines of a draft of FreeSewing's own. */
function linesOf(draft: Draft): DrawnLines {
  return ({ part, path = "seam" }) => {
    const drawn = draft.parts[part]?.paths[path];
    if (!drawn) return null;
    const isClosed = drawn.ops.some(({ type }) => type === "close");
    return { outline: flatten(drawn.ops, CHORDS), isClosed };
  };
}

/** A corner that was moved along its seam lies within this many millimetres. */
const MOVED_MM = 30;
const CORNER_DEGREES = 20;

function turnAt(outline: Outline, index: number): number {
  const at = (position: number) => outline[(position + outline.length) % outline.length];
  const before = at(index - 1);
  const corner = at(index);
  const after = at(index + 1);
  if (!before || !corner || !after) return 0;
  const one = Math.atan2(corner.y - before.y, corner.x - before.x);
  const two = Math.atan2(after.y - corner.y, after.x - corner.x);
  const turn = Math.abs(((two - one) * 180) / Math.PI) % 360;
  return Math.min(turn, 360 - turn);
}

function nearest(outline: Outline, point: Point, isCandidate: (index: number) => boolean): number {
  let best = -1;
  let bestAway = Number.POSITIVE_INFINITY;
  outline.forEach((corner, index) => {
    const away = distance(corner, point);
    if (away >= bestAway || !isCandidate(index)) return;
    best = index;
    bestAway = away;
  });
  return best;
}

/** A landmark at a corner of FreeSewing's own line is at the nearest corner of the drawn line; others lie where they were. */
function landmarkOn(outline: Outline, landmark: Point, own: Outline): number {
  const plain = nearest(outline, landmark, () => true);
  const before = nearest(own, landmark, () => true);
  if (before < 0 || turnAt(own, before) < CORNER_DEGREES) return plain;
  const corner = nearest(outline, landmark, (index) => turnAt(outline, index) >= CORNER_DEGREES);
  const found = outline[corner];
  return found && distance(found, landmark) <= MOVED_MM ? corner : plain;
}

function walk(outline: Outline, [from, to]: readonly [number, number], step: 1 | -1): Point[] {
  const line: Point[] = [];
  for (let index = from; ; index = (index + step + outline.length) % outline.length) {
    const point = outline[index];
    if (point) line.push(point);
    if (index === to) return line;
  }
}

/** Millimetres of a stretch; null when the part, the line or a landmark is not drawn. */
function lengthOfStretch(draft: Draft, lines: DrawnLines, stretch: Stretch): number | null {
  const { part, from, to, via, times = 1 } = stretch;
  const points = draft.parts[part]?.points;
  const start = points?.[from];
  const end = points?.[to];
  if (!start || !end) return null;
  if (stretch.isStraight) return times * distance(start, end);
  const line = lines({ ...stretch, start, end });
  const own = linesOf(draft)({ ...stretch, start, end });
  if (!line || !own || line.outline.length < 2) return null;
  const { outline, isClosed } = line;
  const ends = [
    landmarkOn(outline, start, own.outline),
    landmarkOn(outline, end, own.outline),
  ] as const;
  const ways = isClosed
    ? [walk(outline, ends, 1), walk(outline, ends, -1)]
    : [outline.slice(Math.min(...ends), Math.max(...ends) + 1)];
  const passing = via === undefined ? undefined : points?.[via];
  const away = (way: readonly Point[]) =>
    passing ? Math.min(...way.map((point) => distance(point, passing))) : lengthOf(way);
  const [way] = ways.toSorted((a, b) => away(a) - away(b));
  return way ? times * lengthOf(way) : null;
}

function lengthOfSide(
  draft: Draft,
  lines: DrawnLines,
  stretches: readonly Stretch[],
): number | null {
  let sum = 0;
  for (const stretch of stretches) {
    const length = lengthOfStretch(draft, lines, stretch);
    if (length === null) return null;
    sum += length;
  }
  return sum;
}

const TOLERANCE_MM = 2;

/** Walks every pair of a draft; pairs that the options leave out are missing. */
export function walkSeams(
  draft: Draft,
  pairs: readonly SeamPair[],
  lines: DrawnLines = linesOf(draft),
): readonly WalkedPair[] {
  return pairs.flatMap(({ name, one, other, ease = [-TOLERANCE_MM, TOLERANCE_MM] }) => {
    const first = lengthOfSide(draft, lines, one);
    const second = lengthOfSide(draft, lines, other);
    if (first === null || second === null) return [];
    const more = first - second;
    const beyond = Math.max(0, ease[0] - more, more - ease[1]);
    return [{ name, one: first, other: second, beyond }];
  });
}
