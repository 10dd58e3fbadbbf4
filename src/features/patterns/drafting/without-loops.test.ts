import fc from "fast-check";
import { expect, test } from "vitest";
import { withoutLoops } from "./without-loops.ts";

const at = (x: number, y: number) => ({ x, y });

test("the overlap at a sharp corner ends where the two lines cross", () => {
  const line = [at(0, 0), at(100, 0), at(100, 10), at(90, -10), at(90, -100)];
  expect(withoutLoops(line)).toEqual([at(0, 0), at(95, 0), at(90, -10), at(90, -100)]);
});

test("a line that does not cross itself is the same line", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -500, max: 500 }), { minLength: 2 }), (ys) => {
      const line = ys.map((y, index) => at(index * 10, y));
      expect(withoutLoops(line)).toBe(line);
    }),
  );
});

test("a closed line ends where its two ends cross", () => {
  const square = [at(0, -10), at(0, 200), at(200, 200), at(200, 0), at(-10, 0)];
  expect(withoutLoops(square)).toEqual([at(0, 0), at(0, 200), at(200, 200), at(200, 0), at(0, 0)]);
});

test("a large figure of eight is no overlap of a corner", () => {
  const eight = [at(0, 0), at(200, 200), at(200, 0), at(0, 200)];
  expect(withoutLoops(eight)).toBe(eight);
});
