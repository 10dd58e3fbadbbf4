import type { CutShape } from "./cut-shapes.ts";
import type { ShapeColumns } from "./shape-columns.ts";
import { COLUMN_MM, columnsOf, turnedColumnsOf } from "./shape-columns.ts";

/** A cloth as a nest needs it. */
export type NestCloth = {
  readonly widthMm: number;
  /** With a nap or a print that has an upper end: nothing is turned round. */
  readonly isOneWay: boolean;
};

/** A shape on the cloth: its upper left corner in mm, from the left edge and along the length. */
type PlacedShape = {
  readonly shape: CutShape;
  readonly x: number;
  readonly y: number;
  /** By half a turn within its own rectangle. */
  readonly isTurned: boolean;
};

export type Nest = {
  readonly cloth: NestCloth;
  /** How much cloth is cut off, in whole mm. */
  readonly lengthMm: number;
  readonly placed: readonly PlacedShape[];
};

/** How often shapes are laid out, each time in another order: more often where there are few, because each time is shorter then. */
const ATTEMPTS = { from: 20, to: 120, shapes: 600 } as const;
/** Attempts of a nest that only shows about how much cloth a width needs. */
export const QUICK_ATTEMPTS = 6;
/** By how much of its size the rank of a shape may fall in an attempt; attempts have one after the other. */
const SPREADS = [0.2, 0.4, 0.9] as const;
/** Cloth before the first and after the last cut, in mm. */
const END_MM = 10;

type Item = {
  readonly shape: CutShape;
  /** Upright, and turned where the cloth allows it. */
  readonly ways: readonly ShapeColumns[];
};

type Spot = { readonly x: number; readonly y: number; readonly way: number };

/** Numbers from 0 to 1 that are the same for each seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The covered ranges of each column of the cloth, ascending. */
class ClothColumns {
  readonly #columns: number[][];
  readonly widthMm: number;

  constructor(widthMm: number) {
    this.widthMm = widthMm;
    this.#columns = Array.from({ length: Math.ceil(widthMm / COLUMN_MM) }, () => []);
  }

  /** The end of what a range would overlap in a column; null where it is free. */
  #hindrance(column: number, from: number, to: number): number | null {
    const covered = this.#columns[column] ?? [];
    for (let index = 0; index < covered.length; index += 2) {
      const start = covered[index] ?? 0;
      const end = covered[index + 1] ?? 0;
      if (start >= to - 1e-9) return null;
      if (end > from + 1e-9) return end;
    }
    return null;
  }

  /** How far along the cloth a shape can begin at this column; `limit` when it would begin later. */
  lowest({ columns }: ShapeColumns, at: number, limit: number): number {
    let y = 0;
    let free = 0;
    for (let index = 0; free < columns.length; index = (index + 1) % columns.length) {
      const ranges = columns[index];
      free += 1;
      if (!ranges) continue;
      for (let range = 0; range < ranges.length; range += 2) {
        const from = ranges[range] ?? 0;
        const to = ranges[range + 1] ?? 0;
        const end = this.#hindrance(at + index, y + from, y + to);
        if (end === null) continue;
        y = end - from;
        if (y >= limit) return limit;
        free = 0;
        range -= 2;
      }
    }
    return y;
  }

  cover({ columns }: ShapeColumns, at: number, y: number): void {
    columns.forEach((ranges, index) => {
      const covered = this.#columns[at + index];
      if (!covered) return;
      for (let range = 0; range < ranges.length; range += 2) {
        const from = (ranges[range] ?? 0) + y;
        let position = 0;
        while (position < covered.length && (covered[position] ?? 0) < from) position += 2;
        covered.splice(position, 0, from, (ranges[range + 1] ?? 0) + y);
      }
    });
  }
}

