import { Drafted, NotDrafted } from "#features/patterns/measuring/drafted.ts";
import type {
  DraftedParts,
  DraftOperation,
  DraftPoint,
} from "#features/patterns/measuring/drafted-part.ts";
import { distance } from "#features/patterns/measuring/drafted-part.ts";
import type { SeamEdge, SeamPair, TruedEnd } from "./seam-pair.ts";
import { lineOfEdge, walkPair } from "./walk-seams.ts";

/** A corner that was moved along its seam, for the tailor and for whoever compares with FreeSewing's own draft. */
export type TruedCorner = {
  /** The pair's name. */
  readonly seam: string;
  readonly part: string;
  readonly point: string;
  /** Millimetres that the seam became longer; negative: shorter. */
  readonly byMm: number;
};

/** A larger difference is a fault of the draft that a person looks at. */
const MAX_TRUED_MM = 30;
const CLOSE_MM = 0.05;
const ROUNDS = 6;
/** A corner is drawn by every line that ends in it. */
const SAME_POINT_MM = 0.01;

type Movable = { x: number; y: number };
type Vector = { readonly x: number; readonly y: number };

/** The direction in which a stretch leaves the part at one of its ends, of length 1. */
function outward(drafted: Drafted, edge: SeamEdge, end: TruedEnd["end"]): Vector {
  const line = lineOfEdge(drafted, edge);
  const points = end === "to" ? line : line.toReversed();
  const last = points.at(-1);
  const before = points.toReversed().find((point) => last && distance(point, last) > 1);
  if (!last || !before) throw new NotDrafted(edge.part, `seam from ${edge.from} to ${edge.to}`);
  const length = distance(before, last);
  return { x: (last.x - before.x) / length, y: (last.y - before.y) / length };
}

const isAt = (point: DraftPoint | undefined, corner: DraftPoint) =>
  point !== undefined && distance(point, corner) < SAME_POINT_MM;

/** Every end and handle of the curves of a line that belongs to a corner. */
function handlesAt(ops: readonly DraftOperation[], corner: DraftPoint): readonly DraftPoint[] {
  const found: DraftPoint[] = [];
  let before: DraftPoint | undefined;
  for (const { to, cp1, cp2 } of ops) {
    if (cp1 && isAt(before, corner)) found.push(cp1);
    if (cp2 && isAt(to, corner)) found.push(cp2);
    if (to && isAt(to, corner)) found.push(to);
    if (to) before = to;
  }
  return found;
}

/** FreeSewing's names of lines that lie outside the seam by its allowance. */
const isAllowance = (name: string) => /^(sa$|saFrom|ffsa|hemSa)/.test(name);

/** Ends of the cut line that belong to a corner of the seam line. */
function allowanceAt(
  ops: readonly DraftOperation[],
  { corner, corners }: { corner: DraftPoint; corners: readonly DraftPoint[] },
): readonly DraftPoint[] {
  return ops.flatMap(({ to }) => {
    if (!to) return [];
    const own = distance(to, corner);
    return corners.some((other) => distance(to, other) < own - SAME_POINT_MM) ? [] : [to];
  });
}

/** Moves a corner of a part with everything that is drawn to it, and its cut line. */
function moveCorner(
  parts: DraftedParts,
  { part, name }: { part: string; name: string },
  by: Vector,
) {
  const drawn = parts[part];
  const corner = drawn?.points[name];
  if (!drawn || !corner) throw new NotDrafted(part, `point ${name}`);
  const at = { x: corner.x, y: corner.y };
  const moved = new Set<DraftPoint>([corner]);
  for (const point of Object.values(drawn.points)) if (point && isAt(point, at)) moved.add(point);
  const lines = Object.entries(drawn.paths).map(([path, line]) => ({ path, ops: line?.ops ?? [] }));
  const corners = lines
    .filter(({ path }) => !(isAllowance(path) || path.startsWith("__")))
    .flatMap(({ ops }) => ops.flatMap(({ to }) => to ?? []));
  for (const { path, ops } of lines) {
    const ends = isAllowance(path) ? allowanceAt(ops, { corner: at, corners }) : [at];
    for (const end of ends) for (const point of handlesAt(ops, end)) moved.add(point);
  }
  for (const point of moved) {
    const movable = point as Movable;
    movable.x += by.x;
    movable.y += by.y;
  }
}

