import fc from "fast-check";
import { expect, test } from "vitest";
import { boundedLeastSquares, leastSquares } from "./least-squares.ts";

const value = fc.double({ min: -5, max: 5, noNaN: true });
const wide = { from: -1_000, to: 1_000 };

test("independent columns are solved one by one", () => {
  const [first, second] = leastSquares(
    [
      [2, 0],
      [0, 4],
    ],
    [-6, 8],
    0,
  );
  expect(first).toBeCloseTo(3, 9);
  expect(second).toBeCloseTo(-2, 9);
});

test("bounds that do not bind change nothing", () => {
  fc.assert(
    fc.property(value, value, value, (a, b, c) => {
      const columns = [
        [3, a / 5],
        [b / 5, 2],
      ];
      const off = [c, a];
      const free = leastSquares(columns, off, 0.1);
      const bounded = boundedLeastSquares(columns, off, { bounds: [wide, wide], effort: 0.1 });
      for (const [index, step] of bounded.entries()) {
        expect(step).toBeCloseTo(free[index] ?? 0, 9);
      }
    }),
  );
});

test("steps stay within their bounds, and the others do what a bounded step cannot", () => {
  fc.assert(
    fc.property(value, (off) => {
      const steps = boundedLeastSquares([[1], [1]], [off], {
        bounds: [{ from: -0.1, to: 0.1 }, wide],
        effort: 0.01,
      });
      expect(Math.abs(steps[0] ?? 0)).toBeLessThanOrEqual(0.1);
      expect(off + (steps[0] ?? 0) + (steps[1] ?? 0)).toBeCloseTo(0, 2);
    }),
  );
});
