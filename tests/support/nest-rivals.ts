type Point = { readonly x: number; readonly y: number };

/** What a rival nest lays out: outlines in mm from the corner at 0, 0, their grain along y. */
export type RivalShape = {
  readonly outlines: readonly (readonly Point[])[];
  readonly widthMm: number;
  readonly heightMm: number;
};

export type RivalCloth = { readonly widthMm: number; readonly isOneWay: boolean };

/** The cloth is looked at in squares of this side. */
const SQUARE_MM = 5;
/** Cloth between two cuts. */
const BETWEEN_MM = 3;

type Stretch = readonly [first: number, last: number];

/** The rows of a shape from its top, each with the squares that it covers from its left: first and last of every stretch. */
type Raster = { readonly rows: readonly (readonly Stretch[])[]; readonly columns: number };

type Outline = RivalShape["outlines"][number];

/** Where a horizontal line runs inside a closed outline, from left to right, in mm: pairs of entry and exit. */
function crossingsOf(outline: Outline, y: number): number[] {
  const crossings = outline.flatMap((from, index) => {
    const to = outline[(index + 1) % outline.length];
    if (!to || from.y > y === to.y > y) return [];
    return [from.x + ((y - from.y) * (to.x - from.x)) / (to.y - from.y)];
  });
  return crossings.toSorted((a, b) => a - b);
}

/** Marks every square that a line touches, and the gap to its right. */
function coverLine(isCovered: Uint8Array, crossings: readonly number[]): void {
  for (let pair = 0; pair + 1 < crossings.length; pair += 2) {
    const start = Math.floor((crossings[pair] ?? 0) / SQUARE_MM);
    const end = Math.ceil(((crossings[pair + 1] ?? 0) + BETWEEN_MM) / SQUARE_MM);
    isCovered.fill(1, Math.max(0, start), end);
  }
}

function stretchesOf(isCovered: Uint8Array): Stretch[] {
  const stretches: [number, number][] = [];
  isCovered.forEach((covered, column) => {
    const last = stretches.at(-1);
    if (covered === 0) return;
    if (last && last[1] === column - 1) last[1] = column;
    else stretches.push([column, column]);
  });
  return stretches;
}

/** A square is covered when the shape or the gap beside it touches it at its upper edge, its middle or its lower edge. */
function rasterOf({ heightMm, outlines, widthMm }: RivalShape, isTurned: boolean): Raster {
  const columns = Math.ceil((widthMm + BETWEEN_MM) / SQUARE_MM);
  const count = Math.ceil((heightMm + BETWEEN_MM) / SQUARE_MM);
  const rows = Array.from({ length: count }, (_, row) => {
    const isCovered = new Uint8Array(columns);
    for (const share of [0.01, 0.5, 0.99]) {
      for (const outline of outlines) {
        coverLine(
          isCovered,
          crossingsOf(outline, Math.min(heightMm - 0.01, (row + share) * SQUARE_MM)),
        );
      }
    }
    return stretchesOf(isCovered);
  });
  if (!isTurned) return { rows, columns };
  const mirrored = (row: readonly Stretch[]) =>
    row.toReversed().map(([first, last]): Stretch => [columns - 1 - last, columns - 1 - first]);
  return { rows: rows.toReversed().map(mirrored), columns };
}

/** The cloth from its beginning, a byte for each square; it grows as shapes are laid on it. */
class Squares {
  readonly columns: number;
  readonly #rows: Uint8Array[] = [];

  constructor(widthMm: number) {
    // The gap to the right of a shape may lie beyond the selvedge.
    this.columns = Math.floor((widthMm + BETWEEN_MM) / SQUARE_MM);
  }

  #row(index: number): Uint8Array {
    while (this.#rows.length <= index) this.#rows.push(new Uint8Array(this.columns));
    return this.#rows[index] ?? new Uint8Array(this.columns);
  }

  /** The rightmost square that is in the way at this position; -1 where the shape is free to lie. */
  obstacle({ rows }: Raster, x: number, y: number): number {
    for (const [offset, row] of rows.entries()) {
      const own = this.#row(y + offset);
      for (const [first, last] of row) {
        for (let column = last; column >= first; column -= 1) {
          if (own[x + column] === 1) return x + column - first;
        }
      }
    }
    return -1;
  }

  lay({ rows }: Raster, x: number, y: number): void {
    rows.forEach((row, offset) => {
      for (const [first, last] of row) this.#row(y + offset).fill(1, x + first, x + last + 1);
    });
  }
}

/** The lowest and then leftmost position of a shape. */
function bottomLeft(squares: Squares, raster: Raster): { x: number; y: number } | null {
  const lastX = squares.columns - raster.columns;
  if (lastX < 0) return null;
  for (let y = 0; ; y += 1) {
    for (let x = 0; x <= lastX; ) {
      const hit = squares.obstacle(raster, x, y);
      if (hit < 0) return { x, y };
      x = Math.max(x + 1, hit + 1);
    }
  }
}

/** How much cloth shapes need that are laid bottom-left in this order, in mm; Infinity where one is wider. */
function lengthOf(
  ways: ReadonlyMap<RivalShape, readonly Raster[]>,
  order: readonly RivalShape[],
  widthMm: number,
): number {
  const squares = new Squares(widthMm);
  let end = 0;
  for (const shape of order) {
    const spots = (ways.get(shape) ?? []).flatMap((raster) => {
      const spot = bottomLeft(squares, raster);
      return spot ? [{ raster, x: spot.x, y: spot.y, end: spot.y + raster.rows.length }] : [];
    });
    const [best] = spots.toSorted((a, b) => a.end - b.end);
    if (!best) return Infinity;
    squares.lay(best.raster, best.x, best.y);
    end = Math.max(end, best.end);
  }
  return end * SQUARE_MM;
}

/** Park and Miller's numbers from 0 to 1. */
function numbersFrom(seed: number): () => number {
  let state = (Math.abs(Math.trunc(seed)) % 2_147_483_646) + 1;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/**
 * The shortest of ten nests in mm, of shapes that are laid bottom-left on squares: by height, by width and by area, and in seven random
 * orders in which taller shapes rather come first. Each of them could be cut. Shares nothing with the shop's nest.
 */
export function bestOfTenRivals(
  shapes: readonly RivalShape[],
  { isOneWay, widthMm }: RivalCloth,
  seed: number,
): number {
  const ways = new Map(
    shapes.map((shape) => [
      shape,
      isOneWay ? [rasterOf(shape, false)] : [rasterOf(shape, false), rasterOf(shape, true)],
    ]),
  );
  const by = (rank: (shape: RivalShape) => number) => shapes.toSorted((a, b) => rank(b) - rank(a));
  const random = numbersFrom(seed);
  const shuffled = Array.from({ length: 7 }, () => {
    const ranks = new Map(shapes.map((shape) => [shape, shape.heightMm * (0.5 + random())]));
    return by((shape) => ranks.get(shape) ?? 0);
  });
  const orders = [
    by(({ heightMm }) => heightMm),
    by(({ widthMm: width }) => width),
    by(({ heightMm, widthMm: width }) => heightMm * width),
    ...shuffled,
  ];
  return Math.min(...orders.map((order) => lengthOf(ways, order, widthMm)));
}
