import type { DraftableDesign } from "#features/patterns/designs/all-designs.ts";
import type {
  DraftedParts,
  DraftOperation,
  DraftPoint,
  Polyline,
} from "#features/patterns/measuring/drafted-part.ts";
import { distance, lineAt, strokesOf } from "#features/patterns/measuring/drafted-part.ts";
import type { Curve, HousePart, Movable } from "./let-out-legs.ts";
import { copyOf, dividedPoints, splitCurve } from "./let-out-legs.ts";

/** Halves on the fold whose side seam FreeSewing draws straight down at the waist, whether the waist is taken in or not. */
const PARTS: Readonly<Partial<Record<DraftableDesign, readonly string[]>>> = {
  bibi: ["bibi.front", "bibi.back"],
};

const NOTE = "The side seam runs smoothly over the waist, which is not taken in.";

/** From the hem upward: the curve to the waist, the curve to the chest, and the rest up to the armhole. */
type SideSeam = {
  readonly ops: DraftOperation[];
  readonly hem: DraftPoint;
  readonly toWaist: Curve;
  readonly toChest: Curve;
};

function curveOf({ cp1, cp2, to, type }: DraftOperation): Curve | null {
  return type === "curve" && cp1 && cp2 && to ? { cp1, cp2, to } : null;
}

function sideSeamOf(parts: DraftedParts, name: string): SideSeam | null {
  const ops = (parts[name]?.paths.sideSeam?.ops ?? []) as DraftOperation[];
  const [start, first, second] = ops;
  const toWaist = first && curveOf(first);
  const toChest = second && curveOf(second);
  return start?.to && toWaist && toChest ? { ops, hem: start.to, toWaist, toChest } : null;
}

/** The share of a curve that runs upward from `from` at which it reaches a height. */
function shareAtHeight(from: DraftPoint, curve: Curve, y: number): number {
  let low = 0;
  let high = 1;
  for (let round = 0; round < 40; round += 1) {
    const middle = (low + high) / 2;
    const [{ to }] = splitCurve(from, curve, middle);
    if (to.y > y) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** By how much a line goes out for each millimetre down. */
const slopeOf = (a: DraftPoint, b: DraftPoint) => (b.x - a.x) / (b.y - a.y);

/** A cubic with a steeper slope at its end swings beyond its ends (Fritsch and Carlson, 1980). */
const monotone = (slope: number, chord: number) => Math.min(3 * chord, Math.max(0, slope));

/** The slope at the waist between two stretches: their harmonic mean, in which the longer one counts less (Fritsch and Butland, 1984). */
function slopeAtWaist(chest: DraftPoint, waist: DraftPoint, hips: DraftPoint): number {
  const above = slopeOf(chest, waist);
  const below = slopeOf(waist, hips);
  if (above <= 0 || below <= 0) return 0;
  const heightAbove = waist.y - chest.y;
  const heightBelow = hips.y - waist.y;
  const shareAbove = (heightAbove + 2 * heightBelow) / (3 * (heightAbove + heightBelow));
  return 1 / (shareAbove / above + (1 - shareAbove) / below);
}

/** The handle of an end, a third of the way to the height of the other end. */
function handleOf(end: DraftPoint, slope: number, other: DraftPoint): DraftPoint {
  const handle = copyOf(end);
  const down = (other.y - end.y) / 3;
  handle.x += slope * down;
  handle.y += down;
  return handle;
}

type Sloped = { readonly at: DraftPoint; readonly slope: number };

const curveBetween = (from: Sloped, to: Sloped): DraftOperation => ({
  type: "curve",
  cp1: handleOf(from.at, from.slope, to.at),
  cp2: handleOf(to.at, to.slope, from.at),
  to: to.at,
});

/** The same seam without a corner at the waist; null where the waist is taken in or the hem lies above the hips. */
function smoothed(
  { hem, ops, toChest, toWaist }: SideSeam,
  hips: DraftPoint,
): readonly DraftOperation[] | null {
  const chest = toChest.to;
  const waist = toWaist.to;
  if (waist.x < chest.x || hips.y <= waist.y || hem.y <= hips.y) return null;
  const [belowHips, aboveHips] = splitCurve(hem, toWaist, shareAtHeight(hem, toWaist, hips.y));
  const hip = belowHips.to;
  if (hip.x < waist.x) return null;
  const atHip = monotone(slopeOf(aboveHips.cp1, hip), slopeOf(waist, hip));
  const atChest = monotone(slopeOf(chest, toChest.cp2), slopeOf(chest, waist));
  const nodes = {
    hip: { at: hip, slope: atHip },
    waist: { at: waist, slope: slopeAtWaist(chest, waist, hip) },
    chest: { at: chest, slope: atChest },
  };
  return [
    { type: "move", to: hem },
    { type: "curve", cp1: belowHips.cp1, cp2: belowHips.cp2, to: hip },
    curveBetween(nodes.hip, nodes.waist),
    curveBetween(nodes.waist, nodes.chest),
    ...ops.slice(3),
  ];
}

/** The height of the nearest point of a line. */
function nearestHeight(line: Polyline, point: DraftPoint): number {
  const nearest = line.reduce((best, each) =>
    distance(each, point) < distance(best, point) ? each : best,
  );
  return nearest.y;
}

/**
 * Moves points with the seam beside which they lie: those of the allowance with the nearest point of the seam, those inside with the seam at
 * their height, so that the middle of the part stays. Returns by how much at most.
 */
function moveAlong(points: Iterable<Movable>, from: Polyline, to: Polyline): number {
  let most = 0;
  for (const point of points) {
    const atHeight = lineAt(from, point.y);
    const isOutside = atHeight !== null && point.x > atHeight;
    const y = isOutside ? nearestHeight(from, point) : point.y;
    const before = lineAt(from, y);
    const after = lineAt(to, y);
    if (before === null || after === null || before <= 0) continue;
    const by = (after - before) * Math.min(1, Math.max(0, point.x / before));
    point.x += by;
    most = Math.max(most, Math.abs(by));
  }
  return most;
}

/**
 * Draws the side seam of a gown anew where its waist is not taken in: from the chest to the hips in one monotone line without a corner,
 * through the widths that FreeSewing found at chest, waist and hips, and unchanged above and below. FreeSewing draws each seam straight
 * down at the waist, so that one that only goes out has a corner there: of up to 60 degrees on a waist larger than the chest, where
 * the hips lie 56 mm below it. Cut line and notches move with the seam. Changes the parts and tells which; nothing for a waist that is
 * taken in.
 */
export function smoothSide(design: DraftableDesign, parts: DraftedParts): readonly HousePart[] {
  return (PARTS[design] ?? []).flatMap((part): HousePart[] => {
    const seam = sideSeamOf(parts, part);
    const hips = parts[part]?.points.hips;
    const ops = seam && hips ? smoothed(seam, hips) : null;
    if (!seam || !ops) return [];
    const from = strokesOf({ hidden: false, ops: seam.ops }).flat();
    const to = strokesOf({ hidden: false, ops }).flat();
    const notches = Object.values(parts[part]?.snippets ?? {}).flatMap((snippet) =>
      snippet ? [snippet.anchor as Movable] : [],
    );
    const byMm = moveAlong(new Set([...dividedPoints(parts, part), ...notches]), from, to);
    seam.ops.splice(0, seam.ops.length, ...ops);
    return [{ part, byMm, note: NOTE }];
  });
}
