import type { PDFPage } from "pdf-lib";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { PdfFonts, PdfWriter } from "#platform/pdf-writer.server.ts";
import { createPdfWriter, loadPdfFonts } from "#platform/pdf-writer.server.ts";
import type { PatternSvg } from "./pattern-svg.ts";
import { readPatternSvg } from "./pattern-svg.ts";
import type { Tile, TileFormatName } from "./pattern-tiles.ts";
import { CALIBRATION_MM, TILE_FORMATS, TILE_MARGIN_MM, TILE_OVERLAP_MM } from "./pattern-tiles.ts";
import type { StripLayout, TiledLayout, TooWide } from "./strip-layout.ts";
import { layOutOnStrip, layOutOnTiles, svgOfLayout } from "./strip-layout.ts";

/** A drawn pattern: an SVG in true millimetres, and what is written beside it. */
export type PatternDrawing = {
  svg: string;
  /** The order's number, the garment and its wearer, and the component. */
  title: string;
  /** Short texts: version, seam allowance, size, color, cloth, choices. */
  facts: readonly string[];
};

/** The widths of plotters' rolls, in mm: A0, 36 and 42 inches. */
export const ROLL_WIDTHS_MM = [841, 914, 1_067] as const;
/** An owner's own roll may be as wide as this. */
export const ROLL_LIMITS_MM = { from: 300, to: 3_000 } as const;
/** A PDF page can be 14,400 points long. */
export const MAX_PDF_MM = 5_080;

const POINTS = 72 / 25.4;
const EDGE_MM = 10;
/** Above the drawing: the calibration square and the facts. */
const HEAD_MM = CALIBRATION_MM + 2 * EDGE_MM;
const MAKER = "Demerara Atelier";

const inPoints = (mm: number) => mm * POINTS;

/** Why a drawing does not fit a roll: a part is wider than it, or the page would be longer than a PDF can be. */
type RollFailure = ({ code: "too_wide" } & TooWide) | { code: "too_long"; neededMm: number };

/** A page of a roll in mm: as wide as the roll, never wider. */
type RollPlan = {
  readonly rollMm: number;
  readonly heightMm: number;
  readonly layout: StripLayout;
};

/** Lays a drawing out on a roll of this width, or says which part does not fit it. */
export function planRoll(pattern: PatternSvg, rollMm: number): Result<RollPlan, RollFailure> {
  const laid = layOutOnStrip(pattern, rollMm - 2 * EDGE_MM);
  if (!laid.ok) {
    const neededMm = laid.error.neededMm + 2 * EDGE_MM;
    return fail({ code: "too_wide", part: laid.error.part, neededMm });
  }
  const heightMm = Math.ceil(HEAD_MM + laid.value.heightMm + EDGE_MM);
  if (heightMm > MAX_PDF_MM) return fail({ code: "too_long", neededMm: heightMm });
  return ok({ rollMm, heightMm, layout: laid.value });
}

type Rectangle = { left: number; top: number; width: number; height: number };

const cornersOf = ({ height, left, top, width }: Rectangle) => [
  { x: left, y: top },
  { x: left + width, y: top },
  { x: left + width, y: top + height },
  { x: left, y: top + height },
];

function calibrationSquare(pdf: PdfWriter, leftMm: number, topMm: number): void {
  const side = inPoints(CALIBRATION_MM);
  const square = { left: inPoints(leftMm), top: inPoints(topMm), width: side, height: side };
  pdf.strokes([cornersOf(square)], { width: inPoints(0.2), isClosed: true });
}

/** Lines of text from a first baseline downward, each within the width. */
function paragraph(
  pdf: PdfWriter,
  texts: readonly string[],
  set: { x: number; y: number; width: number; size: number },
): void {
  const lines = texts.flatMap((text) => pdf.wrap(text, set));
  lines.forEach((line, index) => {
    pdf.line(line, { x: set.x, y: set.y + index * set.size * 1.35, size: set.size });
  });
}

/** Facts one after the other: as many as a garment has stay beside the calibration square. */
const factsText = ({ facts }: Pick<PatternDrawing, "facts">) => facts.join("  ·  ");

/**
 * One page in true scale for a plotter, as wide as its roll, with a square of `CALIBRATION_MM` to check it. Fails as `planRoll` does.
 */
