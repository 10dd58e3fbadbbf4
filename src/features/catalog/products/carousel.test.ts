import fc from "fast-check";
import { expect, it } from "vitest";
import { swipeStep, wrapIndex } from "./carousel.ts";

// Specification 2.33
it("a carousel wraps around at both ends", () => {
  expect(wrapIndex(2, 1, 3)).toBe(0);
  expect(wrapIndex(0, -1, 3)).toBe(2);
  expect(wrapIndex(0, 1, 1)).toBe(0);
  expect(wrapIndex(0, 1, 0)).toBe(0);
});

it("a carousel shows every image once per round in either direction", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 30 }),
      fc.nat(29),
      fc.constantFrom(1, -1),
      (count, from, step) => {
        const start = from % count;
        const shown = new Set<number>();
        let index = start;
        for (let turn = 0; turn < count; turn += 1) {
          shown.add(index);
          index = wrapIndex(index, step, count);
        }
        expect(shown.size).toBe(count);
        expect(index).toBe(start);
      },
    ),
  );
});

// Specification 9.10
it("50 px sideways is a swipe, and a mostly vertical move is not", () => {
  expect([swipeStep(-50, 0), swipeStep(50, 10)]).toEqual([1, -1]);
  expect([swipeStep(-49, 0), swipeStep(49, 0), swipeStep(-80, 81), swipeStep(0, 0)]).toEqual([
    0, 0, 0, 0,
  ]);
});
