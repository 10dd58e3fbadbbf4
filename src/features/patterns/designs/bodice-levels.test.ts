import fc from "fast-check";
import { expect, test } from "vitest";
import { distance } from "#features/patterns/measuring/drafted-part.ts";
import { wayOverDart } from "./bodice-levels.ts";

const at = (radius: number, degrees: number) => {
  const angle = (degrees * Math.PI) / 180;
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
};
const TIP = { x: 0, y: 0 };
const dartOf = (degrees: number) => {
  return { tip: TIP, lower: at(180, degrees), upper: at(180, 0) };
};
const radius = fc.double({ min: 1, max: 300, noNaN: true });

test("a dart that takes nothing away leaves the straight way", () => {
  fc.assert(
    fc.property(radius, radius, fc.integer({ min: 1, max: 89 }), (one, other, degrees) => {
      const below = at(one, degrees);
      const above = at(other, -degrees);
      expect(wayOverDart(dartOf(0), below, above)).toBeCloseTo(distance(below, above), 6);
    }),
  );
});

test("a way over a sewn dart is as long as on the paper whose upper part is turned onto the lower leg", () => {
  const angles = fc.tuple(
    fc.integer({ min: 1, max: 60 }),
    fc.integer({ min: 0, max: 90 }),
    fc.integer({ min: 0, max: 80 }),
  );
  fc.assert(
    fc.property(radius, radius, angles, (one, other, [dart, under, over]) => {
      // Else the way past the tip is shorter.
      fc.pre(2 * (under + over) + dart < 360);
      const way = wayOverDart(dartOf(dart), at(one, dart + under), at(other, -over));
      const turned = at(other, dart - over);
      expect(way).toBeCloseTo(distance(at(one, dart + under), turned), 6);
      expect(way).toBeLessThanOrEqual(one + other + 1e-9);
      expect(way).toBeGreaterThanOrEqual(Math.abs(one - other) - 1e-9);
    }),
  );
});

test("the two sides of a dart that is sewn are the same point", () => {
  expect(wayOverDart(dartOf(40), at(120, 40), at(120, 0))).toBeCloseTo(0, 6);
});

test("a way of half a turn goes over the tip", () => {
  expect(wayOverDart(dartOf(0), at(50, 100), at(70, -80))).toBeCloseTo(120, 6);
});