export async function renderRollPdf(
  drawing: PatternDrawing,
  rollMm: number,
): Promise<Result<Buffer, RollFailure>> {
  const pattern = readPatternSvg(drawing.svg);
  const planned = planRoll(pattern, rollMm);
  if (!planned.ok) return planned;
  const { heightMm, layout } = planned.value;
  const pdf = await createPdfWriter(await loadPdfFonts(), {
    size: [inPoints(rollMm), inPoints(heightMm)],
    title: drawing.title,
    author: MAKER,
    isUndated: true,
  });
  calibrationSquare(pdf, EDGE_MM, EDGE_MM);
  paragraph(pdf, [`This square measures ${CALIBRATION_MM} mm. Measure it before you cut.`], {
    x: inPoints(EDGE_MM + 3),
    y: inPoints(EDGE_MM + 6),
    width: inPoints(CALIBRATION_MM - 6),
    size: 9,
  });
  const x = inPoints(2 * EDGE_MM + CALIBRATION_MM);
  const width = inPoints(rollMm - EDGE_MM) - x;
  paragraph(pdf, [drawing.title], { x, y: inPoints(EDGE_MM + 7), width, size: 20 });
  paragraph(pdf, [factsText(drawing)], { x, y: inPoints(EDGE_MM + 30), width, size: 12 });
  await pdf.drawing(svgOfLayout(pattern, layout), {
    x: inPoints(EDGE_MM),
    y: inPoints(HEAD_MM),
    width: inPoints(layout.widthMm),
    height: inPoints(layout.heightMm),
  });
  return ok(await pdf.finish());
}

/** How many pages the file of a tiled drawing has: its tiles, and the page with the calibration square and their map. */
export const countPages = ({ tiles }: Pick<TiledLayout, "tiles">) => tiles.length + 1;

/** A map needs no more than a page that an office prints: an A0 file begins with A4. */
const mapFormatOf = ({ format }: Pick<TiledLayout["grid"], "format">) =>
  format.widthMm > TILE_FORMATS.a4.widthMm * 2 ? TILE_FORMATS.a4 : format;

/** The first page: what to check, and how the pages lie. */
function drawMap(pdf: PdfWriter, { grid, tiles }: TiledLayout, drawing: PatternDrawing) {
  const { title } = drawing;
  const { heightMm, widthMm } = mapFormatOf(grid);
  const x = inPoints(TILE_MARGIN_MM);
  const textWidth = inPoints(widthMm - 2 * TILE_MARGIN_MM);
  paragraph(pdf, [title], { x, y: inPoints(18), width: textWidth, size: 16 });
  paragraph(pdf, ["Print at 100 %, without fitting to the page. Measure this square first."], {
    x,
    y: inPoints(32),
    width: textWidth,
    size: 10,
  });
  const squareTop = 36;
  calibrationSquare(pdf, TILE_MARGIN_MM, squareTop);
  pdf.line(`${CALIBRATION_MM} mm`, { x: x + inPoints(3), y: inPoints(squareTop + 6), size: 10 });
  const beside = TILE_MARGIN_MM + CALIBRATION_MM + 6;
  paragraph(pdf, [`${tiles.length + 1} pages with this one.`, factsText(drawing)], {
    x: inPoints(beside),
    y: inPoints(squareTop + 6),
    width: inPoints(widthMm - beside - TILE_MARGIN_MM),
    size: 10,
  });
  const mapTop = squareTop + CALIBRATION_MM + 16;
  paragraph(
    pdf,
    [
      `Lay the pages over each other by ${TILE_OVERLAP_MM} mm, so that the crosses meet. Where the map is empty nothing is drawn, and no page is printed.`,
    ],
    { x, y: inPoints(squareTop + CALIBRATION_MM + 8), width: textWidth, size: 10 },
  );
  const ratio = grid.heightMm / grid.widthMm;
  const cell = Math.min(
    16,
    (widthMm - 2 * TILE_MARGIN_MM) / grid.columns,
    (heightMm - mapTop - TILE_MARGIN_MM) / (grid.rows * ratio),
  );
  for (const { column, label, row } of tiles) {
    const width = inPoints(cell);
    const height = inPoints(cell * ratio);
    const left = inPoints(TILE_MARGIN_MM + column * cell);
    const top = inPoints(mapTop + row * cell * ratio);
    pdf.strokes([cornersOf({ left, top, width, height })], { width: 0.5, isClosed: true });
    const size = Math.min(8, inPoints(cell) / 3);
    pdf.line(label, { x: left + width * 0.2, y: top + (height + size) / 2, size });
  }
}

