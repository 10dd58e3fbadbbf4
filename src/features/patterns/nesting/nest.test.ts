import fc from "fast-check";
import { expect, test } from "vitest";
import { coveredBy, overlapOf } from "#tests/support/nest-overlap.ts";
import { bestOfTenRivals } from "#tests/support/nest-rivals.ts";
import type { CutContent } from "./cut-shapes.ts";
import { cutShapes } from "./cut-shapes.ts";
import { nestShapes } from "./nest.ts";

type Size = { width: number; height: number; cut: number; hollow: number };

const contentOf = (sizes: readonly Size[]): CutContent => ({
  parts: sizes.map(({ height, hollow, width }, index) => ({
    part: `p${index}`,
    title: `Part ${index}`,
    notches: [],
    lines: [
      // A side that is hollow, as an armhole is.
      {
        kind: "seam",
        d: `M0 0L${width} 0L${width - hollow} ${height / 2}L${width} ${height}L0 ${height}Z`,
      },
      { kind: "grain", d: `M${width / 3} 10L${width / 3} ${height - 10}` },
    ],
  })),
  cutList: sizes.map(({ cut }, index) => ({
    part: `p${index}`,
    cuts: [{ material: "fabric", cut, onFold: false, mirrored: true }],
  })),
});

const anySize = fc
  .record({
    width: fc.integer({ min: 40, max: 700 }),
    height: fc.integer({ min: 100, max: 900 }),
    cut: fc.integer({ min: 1, max: 3 }),
    share: fc.integer({ min: 0, max: 60 }),
  })
  .map(({ share, ...size }) => ({ ...size, hollow: Math.round((share * size.width) / 100) }));
const anyContent = fc.array(anySize, { minLength: 1, maxLength: 7 }).map(contentOf);
const anyCloth = fc.record({
  widthMm: fc.integer({ min: 720, max: 1_600 }),
  isOneWay: fc.boolean(),
});

test("everything is cut once, within the cloth, and nothing overlaps", () => {
  fc.assert(
    fc.property(anyContent, anyCloth, (content, cloth) => {
      const shapes = cutShapes(content);
      const nest = nestShapes(shapes, cloth);
      expect(nest?.placed.map(({ shape }) => shape)).toEqual(shapes);
      const covered = nest ? coveredBy(nest) : [];
      for (const { x, y } of covered.flat(2)) {
        expect(x).toBeGreaterThanOrEqual(-1e-6);
        expect(x).toBeLessThanOrEqual(cloth.widthMm + 1e-6);
        expect(y).toBeGreaterThanOrEqual(-1e-6);
        expect(y).toBeLessThanOrEqual((nest?.lengthMm ?? 0) + 1e-6);
      }
      expect(overlapOf(covered)).toEqual([]);
    }),
    { numRuns: 30 },
  );
});

test("cloth with one way turns nothing round", () => {
  fc.assert(
    fc.property(anyContent, fc.integer({ min: 720, max: 1_600 }), (content, widthMm) => {
      const nest = nestShapes(cutShapes(content), { widthMm, isOneWay: true });
      expect(nest?.placed.filter(({ isTurned }) => isTurned)).toEqual([]);
    }),
    { numRuns: 20 },
  );
});

test("a nest is within 5 % of the best of ten rivals that share no code with it", () => {
  fc.assert(
    fc.property(anyContent, anyCloth, fc.nat(), (content, cloth, seed) => {
      const shapes = cutShapes(content);
      const lengthMm = nestShapes(shapes, cloth)?.lengthMm ?? 0;
      // No rival counts the ends of the cloth; its squares and the columns of the nest are 5 mm.
      expect(lengthMm - 20).toBeLessThanOrEqual(1.05 * bestOfTenRivals(shapes, cloth, seed) + 5);
    }),
    { numRuns: 8, endOnFailure: true },
  );
});

const onePart = (d: string, line: { kind: string; d: string }, onFold: boolean): CutContent => ({
  parts: [{ part: "back", title: "Back", notches: [], lines: [{ kind: "seam", d }, line] }],
  cutList: [{ part: "back", cuts: [{ material: "fabric", cut: 1, onFold, mirrored: false }] }],
});

test("a part on the fold is cut unfolded, and one that is wider than the cloth cannot be", () => {
  const fold = { kind: "fold", d: "M0 20L15 20L15 280L0 280" };
  const shapes = cutShapes(onePart("M0 0L700 0L700 300L0 300Z", fold, true));
  expect(shapes.map(({ heightMm, widthMm }) => [widthMm, heightMm])).toEqual([[1_400, 300]]);
  expect(nestShapes(shapes, { widthMm: 1_150, isOneWay: false })).toBeNull();
  expect(nestShapes(shapes, { widthMm: 1_400, isOneWay: false })?.lengthMm).toBe(320);
});

test("a grain line across a part turns the part along the cloth", () => {
  const grain = { kind: "grain", d: "M20 50L780 50" };
  const [shape] = cutShapes(onePart("M0 0L800 0L800 100L0 100Z", grain, false));
  expect(shape?.widthMm).toBeCloseTo(100, 6);
  expect(shape?.heightMm).toBeCloseTo(800, 6);
});

test("a part that is drafted by hand has the cloth that is allowed for it", () => {
  const grain = { kind: "grain", d: "M20 50L780 50" };
  const { cutList, parts } = onePart("M0 0L800 0L800 100L0 100Z", grain, false);
  const byHand = (
    material: string,
    cut: number,
    allowed: CutContent["cutList"][number]["allowed"],
  ) => {
    return {
      part: "by-hand/Waistband",
      cuts: [{ material, cut, onFold: false, mirrored: false }],
      allowed,
    };
  };
  const content = {
    parts,
    cutList: [
      ...cutList,
      byHand("fabric", 1, [{ acrossMm: 100, alongMm: 900 }]),
      byHand("lining", 2, [{ like: "back" }]),
      byHand("notion", 1, undefined),
    ],
  };
  const sizes = (material: string) =>
    cutShapes(content, material).map(({ heightMm, widthMm }) => [
      Math.round(widthMm),
      Math.round(heightMm),
    ]);
  expect(sizes("fabric")).toEqual([
    [100, 800],
    [100, 900],
  ]);
  expect(sizes("lining")).toEqual([
    [100, 800],
    [100, 800],
  ]);
  expect(sizes("notion")).toEqual([]);
});
