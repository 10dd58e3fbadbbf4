import type { DraftableDesign } from "#features/patterns/designs/all-designs.ts";
import type { DraftOptions } from "#features/patterns/designs/pattern-design.ts";
import { NotDrafted } from "#features/patterns/measuring/drafted.ts";
import type {
  DraftedParts,
  DraftOperation,
  DraftPoint,
} from "#features/patterns/measuring/drafted-part.ts";

/** A part whose points the house moved after FreeSewing drew it. */
export type HousePart = {
  readonly part: string;
  /** By how much at most, in mm. */
  readonly byMm: number;
  /** A sentence for the cut list; "" for nothing. */
  readonly note: string;
};

/** Front and back with their legs; the first two are those of which the widths are read. */
const LEGS: Readonly<Partial<Record<DraftableDesign, readonly string[]>>> = {
  titan: ["titan.front", "titan.back"],
  charlie: ["titan.front", "charlie.back", "charlie.front"],
};

export type Movable = { x: number; y: number };

/** In how many curves a curve is divided, so that a part of it moves alone. */
const DIVISIONS = 8;

type Cloneable = DraftPoint & { clone(): Movable };

const isCloneable = (point: DraftPoint): point is Cloneable => "clone" in point;

/** FreeSewing prints its own points only, so that a new one is a clone of one of them. */
export const copyOf = (point: DraftPoint): Movable =>
  isCloneable(point) ? point.clone() : { x: point.x, y: point.y };

function between(a: DraftPoint, b: DraftPoint, share: number): Movable {
  const point = copyOf(a);
  point.x = a.x + share * (b.x - a.x);
  point.y = a.y + share * (b.y - a.y);
  return point;
}

/** A curve without its start: two handles and its end. */
export type Curve = {
  readonly cp1: DraftPoint;
  readonly cp2: DraftPoint;
  readonly to: DraftPoint;
};

/** A curve as two, divided at a share of its parameter (de Casteljau); the same line. */
export function splitCurve(
  from: DraftPoint,
  { cp1, cp2, to }: Curve,
  share: number,
): readonly [Curve, Curve] {
  const first = between(from, cp1, share);
  const middle = between(cp1, cp2, share);
  const last = between(cp2, to, share);
  const before = between(first, middle, share);
  const after = between(middle, last, share);
  const at = between(before, after, share);
  return [
    { cp1: first, cp2: before, to: at },
    { cp1: after, cp2: last, to },
  ];
}

/** A curve as `DIVISIONS` curves one after the other; the same line. */
function dividedCurve(from: DraftPoint, curve: Curve): readonly DraftOperation[] {
  const curves: DraftOperation[] = [];
  let start = from;
  let rest = curve;
  for (let left = DIVISIONS; left > 1; left -= 1) {
    const [first, others] = splitCurve(start, rest, 1 / left);
    curves.push({ type: "curve", ...first });
    start = first.to;
    rest = others;
  }
  curves.push({ type: "curve", ...rest });
  return curves;
}

/** The ends stay FreeSewing's own points, which other lines share. */
function divided(ops: readonly DraftOperation[]): readonly DraftOperation[] {
  let from: DraftPoint | undefined;
  return ops.flatMap((operation): readonly DraftOperation[] => {
    const { cp1, cp2, to, type } = operation;
    const start = from;
    from = to ?? from;
    const isCurve = type === "curve" && start && cp1 && cp2 && to;
    return isCurve ? dividedCurve(start, { cp1, cp2, to }) : [operation];
  });
}

/** Every point of a part once, after its curves were divided. */
export function dividedPoints(parts: DraftedParts, name: string): ReadonlySet<Movable> {
  const part = parts[name];
  const ofPaths = Object.values(part?.paths ?? {}).flatMap((path) => {
    const ops = (path?.ops ?? []) as DraftOperation[];
    ops.splice(0, ops.length, ...divided(ops));
    return ops.flatMap(({ cp1, cp2, to }) => [cp1, cp2, to]);
  });
  const found = [...Object.values(part?.points ?? {}), ...ofPaths];
  return new Set(found.flatMap((point) => (point ? [point as Movable] : [])));
}