/** Where a shape ends first along the cloth, from the left; null where it is wider than the cloth. */
function findSpot(cloth: ClothColumns, { ways }: Item): Spot | null {
  let best: Spot | null = null;
  let limit = Infinity;
  ways.forEach((shape, way) => {
    for (let x = 0; x * COLUMN_MM + shape.widthMm <= cloth.widthMm + 1e-6; x += 1) {
      const y = cloth.lowest(shape, x, limit);
      if (y < limit) {
        limit = y;
        best = { x, y, way };
      }
    }
  });
  return best;
}

type Laid = { readonly endMm: number; readonly spots: ReadonlyMap<Item, Spot> };

/** Lays shapes out one after the other; null when one is too wide, or the cloth would be longer than `limitMm`. */
function lay(items: readonly Item[], widthMm: number, limitMm: number): Laid | null {
  const cloth = new ClothColumns(widthMm);
  const spots = new Map<Item, Spot>();
  let endMm = 0;
  for (const item of items) {
    const spot = findSpot(cloth, item);
    const shape = spot && item.ways[spot.way];
    if (!spot || !shape) return null;
    endMm = Math.max(endMm, spot.y + shape.heightMm);
    if (endMm >= limitMm) return null;
    cloth.cover(shape, spot.x, spot.y);
    spots.set(item, spot);
  }
  return { endMm, spots };
}

type Rank = (shape: CutShape) => number;

const RANKS: readonly Rank[] = [
  ({ heightMm }) => heightMm,
  ({ heightMm, widthMm }) => heightMm * widthMm,
  ({ widthMm }) => widthMm,
  ({ heightMm, widthMm }) => heightMm + widthMm,
];

/** The largest first, in another order for each attempt. */
function ordered(items: readonly Item[], attempt: number, seed: number): readonly Item[] {
  const random = randomFrom(seed + attempt);
  const rank = RANKS[attempt % RANKS.length] ?? RANKS[0];
  const spread = attempt < RANKS.length ? 0 : (SPREADS[attempt % SPREADS.length] ?? 0);
  const weights = new Map(
    items.map((item) => [item, (rank?.(item.shape) ?? 0) * (1 - spread * random())]),
  );
  return items.toSorted((a, b) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0));
}

const attemptsFor = (shapes: number) =>
  Math.round(Math.min(ATTEMPTS.to, Math.max(ATTEMPTS.from, ATTEMPTS.shapes / Math.max(1, shapes))));

function itemsOf(shapes: readonly CutShape[], { isOneWay }: NestCloth): Item[] {
  const known = new Map<CutShape["outlines"], Item["ways"]>();
  return shapes.map((shape) => {
    const upright = columnsOf(shape);
    const ways = known.get(shape.outlines) ?? [
      upright,
      ...(isOneWay ? [] : [turnedColumnsOf(shape)]),
    ];
    known.set(shape.outlines, ways);
    return { shape, ways };
  });
}

/**
 * Lays everything that is cut on a cloth of one width, grain along its length, so that as little as possible is cut off: none overlaps
 * another, the selvedge or the gap between two cuts. Cloth with one way turns nothing round. The shortest of several orders counts, and
 * the same shapes have the same nest. Null when a shape is wider than the cloth.
 */
export function nestShapes(
  shapes: readonly CutShape[],
  cloth: NestCloth,
  { attempts = attemptsFor(shapes.length), seed = 1 } = {},
): Nest | null {
  const items = itemsOf(shapes, cloth);
  let best: Laid | null = null;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const laid = lay(ordered(items, attempt, seed), cloth.widthMm, best?.endMm ?? Infinity);
    if (!laid && !best) return null;
    best = laid ?? best;
  }
  if (!best) return null;
  const { endMm, spots } = best;
  const placed = items.flatMap((item) => {
    const spot = spots.get(item);
    if (!spot) return [];
    const x = spot.x * COLUMN_MM;
    return [{ shape: item.shape, x, y: spot.y + END_MM, isTurned: spot.way === 1 }];
  });
  return { cloth, lengthMm: items.length === 0 ? 0 : Math.ceil(endMm + 2 * END_MM), placed };
}
