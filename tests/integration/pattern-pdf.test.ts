import { afterAll, describe, expect, test } from "vitest";
import { draftGarment } from "#features/patterns/drafting/draft-garment.server.ts";
import type { GarmentDraft } from "#features/patterns/drafting/garment-draft.ts";
import { createPatternPool } from "#features/patterns/drafting/pattern-pool.server.ts";
import type { PatternDrawing } from "#features/patterns/printing/pattern-pdf.server.ts";
import {
  renderRollPdf,
  renderTilesPdf,
  rollSize,
} from "#features/patterns/printing/pattern-pdf.server.ts";
import {
  CALIBRATION_MM,
  TILE_FORMATS,
  TILE_MARGIN_MM,
  tileGrid,
} from "#features/patterns/printing/pattern-tiles.ts";
import { peopleOf } from "../../bench/pattern-drafts/compare.ts";
import type { DrawnPage, PlacedTile } from "../support/pdf-scale.ts";
import { calibrationSquares, compareTiles, readDrawnPages } from "../support/pdf-scale.ts";

const patterns = createPatternPool({ givesWay: false });
afterAll(() => patterns.stop());

async function draftShirt(): Promise<{ draft: GarmentDraft; drawing: PatternDrawing }> {
  const [person] = peopleOf("teagan", "tape", 1);
  const drafted = await draftGarment(
    { patterns },
    {
      designs: ["teagan"],
      measurements: person?.measurements ?? {},
      fit: "regular",
      drawing: { seamAllowance: 10, dimensioned: false, maxWidth: 821 },
    },
  );
  if (!drafted.ok || !drafted.value.drawing) throw new Error("The shirt was not drafted.");
  const { svg, width, height } = drafted.value.drawing;
  const size = { widthMm: width, heightMm: height };
  return { draft: drafted.value, drawing: { svg, ...size, title: "Shirt", facts: ["Linen"] } };
}

/** The longest straight line of a part's seam, in mm, as the screen draws it. */
function longestStraight(draft: GarmentDraft, name: string): number {
  const part = draft.parts.find((candidate) => candidate.part === name);
  const seam = part?.lines.find(({ kind }) => kind === "seam")?.d ?? "";
  let x = 0;
  let y = 0;
  let longest = 0;
  for (const [, command, text = ""] of seam.matchAll(/([MLC])([^MLCZ]*)/g)) {
    const numbers = text.trim().split(/[ ,]+/).map(Number);
    const [toX = 0, toY = 0] = numbers.slice(-2);
    if (command === "L") longest = Math.max(longest, Math.hypot(toX - x, toY - y));
    [x, y] = [toX, toY];
  }
  return longest;
}

const lengthsOf = ({ lines }: DrawnPage) =>
  lines.map(({ from, to }) => Math.hypot(to.x - from.x, to.y - from.y));

async function firstPage(pdf: Uint8Array): Promise<DrawnPage> {
  const [page] = await readDrawnPages(pdf);
  if (!page) throw new Error("The PDF has no page.");
  return page;
}

describe("a pattern on paper", () => {
  test("a roll has its calibration square and every seam at true scale, within 0.1 mm", async () => {
    const { draft, drawing } = await draftShirt();
    const page = await firstPage(await renderRollPdf(drawing));
    const [square] = calibrationSquares(page, CALIBRATION_MM);
    expect(Math.abs((square?.widthMm ?? 0) - 100)).toBeLessThan(0.1);
    expect(Math.abs((square?.heightMm ?? 0) - 100)).toBeLessThan(0.1);
    const seam = longestStraight(draft, "teagan.back");
    expect(seam).toBeGreaterThan(300);
    const nearest = Math.min(...lengthsOf(page).map((length) => Math.abs(length - seam)));
    expect(nearest).toBeLessThan(0.1);
  });

  test.each([["a4"], ["letter"]] as const)(
    "%s pages laid together show the whole roll",
    async (format) => {
      const { drawing } = await draftShirt();
      const roll = await firstPage(await renderRollPdf(drawing));
      const [map, ...pages] = await readDrawnPages(await renderTilesPdf(drawing, format));
      const [square] = map ? calibrationSquares(map, CALIBRATION_MM) : [];
      expect(Math.abs((square?.widthMm ?? 0) - 100)).toBeLessThan(0.1);
      expect(Math.abs((square?.heightMm ?? 0) - 100)).toBeLessThan(0.1);
      const grid = tileGrid(rollSize(drawing), format);
      expect(pages).toHaveLength(grid.tiles.length);
      const { widthMm, heightMm } = grid;
      const placed: PlacedTile[] = pages.map((page, index) => ({
        page,
        originMm: { x: grid.tiles[index]?.leftMm ?? 0, y: grid.tiles[index]?.topMm ?? 0 },
        atMm: { x: TILE_MARGIN_MM, y: TILE_MARGIN_MM },
        widthMm,
        heightMm,
      }));
      for (const page of pages) {
        expect(page.widthMm).toBeCloseTo(TILE_FORMATS[format].widthMm, 2);
        expect(page.heightMm).toBeCloseTo(TILE_FORMATS[format].heightMm, 2);
      }
      const { samples, missing } = compareTiles(roll, placed);
      expect(samples).toBeGreaterThan(5_000);
      expect(missing).toEqual([]);
    },
  );
});
