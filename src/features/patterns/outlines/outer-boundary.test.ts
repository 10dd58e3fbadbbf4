import fc from "fast-check";
import { expect, test } from "vitest";
import { areaOf, outerBoundary, withoutNeedless } from "./outer-boundary.ts";

const at = (x: number, y: number) => ({ x, y });
const rectangle = (left: number, top: number, width: number, height: number) => [
  at(left, top),
  at(left + width, top),
  at(left + width, top + height),
  at(left, top + height),
  at(left, top),
];

const size = fc.integer({ min: 100, max: 900 });

test("an allowance around a seam is the boundary", () => {
  fc.assert(
    fc.property(size, size, fc.integer({ min: 1, max: 50 }), (width, height, allowance) => {
      const outer = rectangle(
        -allowance,
        -allowance,
        width + 2 * allowance,
        height + 2 * allowance,
      );
      const boundary = outerBoundary([rectangle(0, 0, width, height), outer]);
      expect(areaOf(boundary)).toBeCloseTo(areaOf(outer.slice(1)), 3);
    }),
  );
});

test("an allowance that is drawn in lines without corners is closed, and the fold stays without one", () => {
  fc.assert(
    fc.property(size, size, fc.integer({ min: 5, max: 40 }), (width, height, allowance) => {
      const top = [at(0, -allowance), at(width, -allowance)];
      const side = [at(width + allowance, 0), at(width + allowance, height)];
      const hem = [at(width, height + allowance), at(0, height + allowance)];
      const boundary = outerBoundary([rectangle(0, 0, width, height), top, side, hem]);
      expect(Math.min(...boundary.map(({ x }) => x))).toBe(0);
      expect(Math.max(...boundary.map(({ x }) => x))).toBe(width + allowance);
      // Both corners are cut off straight.
      const whole = (width + allowance) * (height + 2 * allowance);
      expect(areaOf(boundary)).toBeCloseTo(whole - allowance * allowance, 1);
    }),
  );
});

test("parts that overlap have one boundary, and lines inside change nothing", () => {
  const lines = [rectangle(0, 0, 100, 100), rectangle(50, 20, 100, 60), [at(10, 10), at(60, 60)]];
  expect(areaOf(outerBoundary(lines))).toBeCloseTo(100 * 100 + 50 * 60, 3);
});

test("a simplified line keeps its ends and its course", () => {
  const arc = Array.from({ length: 200 }, (_, index) => {
    const angle = (index / 199) * Math.PI;
    return at(300 * Math.cos(angle), 300 * Math.sin(angle));
  });
  const short = withoutNeedless(arc);
  expect(short.length).toBeLessThan(80);
  expect([short[0], short.at(-1)]).toEqual([arc[0], arc.at(-1)]);
  expect(Math.abs(areaOf(short) - areaOf(arc)) / areaOf(arc)).toBeLessThan(0.001);
});
