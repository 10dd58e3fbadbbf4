import { PDFDocument } from "pdf-lib";
import PdfKit from "pdfkit";
import { describe, expect, test } from "vitest";
import type { PlacedTile } from "./pdf-scale.ts";
import { calibrationSquares, compareTiles, readDrawnPages } from "./pdf-scale.ts";

const POINTS_PER_MM = 72 / 25.4;
const PAGE = { width: 380, height: 540 };
const TILE = { width: 190, height: 270, margin: 10 };

/** A square of 100 mm, a curve and a text across the middle of the sheet. */
async function drawPage(scale = POINTS_PER_MM): Promise<Buffer> {
  const size: [number, number] = [PAGE.width * POINTS_PER_MM, PAGE.height * POINTS_PER_MM];
  const document = new PdfKit({ size, margin: 0 });
  const chunks: Buffer[] = [];
  document.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => document.on("end", resolve));
  document.save().scale(scale).lineWidth(0.5).rect(20, 20, 100, 100).stroke();
  document.moveTo(40, 200).bezierCurveTo(200, 100, 300, 400, 360, 500).stroke().restore();
  document.text("Front", 150 * POINTS_PER_MM, 260 * POINTS_PER_MM);
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

/** Four pages; `shiftMm` moves the drawing on the last. */
async function drawTiles(drawnPage: Buffer, shiftMm = 0): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const [drawing] = await document.embedPdf(drawnPage, [0]);
  if (!drawing) throw new Error("The sheet has no page.");
  for (let index = 0; index < 4; index += 1) {
    const column = index % 2;
    const row = Math.floor(index / 2);
    const page = document.addPage([210 * POINTS_PER_MM, 297 * POINTS_PER_MM]);
    const shift = index === 3 ? shiftMm : 0;
    const left = TILE.margin - column * TILE.width + shift;
    const top = TILE.margin - row * TILE.height;
    page.drawPage(drawing, {
      x: left * POINTS_PER_MM,
      y: (297 - top - PAGE.height) * POINTS_PER_MM,
    });
  }
  return document.save();
}

async function layOutTiles(pdf: Uint8Array): Promise<PlacedTile[]> {
  const pages = await readDrawnPages(pdf);
  return pages.map((page, index) => ({
    page,
    originMm: { x: (index % 2) * TILE.width, y: Math.floor(index / 2) * TILE.height },
    atMm: { x: TILE.margin, y: TILE.margin },
    widthMm: TILE.width,
    heightMm: TILE.height,
  }));
}

async function firstPage(pdf: Uint8Array) {
  const [page] = await readDrawnPages(pdf);
  if (!page) throw new Error("The PDF has no page.");
  return page;
}

describe("the check of a PDF's scale", () => {
  test("a page and its square measure what was drawn", async () => {
    const page = await firstPage(await drawPage());
    expect(page.widthMm).toBeCloseTo(PAGE.width, 2);
    expect(page.heightMm).toBeCloseTo(PAGE.height, 2);
    const [square, ...others] = calibrationSquares(page, 100);
    expect(others).toEqual([]);
    expect(square?.widthMm).toBeCloseTo(100, 2);
    expect(square?.heightMm).toBeCloseTo(100, 2);
  });

  test("a drawing printed at 98 % is noticed", async () => {
    const page = await firstPage(await drawPage(POINTS_PER_MM * 0.98));
    const [square] = calibrationSquares(page, 100);
    expect(square?.widthMm).toBeCloseTo(98, 1);
  });

  test("a square on a tile is measured through the embedded sheet", async () => {
    const [tile] = await layOutTiles(await drawTiles(await drawPage()));
    const [square] = tile ? calibrationSquares(tile.page, 100) : [];
    expect(square?.widthMm).toBeCloseTo(100, 2);
  });

  test("tiles that show the whole sheet miss nothing", async () => {
    const drawnPage = await drawPage();
    const tiles = await layOutTiles(await drawTiles(drawnPage));
    const { samples, missing } = compareTiles(await firstPage(drawnPage), tiles);
    expect(samples).toBeGreaterThan(1_500);
    expect(missing).toEqual([]);
  });

  test("a tile that is missing or moved by half a millimetre is noticed", async () => {
    const drawnPage = await drawPage();
    const page = await firstPage(drawnPage);
    const whole = await layOutTiles(await drawTiles(drawnPage));
    expect(compareTiles(page, whole.slice(0, 3)).missing.length).toBeGreaterThan(100);
    const moved = await layOutTiles(await drawTiles(drawnPage, 0.5));
    expect(compareTiles(page, moved).missing.length).toBeGreaterThan(100);
  });

  test("text that no tile shows is noticed", async () => {
    const page = await firstPage(await drawPage());
    const tiles = await layOutTiles(await drawTiles(await drawPage()));
    const silent = tiles.map((tile) => ({ ...tile, page: { ...tile.page, texts: [] } }));
    expect(compareTiles(page, silent).missing).toEqual(page.texts.map(({ at }) => at));
  });
});
