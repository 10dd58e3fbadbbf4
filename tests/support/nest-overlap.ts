import type { Nest } from "#features/patterns/nesting/nest.ts";

type Point = { readonly x: number; readonly y: number };
type Outline = readonly Point[];

/** The outlines of each shape where a nest lays it. */
export function coveredBy({ placed }: Pick<Nest, "placed">): Outline[][] {
  return placed.map(({ isTurned, shape, x, y }) =>
    shape.outlines.map((outline) =>
      outline.map((point) =>
        isTurned
          ? { x: x + shape.widthMm - point.x, y: y + shape.heightMm - point.y }
          : { x: x + point.x, y: y + point.y },
      ),
    ),
  );
}

const side = (a: Point, b: Point, c: Point) =>
  (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

function crosses(a: Point, b: Point, c: Point, d: Point): boolean {
  const ends = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)] as const;
  if (ends.some((value) => Math.abs(value) < 1e-6)) return false;
  return ends[0] > 0 !== ends[1] > 0 && ends[2] > 0 !== ends[3] > 0;
}

function isWithin(outline: Outline, { x, y }: Point): boolean {
  let isInside = false;
  outline.forEach((a, index) => {
    const b = outline[(index + 1) % outline.length] ?? a;
    const passes = a.y > y !== b.y > y && x < a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x);
    if (passes) isInside = !isInside;
  });
  return isInside;
}

/** How far a point lies outside a closed outline; 0 within it. */
export function distanceOutside(outline: Outline, point: Point): number {
  if (isWithin(outline, point)) return 0;
  const distances = outline.map((a, index) => {
    const b = outline[(index + 1) % outline.length] ?? a;
    const square = (b.x - a.x) ** 2 + (b.y - a.y) ** 2;
    const along = ((point.x - a.x) * (b.x - a.x) + (point.y - a.y) * (b.y - a.y)) / (square || 1);
    const share = Math.max(0, Math.min(1, along));
    return Math.hypot(point.x - a.x - share * (b.x - a.x), point.y - a.y - share * (b.y - a.y));
  });
  return Math.min(...distances);
}

function overlaps(one: Outline, other: Outline): boolean {
  const cuts = one.some((a, index) => {
    const b = one[(index + 1) % one.length] ?? a;
    return other.some((c, position) => crosses(a, b, c, other[(position + 1) % other.length] ?? c));
  });
  const [first] = one;
  const [start] = other;
  return cuts || Boolean(first && isWithin(other, first)) || Boolean(start && isWithin(one, start));
}

/** The pairs of shapes that overlap, by their position: lines that cross, or one within the other. */
export function overlapOf(covered: readonly (readonly Outline[])[]): [number, number][] {
  return covered.flatMap((shape, index) =>
    covered.slice(index + 1).flatMap((later, offset): [number, number][] => {
      const meets = shape.some((one) => later.some((other) => overlaps(one, other)));
      return meets ? [[index, index + 1 + offset]] : [];
    }),
  );
}