/** Parts whose corners move; their outlines are computed again only when one has moved. */
class MovingParts {
  readonly #parts: DraftedParts;
  drafted: Drafted;

  constructor(parts: DraftedParts) {
    this.#parts = parts;
    this.drafted = new Drafted(parts);
  }

  move(part: string, names: readonly string[], by: Vector): void {
    // A corner that is missing ends the pair after the ones before it have moved.
    this.drafted = new Drafted(this.#parts);
    for (const name of names) moveCorner(this.#parts, { part, name }, by);
  }
}

/** Trues one pair; nothing when it can be sewn as it is, when nothing may move, or when too much would. */
function truePair(moving: MovingParts, pair: SeamPair): readonly TruedCorner[] {
  if (pair.trued.length === 0) return [];
  const first = walkPair(moving.drafted, pair).beyond;
  if (Math.abs(first) <= CLOSE_MM || Math.abs(first) > MAX_TRUED_MM) return [];
  const sums = pair.trued.map(() => 0);
  for (let round = 0; round < ROUNDS; round += 1) {
    const { drafted } = moving;
    const { one, other } = walkPair(drafted, pair);
    const { least, most } = pair.ease;
    // Where ease is declared some of it stays, a millimeter inside its limit.
    const wanted = most > -least ? Math.min(Math.max(one - other, 0), most - 1) : 0;
    const more = one - other - wanted;
    if (Math.abs(more) <= CLOSE_MM) break;
    pair.trued.forEach(({ edge, end, followers, onlyLonger, share, side }, index) => {
      const longer = ((side === "one" ? -more : more) * share) / edge.times;
      if (onlyLonger && longer < 0 && sums[index] === 0) return;
      const direction = outward(drafted, edge, end);
      const by = { x: direction.x * longer, y: direction.y * longer };
      moving.move(edge.part, [edge[end], ...followers], by);
      sums[index] = (sums[index] ?? 0) + longer;
    });
  }
  return pair.trued.map(({ edge, end }, index) => ({
    seam: pair.name,
    part: edge.part,
    point: edge[end],
    byMm: sums[index] ?? 0,
  }));
}

/** A corner that two seams share is trued for one and then for the other. */
const SWEEPS = 3;

/**
 * Moves the ends of seams that differ along their own lines until both can be sewn together, as a tailor trues a pattern: at
 * most 30 mm. Changes the parts; what could not be trued is left for `findUnevenSeams`.
 */
export function trueSeams(parts: DraftedParts, pairs: readonly SeamPair[]): readonly TruedCorner[] {
  const moving = new MovingParts(parts);
  const moved = new Map<string, TruedCorner>();
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    const corners = pairs.flatMap((pair) => truePairOrNothing(moving, pair));
    for (const corner of corners) {
      const key = `${corner.seam}/${corner.part}/${corner.point}`;
      moved.set(key, { ...corner, byMm: corner.byMm + (moved.get(key)?.byMm ?? 0) });
    }
    if (corners.length === 0) break;
  }
  return [...moved.values()]
    .map((corner) => ({ ...corner, byMm: Math.round(corner.byMm * 10) / 10 }))
    .filter(({ byMm }) => byMm !== 0);
}

/** A part that the draft lacks is a finding elsewhere. */
function truePairOrNothing(moving: MovingParts, pair: SeamPair): readonly TruedCorner[] {
  try {
    return truePair(moving, pair);
  } catch (error) {
    if (!(error instanceof NotDrafted)) throw error;
    return [];
  }
}
