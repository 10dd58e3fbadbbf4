import type { PatternPart } from "./pattern-content.ts";

type Line = PatternPart["lines"][number];

export type Bounds = { x: number; y: number; width: number; height: number };

const PAIR = /(-?\d+(?:\.\d+)?)[ ,]+(-?\d+(?:\.\d+)?)/g;

const pointsOf = (d: string) =>
  [...d.matchAll(PAIR)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }));

/** Around these lines, without their dimensions; curves count with their control points. Null without a point. */
export function boundsOf(lines: readonly Line[]): Bounds | null {
  const points = lines.flatMap(({ d }) => pointsOf(d));
  if (points.length === 0) return null;
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

export type Move = { scale: number; dx: number; dy: number };

const tenth = (value: number) => Math.round(value * 10) / 10;

/** A path scaled, then moved. */
export function movePath(d: string, { dx, dy, scale }: Move): string {
  return d.replace(
    PAIR,
    (_, x, y) => `${tenth(Number(x) * scale + dx)} ${tenth(Number(y) * scale + dy)}`,
  );
}
