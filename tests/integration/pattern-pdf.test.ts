import { PDFDocument } from "pdf-lib";
import { afterAll, describe, expect, test } from "vitest";
import type { DraftableDesign } from "#features/patterns/designs/all-designs.ts";
import { draftGarment } from "#features/patterns/drafting/draft-garment.server.ts";
import type { GarmentDraft } from "#features/patterns/drafting/garment-draft.ts";
import { createPatternPool } from "#features/patterns/drafting/pattern-pool.server.ts";
import type { PatternDrawing } from "#features/patterns/printing/pattern-pdf.server.ts";
import {
  countPages,
  MAX_PDF_MM,
  ROLL_WIDTHS_MM,
  renderRollPdf,
  renderTilesPdf,
} from "#features/patterns/printing/pattern-pdf.server.ts";
import { readPatternSvg } from "#features/patterns/printing/pattern-svg.ts";
import {
  CALIBRATION_MM,
  TILE_FORMATS,
  TILE_MARGIN_MM,
  TILE_OVERLAP_MM,
} from "#features/patterns/printing/pattern-tiles.ts";
import { layOutOnTiles } from "#features/patterns/printing/strip-layout.ts";
import type { Group } from "../../bench/pattern-drafts/compare.ts";
import { peopleOf } from "../../bench/pattern-drafts/compare.ts";
import { embeddedFonts } from "../support/pdf-fonts.ts";
import type { DrawnPage, PagePoint, PlacedTile } from "../support/pdf-scale.ts";
import { calibrationSquares, compareTiles, readDrawnPages } from "../support/pdf-scale.ts";

const patterns = createPatternPool({ givesWay: false });
afterAll(() => patterns.stop());

async function draftFor(design: DraftableDesign, position = 0, group: Group = "tape") {
  const people = peopleOf(design, group, 5);
  const drafted = await draftGarment(
    { patterns },
    {
      designs: [design],
      measurements: people[position]?.measurements ?? {},
      fit: "regular",
      drawing: { seamAllowance: 10, dimensioned: false, maxWidth: 821 },
    },
  );
  if (!drafted.ok || !drafted.value.drawing) throw new Error(`${design} was not drafted.`);
  const { svg } = drafted.value.drawing;
  const drawing: PatternDrawing = { svg, title: "Shirt for Łódź", facts: ["Linen"] };
  return { draft: drafted.value, drawing };
}

const draftShirt = () => draftFor("teagan");

