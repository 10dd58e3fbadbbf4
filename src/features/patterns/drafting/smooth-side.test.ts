import { expect, test } from "vitest";
import type {
  DraftedParts,
  DraftOperation,
  Polyline,
} from "#features/patterns/measuring/drafted-part.ts";
import { lineAt, strokesOf } from "#features/patterns/measuring/drafted-part.ts";
import { smoothSide } from "./smooth-side.ts";

const point = (x: number, y: number) => ({ x, y });

const seamOf = (ops: readonly DraftOperation[]): Polyline =>
  strokesOf({ hidden: false, ops }).flat();

/** The back of a gown as FreeSewing draws it for N548: straight down at the chest and, both ways, at the waist. */
function backOf(waistX: number) {
  const armhole = point(357.7, 235.4);
  const chest = point(357.7, 316);
  const waist = point(waistX, 456);
  const hem = point(537.3, 1426);
  const ops: DraftOperation[] = [
    { type: "move", to: hem },
    { type: "curve", cp1: point(537.3, 456), cp2: point(waistX, 458.5), to: waist },
    { type: "curve", cp1: point(waistX, 411.9), cp2: point(357.7, 396.6), to: chest },
    { type: "line", to: armhole },
  ];
  const notch = point(lineAt(seamOf(ops), 440) ?? Number.NaN, 440);
  const parts: DraftedParts = {
    "bibi.back": {
      hidden: false,
      points: { armhole, chest, hem, hips: point(467.3, 512), waist },
      paths: { sideSeam: { hidden: false, ops } },
      snippets: { gather: { anchor: notch } },
    },
  };
  return { notch, ops, parts };
}

/** The sharpest turn of a line at one of its points, in degrees; shorter steps than 0.5 mm are none of their own. */
function sharpestTurn(line: Polyline): number {
  let sharpest = 0;
  const points = line.filter((each, index) => {
    const before = line[index - 1];
    return !before || Math.hypot(each.x - before.x, each.y - before.y) > 0.5;
  });
  for (let i = 2; i < points.length; i += 1) {
    const [a, b, c] = points.slice(i - 2, i + 1);
    if (!(a && b && c)) continue;
    const first = Math.atan2(b.x - a.x, a.y - b.y);
    const second = Math.atan2(c.x - b.x, b.y - c.y);
    sharpest = Math.max(sharpest, (Math.abs(second - first) * 180) / Math.PI);
  }
  return sharpest;
}

test("a side seam that only goes out has no corner at the waist, and its widths at chest, waist, hips and hem", () => {
  const { notch, ops, parts } = backOf(432.9);
  const before = seamOf(ops);
  expect(sharpestTurn(before)).toBeGreaterThan(20);
  const [moved] = smoothSide("bibi", parts);
  const after = seamOf(ops);
  expect(moved).toMatchObject({ part: "bibi.back" });
  expect(moved?.byMm).toBeGreaterThan(1);
  expect(sharpestTurn(after)).toBeLessThan(6);
  for (const y of [300, 317, 456, 512, 600, 1_000, 1_400]) {
    expect(lineAt(after, y)).toBeCloseTo(lineAt(before, y) ?? Number.NaN, 0);
  }
  const outward = after.filter(({ y }) => y >= 316 && y <= 512).map(({ x }) => x);
  expect(outward).toEqual(outward.toSorted((a, b) => b - a));
  expect(notch.x).toBeCloseTo(lineAt(after, 440) ?? Number.NaN, 0);
});

test("a waist that is taken in stays as it is drawn", () => {
  const { ops, parts } = backOf(340);
  const before = seamOf(ops);
  expect(smoothSide("bibi", parts)).toEqual([]);
  expect(seamOf(ops)).toEqual(before);
});

test("no other design is changed", () => {
  const { ops, parts } = backOf(432.9);
  const before = seamOf(ops);
  expect(smoothSide("simon", parts)).toEqual([]);
  expect(seamOf(ops)).toEqual(before);
});
