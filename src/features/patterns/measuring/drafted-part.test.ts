import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DraftPoint, Polyline } from "./drafted-part.ts";
import {
  crossingOf,
  distance,
  joined,
  lengthOf,
  lineAt,
  sectionOf,
  sliceAt,
  strokesOf,
  widthAt,
} from "./drafted-part.ts";

const millimeters = fc.double({ min: -3_000, max: 3_000, noNaN: true });
const point = fc.record({ x: millimeters, y: millimeters });
const size = fc.double({ min: 5, max: 1_500, noNaN: true });

/** A closed outline of an ellipse: convex, and its width at every height is known. */
function ellipse(center: DraftPoint, [a, b]: readonly [number, number], corners = 240): Polyline {
  const line = Array.from({ length: corners }, (_, index) => {
    const angle = (2 * Math.PI * index) / corners;
    return { x: center.x + a * Math.cos(angle), y: center.y + b * Math.sin(angle) };
  });
  return [...line, ...line.slice(0, 1)];
}

const ellipses = fc.record({ center: point, a: size, b: size });

function moved(line: Polyline, by: DraftPoint, angle: number): Polyline {
  const sin = Math.sin(angle);
  const cos = Math.cos(angle);
  return line.map(({ x, y }) => ({ x: by.x + x * cos - y * sin, y: by.y + x * sin + y * cos }));
}

describe("lengths", () => {
  test("are the same wherever and however a part lies", () => {
    const lines = fc.array(point, { minLength: 2, maxLength: 30 });
    const angles = fc.double({ min: -4, max: 4, noNaN: true });
    fc.assert(
      fc.property(lines, point, angles, (line, by, angle) => {
        expect(lengthOf(moved(line, by, angle))).toBeCloseTo(lengthOf(line), 5);
        expect(lengthOf(line.toReversed())).toBeCloseTo(lengthOf(line), 6);
      }),
    );
  });

  test("of curves are right within half a millimeter for each meter", () => {
    fc.assert(
      fc.property(point, size, (center, radius) => {
        // A quarter circle as every drawing program draws it.
        const handle = 0.5522847498 * radius;
        const from = { x: center.x + radius, y: center.y };
        const to = { x: center.x, y: center.y + radius };
        const cp1 = { x: from.x, y: from.y + handle };
        const cp2 = { x: to.x + handle, y: to.y };
        const ops = [
          { type: "move", to: from },
          { type: "curve", cp1, cp2, to },
        ];
        const [line = []] = strokesOf({ hidden: false, ops });
        const exact = (Math.PI * radius) / 2;
        expect(Math.abs(lengthOf(line) - exact)).toBeLessThan(0.0005 * exact);
      }),
    );
  });

  test("a closed path ends where it starts", () => {
    fc.assert(
      fc.property(point, point, point, (a, b, c) => {
        const line = (to: DraftPoint) => ({ type: "line", to });
        const ops = [{ type: "move", to: a }, line(b), line(c), { type: "close" }];
        const [outline = []] = strokesOf({ hidden: false, ops });
        expect(lengthOf(outline)).toBeCloseTo(distance(a, b) + distance(b, c) + distance(c, a), 6);
      }),
    );
  });
});

describe("girths", () => {
  test("are the width of the outline at their height", () => {
    const heights = fc.double({ min: -0.98, max: 0.98, noNaN: true });
    fc.assert(
      fc.property(ellipses, heights, ({ center, a, b }, height) => {
        const width = widthAt(ellipse(center, [a, b]), center.y + height * b);
        const exact = 2 * a * Math.sqrt(1 - height ** 2);
        expect(Math.abs(width - exact)).toBeLessThan(0.02 * a);
        expect(sliceAt(ellipse(center, [a, b]), center.y + height * b)).toHaveLength(1);
      }),
    );
  });

  test("both sides of a center line together are the whole, and outside there is nothing", () => {
    fc.assert(
      fc.property(ellipses, millimeters, millimeters, ({ center, a, b }, y, split) => {
        const outline = ellipse(center, [a, b]);
        const left = widthAt(outline, y, -Infinity, split);
        const right = widthAt(outline, y, split);
        expect(left + right).toBeCloseTo(widthAt(outline, y), 6);
        expect(widthAt(outline, center.y + b + 1)).toBe(0);
      }),
    );
  });

  test("a line is where it is drawn at every height that it reaches", () => {
    const share = fc.double({ min: 0.01, max: 0.99, noNaN: true });
    fc.assert(
      fc.property(point, point, share, (from, to, along) => {
        fc.pre(Math.abs(from.y - to.y) > 1);
        const at = from.y + along * (to.y - from.y);
        expect(lineAt([from, to], at)).toBeCloseTo(from.x + along * (to.x - from.x), 5);
        expect(lineAt([from, to], Math.max(from.y, to.y) + 1)).toBeNull();
      }),
    );
  });
});

describe("seams", () => {
  test("both ways between two points of an outline are the whole outline", () => {
    const corners = fc.integer({ min: 0, max: 239 });
    fc.assert(
      fc.property(ellipses, corners, corners, ({ center, a, b }, one, other) => {
        fc.pre(one !== other);
        const closed = ellipse(center, [a, b]);
        const outline = closed.slice(0, -1);
        const at = (index: number) => outline[index] ?? center;
        const from = at(one);
        const to = at(other);
        const beyond = at((Math.max(one, other) + 1) % outline.length);
        const between = at(Math.min(one, other) + 1);
        fc.pre(beyond !== from && beyond !== to && between !== from && between !== to);
        const ways = [between, beyond].map((via) => lengthOf(sectionOf(outline, [from, via, to])));
        expect((ways[0] ?? 0) + (ways[1] ?? 0)).toBeCloseTo(lengthOf(closed), 4);
        const shorter = lengthOf(sectionOf(outline, [from, null, to]));
        expect(shorter).toBeCloseTo(Math.min(...ways), 4);
      }),
    );
  });

  test("a convex outline never crosses itself", () => {
    fc.assert(
      fc.property(ellipses, ({ center, a, b }) => {
        expect(crossingOf(ellipse(center, [a, b], 60))).toBeNull();
      }),
    );
  });

  test("an outline whose corners are swapped crosses itself", () => {
    fc.assert(
      fc.property(point, size, size, ({ x, y }, width, height) => {
        const corners = [
          { x, y },
          { x: x + width, y: y + height },
          { x: x + width, y },
          { x, y: y + height },
          { x, y },
        ];
        expect(crossingOf(corners)).not.toBeNull();
      }),
    );
  });

  test("separate seams are joined in whatever order and direction they are drawn", () => {
    const flips = fc.array(fc.boolean(), { minLength: 5, maxLength: 5 });
    const order = fc.shuffledSubarray([1, 2, 3, 4, 5], { minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(ellipses, order, flips, ({ center, a, b }, positions, flipped) => {
        fc.pre(a / b < 5 && b / a < 5);
        const closed = ellipse(center, [a, b]);
        const seams = Array.from({ length: 6 }, (_, index) =>
          closed.slice(40 * index, 40 * index + 41),
        );
        const rest = positions.map((position, index) => {
          const seam = seams[position] ?? [];
          return flipped[index] ? seam.toReversed() : seam;
        });
        expect(lengthOf(joined([seams[0] ?? [], ...rest]))).toBeCloseTo(lengthOf(closed), 4);
      }),
    );
  });
});