async function rollOf(drawing: PatternDrawing, rollMm: number): Promise<Buffer> {
  const rendered = await renderRollPdf(drawing, rollMm);
  if (!rendered.ok) throw new Error(`No roll of ${rollMm} mm: ${rendered.error.code}`);
  return rendered.value;
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

/** Whether a page shows a line of the drawing, and not only its frame. */
function showsDrawing({ heightMm, lines, texts, widthMm }: DrawnPage): boolean {
  const corner = TILE_MARGIN_MM + TILE_OVERLAP_MM;
  const isInside = ({ x, y }: PagePoint) =>
    x > TILE_MARGIN_MM &&
    x < widthMm - TILE_MARGIN_MM &&
    y > TILE_MARGIN_MM &&
    y < heightMm - TILE_MARGIN_MM;
  const isAtCorner = ({ x, y }: PagePoint) =>
    (x < corner || x > widthMm - corner) && (y < corner || y > heightMm - corner);
  // A mark lies at one corner; a line of the drawing may pass two along an edge.
  const isCornerLine = ({ from, to }: DrawnPage["lines"][number]) =>
    isAtCorner(from) &&
    isAtCorner(to) &&
    Math.hypot(from.x - to.x, from.y - to.y) <= TILE_OVERLAP_MM;
  return lines.some((line) => !isCornerLine(line)) || texts.some(({ at }) => isInside(at));
}

describe("a pattern on paper", () => {
  test("a roll has its calibration square and every seam at true scale, within 0.1 mm", async () => {
    const { draft, drawing } = await draftShirt();
    const page = await firstPage(await rollOf(drawing, 841));
    const [square] = calibrationSquares(page, CALIBRATION_MM);
    expect(Math.abs((square?.widthMm ?? 0) - 100)).toBeLessThan(0.1);
    expect(Math.abs((square?.heightMm ?? 0) - 100)).toBeLessThan(0.1);
    const seam = longestStraight(draft, "teagan.back");
    expect(seam).toBeGreaterThan(300);
    const nearest = Math.min(...lengthsOf(page).map((length) => Math.abs(length - seam)));
    expect(nearest).toBeLessThan(0.1);
  });

  test.each([
    [841, "simon"],
    [841, "sandy"],
    [841, "carlita"],
    [914, "sandy"],
    [1_067, "simon"],
  ] as const)(
    "a page for a roll of %d mm is as wide, and %s lies within it",
    async (rollMm, design) => {
      const { drawing } = await draftFor(design, 2);
      const page = await firstPage(await rollOf(drawing, rollMm));
      expect(page.widthMm).toBeCloseTo(rollMm, 1);
      const xs = page.lines.flatMap(({ from, to }) => [from.x, to.x]);
      expect(xs.filter((x) => x < 5 || x > rollMm - 5)).toEqual([]);
    },
  );

  test.each(["simon", "sandy", "carlton"] as const)(
    "the paper of %s for a heavy person lies within each roll, or says what it needs",
    async (design) => {
      const { drawing } = await draftFor(design, 4, "heavy tape");
      for (const rollMm of ROLL_WIDTHS_MM) {
        const rendered = await renderRollPdf(drawing, rollMm);
        if (!rendered.ok) {
          const { code, neededMm } = rendered.error;
          expect(neededMm).toBeGreaterThan(code === "too_wide" ? rollMm : MAX_PDF_MM);
          continue;
        }
        const page = await firstPage(rendered.value);
        expect(page.widthMm).toBeCloseTo(rollMm, 1);
        expect(page.heightMm).toBeLessThanOrEqual(MAX_PDF_MM);
        const xs = page.lines.flatMap(({ from, to }) => [from.x, to.x]);
        expect(xs.filter((x) => x < 5 || x > rollMm - 5)).toEqual([]);
      }
    },
  );

  test("a roll that is narrower than a part says which one, and how wide it must be", async () => {
    const { drawing } = await draftFor("sandy", 2);
    const refused = await renderRollPdf(drawing, 300);
    expect(refused).toMatchObject({ error: { code: "too_wide", part: "sandy.skirt" } });
    const neededMm = refused.ok ? 0 : refused.error.neededMm;
    expect((await renderRollPdf(drawing, neededMm - 1)).ok).toBe(false);
    const page = await firstPage(await rollOf(drawing, neededMm));
    expect(page.widthMm).toBeCloseTo(neededMm, 1);
  });

  test("every font of a file is embedded in it", async () => {
    const { drawing } = await draftShirt();
    for (const pdf of [await rollOf(drawing, 841), await renderTilesPdf(drawing, "a4")]) {
      const fonts = embeddedFonts(await PDFDocument.load(pdf));
      expect(fonts.length).toBeGreaterThan(0);
      expect(fonts.filter(({ isEmbedded }) => !isEmbedded)).toEqual([]);
    }
  });

  test.each([
    ["simon", "a4"],
    ["charlie", "a4"],
    ["carlton", "letter"],
    ["sandy", "letter"],
    ["jaeger", "a0"],
  ] as const)(
    "%s on %s has the pages that are promised, and none is blank",
    async (design, format) => {
      const { drawing } = await draftFor(design, 1);
      const promised = countPages(layOutOnTiles(readPatternSvg(drawing.svg), format));
      const [, ...pages] = await readDrawnPages(await renderTilesPdf(drawing, format));
      expect(pages.length + 1).toBe(promised);
      expect(pages.flatMap((page, index) => (showsDrawing(page) ? [] : [index + 2]))).toEqual([]);
    },
  );

  test.each([["a0"], ["a4"], ["letter"]] as const)(
    "%s pages laid together show the whole drawing",
    async (format) => {
      const { drawing } = await draftShirt();
      const pattern = readPatternSvg(drawing.svg);
      const { grid, layout, tiles } = layOutOnTiles(pattern, format);
      const whole = await firstPage(await rollOf(drawing, layout.widthMm + 20));
      const [map, ...pages] = await readDrawnPages(await renderTilesPdf(drawing, format));
      const [square] = map ? calibrationSquares(map, CALIBRATION_MM) : [];
      expect(Math.abs((square?.widthMm ?? 0) - 100)).toBeLessThan(0.1);
      expect(Math.abs((square?.heightMm ?? 0) - 100)).toBeLessThan(0.1);
      expect(pages).toHaveLength(tiles.length);
      const { heightMm, widthMm } = grid;
      const placed: PlacedTile[] = pages.map((page, index) => ({
        page,
        // A roll has its edge and its head around the same layout.
        originMm: { x: (tiles[index]?.leftMm ?? 0) + 10, y: (tiles[index]?.topMm ?? 0) + 120 },
        atMm: { x: TILE_MARGIN_MM, y: TILE_MARGIN_MM },
        widthMm,
        heightMm,
      }));
      // The map of an A0 file is on A4.
      expect(map?.widthMm).toBeLessThan(217);
      for (const page of pages) {
        expect(page.widthMm).toBeCloseTo(TILE_FORMATS[format].widthMm, 2);
        expect(page.heightMm).toBeCloseTo(TILE_FORMATS[format].heightMm, 2);
      }
      // Above it are the square and the texts of the roll.
      const drawn = {
        ...whole,
        lines: whole.lines.filter(({ from }) => from.y > 120),
        texts: whole.texts.filter(({ at }) => at.y > 120),
      };
      const { samples, missing } = compareTiles(drawn, placed);
      expect(samples).toBeGreaterThan(5_000);
      expect(missing).toEqual([]);
    },
  );
});
