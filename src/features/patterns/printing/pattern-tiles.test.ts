import fc from "fast-check";
import { expect, test } from "vitest";
import type { TileFormatName } from "./pattern-tiles.ts";
import { TILE_OVERLAP_MM, tileGrid } from "./pattern-tiles.ts";

const formats = fc.constantFrom<TileFormatName>("a0", "a4", "letter");
const length = fc.integer({ min: 1, max: 5_000 });

test("every point of a drawing is on a page, and no page is empty of it", () => {
  fc.assert(
    fc.property(
      formats,
      length,
      length,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (name, w, h, at) => {
        const grid = tileGrid({ widthMm: w, heightMm: h }, name);
        const x = at * w;
        const y = (1 - at) * h;
        const shows = grid.tiles.filter(
          ({ leftMm, topMm }) =>
            leftMm <= x && x <= leftMm + grid.widthMm && topMm <= y && y <= topMm + grid.heightMm,
        );
        expect(shows.length).toBeGreaterThan(0);
        expect(grid.tiles.every(({ leftMm, topMm }) => leftMm < w && topMm < h)).toBe(true);
      },
    ),
  );
});

test("neighboring pages share the overlap", () => {
  const { columns, tiles, widthMm } = tileGrid({ widthMm: 821, heightMm: 2_900 }, "a4");
  const [first, second] = tiles;
  expect((first?.leftMm ?? 0) + widthMm - (second?.leftMm ?? 0)).toBe(TILE_OVERLAP_MM);
  expect([columns, tiles.length % columns]).toEqual([5, 0]);
});

test("pages are named by column and row, also beyond the alphabet", () => {
  const { tiles } = tileGrid({ widthMm: 4_950, heightMm: 300 }, "letter");
  expect(tiles[0]?.label).toBe("A1");
  expect(tiles.map(({ label }) => label)).toContain("AA1");
  expect(new Set(tiles.map(({ label }) => label)).size).toBe(tiles.length);
});