/** 0 at `from` and before, 1 at `to` and beyond, without a corner between. */
export function rising(y: number, from: number, to: number): number {
  const share = Math.min(1, Math.max(0, (y - from) / (to - from)));
  return share * share * (3 - 2 * share);
}

type Leg = {
  readonly name: string;
  /** The middle of the leg; the outer seam lies in the direction of `outward`. */
  readonly center: number;
  readonly outward: number;
  /** From the middle to the fork. */
  readonly inside: number;
  readonly waistY: number;
  readonly seatY: number;
  readonly forkY: number;
  readonly kneeY: number;
  readonly width: number;
};

function legOf(parts: DraftedParts, name: string): Leg {
  const at = (point: string): DraftPoint => {
    const found = parts[name]?.points[point];
    if (!found) throw new NotDrafted(name, `point ${point}`);
    return found;
  };
  const hem = at("floorOut");
  const center = (hem.x + at("floorIn").x) / 2;
  const fork = at("fork");
  const seat = at("seatOut");
  return {
    name,
    center,
    outward: Math.sign(hem.x - center),
    inside: Math.abs(fork.x - center),
    waistY: at("styleWaistOut").y,
    seatY: seat.y,
    forkY: fork.y,
    kneeY: at("knee").y,
    width: Math.abs(fork.x - seat.x),
  };
}

type LetOut = { readonly seatMm: number; readonly thighMm: number };

/** How far a point moves away from the middle of its leg. */
function outwardMm(
  { center, forkY, inside, kneeY, outward, seatY, waistY }: Leg,
  { seatMm, thighMm }: LetOut,
  { x, y }: DraftPoint,
): number {
  // The seat is measured at its own level, a little beside the drawn one.
  const belowSeatY = seatY + (forkY - seatY) / 4;
  const thigh = thighMm * rising(y, belowSeatY, forkY) * (1 - rising(y, forkY, kneeY));
  // The middle stays, and the crotch moves with the fork.
  const share = Math.min(1, Math.abs(x - center) / inside);
  if ((x - center) * outward < 0) return thigh * share;
  const seat = seatMm * rising(y, waistY, seatY) * (1 - rising(y, seatY, kneeY));
  return (seat + thigh) * share;
}

/** The share that an option of the house is set to; 0 without it. */
export const numberOf = (options: DraftOptions, name: string) => {
  const value = options[name];
  return typeof value === "number" ? value : 0;
};

/**
 * Lets the seams of trousers out, or takes them in where the share is negative: at the seat the outer seams, from nothing at the waist
 * to nothing at the knee, and at the thigh the outer and the inner seams, from nothing at the seat to nothing at the knee. Shares of the
 * drawn width at the fork; a seam of front and back moves alike. FreeSewing fits the crotch anew for each ease and so moves the
 * whole leg. Changes the parts and tells which; nothing for a share of 0.
 */
export function letOutLegs(
  design: DraftableDesign,
  parts: DraftedParts,
  options: DraftOptions,
): readonly HousePart[] {
  const names = (LEGS[design] ?? []).filter((name) => parts[name] !== undefined);
  const seat = numberOf(options, "seatWidth");
  const thigh = numberOf(options, "thighWidth");
  if (names.length === 0 || (seat === 0 && thigh === 0)) return [];
  const legs = names.map((name) => legOf(parts, name));
  const width = legs.slice(0, 2).reduce((sum, each) => sum + each.width, 0);
  // Four outer seams go around the seat, and each thigh has two seams of two parts.
  const letOut = { seatMm: (seat * width) / 4, thighMm: (thigh * width) / 4 };
  for (const leg of legs) {
    const moves = [...dividedPoints(parts, leg.name)].map((point) => {
      const away = Math.sign(point.x - leg.center) * outwardMm(leg, letOut, point);
      return { point, away };
    });
    for (const { away, point } of moves) point.x += away;
  }
  const byMm = Math.abs(letOut.seatMm) + Math.abs(letOut.thighMm);
  return names.map((part) => ({ part, byMm, note: "" }));
}