/** Corners of the part that a tile shows, which meet those of neighbors, and below it the names of the tile and of the drawing: pages of two garments do not look alike. */
function drawTileFrame(
  pdf: PdfWriter,
  { column, label, row }: Tile,
  { grid, title }: Pick<TiledLayout, "grid"> & { title: string },
): void {
  const half = TILE_OVERLAP_MM / 2;
  const arm = inPoints(4);
  const xs = [TILE_MARGIN_MM + half, TILE_MARGIN_MM + grid.widthMm - half].map(inPoints);
  const ys = [TILE_MARGIN_MM + half, TILE_MARGIN_MM + grid.heightMm - half].map(inPoints);
  const crosses = xs.flatMap((x) =>
    ys.flatMap((y) => [
      [
        { x: x - arm, y },
        { x: x + arm, y },
      ],
      [
        { x, y: y - arm },
        { x, y: y + arm },
      ],
    ]),
  );
  pdf.strokes(crosses, { width: inPoints(0.15), tint: "quiet" });
  const text = `${label}   column ${column + 1} of ${grid.columns}, row ${row + 1} of ${grid.rows}`;
  const width = inPoints(grid.format.widthMm - 2 * TILE_MARGIN_MM);
  const [foot = text] = pdf.wrap(`${text}   ${title}`, { width, size: 8 });
  pdf.line(foot, { x: inPoints(TILE_MARGIN_MM), y: inPoints(grid.format.heightMm - 4), size: 8 });
}

async function renderFrames(
  fonts: PdfFonts,
  tiled: TiledLayout,
  drawing: PatternDrawing,
): Promise<Buffer> {
  const { format } = tiled.grid;
  const map = mapFormatOf(tiled.grid);
  const pdf = await createPdfWriter(fonts, {
    size: [inPoints(map.widthMm), inPoints(map.heightMm)],
    title: drawing.title,
    author: MAKER,
    isUndated: true,
  });
  drawMap(pdf, tiled, drawing);
  for (const tile of tiled.tiles) {
    pdf.page([inPoints(format.widthMm), inPoints(format.heightMm)]);
    drawTileFrame(pdf, tile, { grid: tiled.grid, title: drawing.title });
  }
  return pdf.finish();
}

async function renderDrawing(
  fonts: PdfFonts,
  { layout, pattern, title }: { layout: StripLayout; pattern: PatternSvg; title: string },
): Promise<Buffer> {
  const width = inPoints(layout.widthMm);
  const height = inPoints(layout.heightMm);
  const pdf = await createPdfWriter(fonts, {
    size: [width, height],
    title,
    author: MAKER,
    isUndated: true,
  });
  await pdf.drawing(svgOfLayout(pattern, layout), { x: 0, y: 0, width, height });
  return pdf.finish();
}

/**
 * A drawing cut into pages for a printer, in true scale: a first page with the calibration square and a map, then one page for
 * each tile that shows something, with its name and registration crosses. It has `countPages` pages.
 */
export async function renderTilesPdf(
  drawing: PatternDrawing,
  formatName: TileFormatName,
): Promise<Buffer> {
  const pattern = readPatternSvg(drawing.svg);
  const tiled = layOutOnTiles(pattern, formatName);
  const { grid, layout, tiles } = tiled;
  const fonts = await loadPdfFonts();
  const [frames, drawn] = await Promise.all([
    renderFrames(fonts, tiled, drawing),
    renderDrawing(fonts, { pattern, layout, title: drawing.title }),
  ]);
  const pdfLib = await import("pdf-lib");
  const doc = await pdfLib.PDFDocument.load(frames, { updateMetadata: false });
  const [drawnPage] = await doc.embedPdf(drawn, [0]);
  if (!drawnPage) throw new Error("The drawing has no page.");
  const [, ...pages] = doc.getPages();
  const left = inPoints(TILE_MARGIN_MM);
  const width = inPoints(grid.widthMm);
  const height = inPoints(grid.heightMm);
  tiles.forEach((tile, index) => {
    const page: PDFPage | undefined = pages[index];
    if (!page) throw new Error("A tile has no page.");
    page.pushOperators(
      pdfLib.pushGraphicsState(),
      pdfLib.rectangle(left, left, width, height),
      pdfLib.clip(),
      pdfLib.endPath(),
    );
    // PDF counts from below: the tile's top is the drawing's height minus what lies above it.
    page.drawPage(drawnPage, {
      x: left - inPoints(tile.leftMm),
      y: left + height - drawnPage.height + inPoints(tile.topMm),
    });
    page.pushOperators(pdfLib.popGraphicsState());
  });
  return Buffer.from(await doc.save());
}
