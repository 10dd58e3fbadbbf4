import { createRequire } from "node:module";
import type { Color, PDFFont, PDFPage } from "pdf-lib";
import type { Tile, TileFormatName, TileGrid } from "./pattern-tiles.ts";
import { CALIBRATION_MM, TILE_MARGIN_MM, TILE_OVERLAP_MM, tileGrid } from "./pattern-tiles.ts";

/** A drawn pattern: an SVG in true millimetres, and what is written beside it. */
export type PatternDrawing = {
  svg: string;
  widthMm: number;
  heightMm: number;
  /** The order's number and garment; no name of a person. */
  title: string;
  /** Short lines: fabric, seam allowance, date of approval. */
  facts: readonly string[];
};

/** The width of a plotter's roll. */
const ROLL_MM = 841;
/** A PDF page can be 14,400 points long. */
export const MAX_PDF_MM = 5_080;

const POINTS = 72 / 25.4;
const EDGE_MM = 10;
/** Above the drawing: the calibration square and the facts. */
const HEAD_MM = CALIBRATION_MM + 2 * EDGE_MM;

/** The size of the roll's page with its head. */
export function rollSize({ widthMm, heightMm }: Pick<PatternDrawing, "widthMm" | "heightMm">) {
  return {
    widthMm: Math.max(ROLL_MM, widthMm + 2 * EDGE_MM),
    heightMm: HEAD_MM + heightMm + EDGE_MM,
  };
}

const fontFile = () =>
  createRequire(import.meta.url).resolve("@fontsource/figtree/files/figtree-latin-400-normal.woff");

/**
 * One page in true scale for a plotter, with a square of `CALIBRATION_MM` to check it. Throws on a drawing longer than a PDF
 * page can be.
 */
export async function renderRollPdf(drawing: PatternDrawing): Promise<Buffer> {
  const size = rollSize(drawing);
  if (Math.max(size.widthMm, size.heightMm) > MAX_PDF_MM) {
    throw new RangeError(`A drawing of ${Math.round(size.heightMm)} mm fits no PDF page`);
  }
  const [{ default: PDFDocument }, { default: svgToPdf }] = await Promise.all([
    import("pdfkit"),
    import("svg-to-pdfkit"),
  ]);
  const doc = new PDFDocument({
    size: [size.widthMm * POINTS, size.heightMm * POINTS],
    margin: 0,
    info: { Title: drawing.title, CreationDate: new Date(0), ModDate: new Date(0) },
  });
  const chunks: Buffer[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    doc
      .on("data", (chunk: Buffer) => chunks.push(chunk))
      .on("end", resolve)
      .on("error", reject);
  });
  doc.registerFont("text", fontFile());
  const square = { x: EDGE_MM * POINTS, side: CALIBRATION_MM * POINTS };
  doc
    .rect(square.x, square.x, square.side, square.side)
    .lineWidth(0.2 * POINTS)
    .stroke();
  doc.font("text").fillColor("black").fontSize(9);
  doc.text(
    `This square measures ${CALIBRATION_MM} mm. Measure it before you cut.`,
    square.x + 3 * POINTS,
    square.x + 3 * POINTS,
    { width: square.side - 6 * POINTS },
  );
  const beside = square.x + square.side + EDGE_MM * POINTS;
  doc.fontSize(22).text(drawing.title, beside, square.x, { lineBreak: false });
  doc.fontSize(12).text(drawing.facts.join("\n"), beside, square.x + 34, { lineGap: 4 });
  svgToPdf(doc, drawing.svg, EDGE_MM * POINTS, HEAD_MM * POINTS, {
    width: drawing.widthMm * POINTS,
    height: drawing.heightMm * POINTS,
    fontCallback: () => "text",
    // The converter warns of fonts and CSS that the drawing does not need.
    warningCallback: () => undefined,
  });
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}

type Cross = { page: PDFPage; x: number; y: number };

/** Corners of the part that a tile shows; those of neighbors meet. */
function drawCross({ page, x, y }: Cross): void {
  const arm = 4 * POINTS;
  const look = { thickness: 0.15 * POINTS, opacity: 0.7 };
  page.drawLine({ start: { x: x - arm, y }, end: { x: x + arm, y }, ...look });
  page.drawLine({ start: { x, y: y - arm }, end: { x, y: y + arm }, ...look });
}

const inPoints = (mm: number) => mm * POINTS;

type Ink = { font: PDFFont; black: Color };

/** The first page: what to check, and how the pages lie. */
function drawMap(page: PDFPage, { font, black }: Ink, grid: TileGrid, title: string): void {
  const { height } = page.getSize();
  const left = inPoints(TILE_MARGIN_MM);
  const write = (text: string, topMm: number, size: number) =>
    page.drawText(text, { x: left, y: height - inPoints(topMm), size, font });
  write(title, 20, 18);
  write("Print at 100 %, without fitting to the page. Measure this square first.", 28, 10);
  const square = inPoints(CALIBRATION_MM);
  const top = inPoints(34);
  page.drawRectangle({
    x: left,
    y: height - top - square,
    width: square,
    height: square,
    borderWidth: 0.2 * POINTS,
    borderColor: black,
  });
  write(`${CALIBRATION_MM} mm`, 40, 10);
  write(
    `Lay the pages over each other by ${TILE_OVERLAP_MM} mm, so that the crosses meet.`,
    34 + CALIBRATION_MM + 8,
    10,
  );
  const room = {
    w: page.getWidth() - 2 * left,
    h: height - inPoints(34 + CALIBRATION_MM + 14) - left,
  };
  const ratio = grid.heightMm / grid.widthMm;
  const cell = Math.min(inPoints(16), room.w / grid.columns, room.h / (grid.rows * ratio));
  for (const { column, label, row } of grid.tiles) {
    const x = left + column * cell;
    const y = left + room.h - (row + 1) * cell * ratio;
    page.drawRectangle({
      x,
      y,
      width: cell,
      height: cell * ratio,
      borderWidth: 0.5,
      borderColor: black,
    });
    const size = Math.min(8, cell / 3);
    page.drawText(label, { x: x + cell * 0.2, y: y + (cell * ratio - size) / 2, size, font });
  }
}

/**
 * The same page cut into pages for a home printer, in true scale: a first page with the calibration square and a map,
 * then one page for each tile with its name and registration crosses.
 */
export async function renderTilesPdf(
  drawing: PatternDrawing,
  formatName: TileFormatName,
): Promise<Buffer> {
  const roll = await renderRollPdf(drawing);
  const {
    PDFDocument,
    clip,
    endPath,
    popGraphicsState,
    pushGraphicsState,
    rgb,
    rectangle,
    StandardFonts,
  } = await import("pdf-lib");
  const doc = await PDFDocument.create();
  doc.setTitle(drawing.title);
  doc.setCreationDate(new Date(0));
  doc.setModificationDate(new Date(0));
  const [drawnPage] = await doc.embedPdf(roll, [0]);
  if (!drawnPage) throw new Error("The roll has no page");
  const font = await doc.embedFont(StandardFonts.Helvetica);
  const size = rollSize(drawing);
  const grid = tileGrid(size, formatName);
  const pageSize: [number, number] = [
    inPoints(grid.format.widthMm),
    inPoints(grid.format.heightMm),
  ];
  drawMap(doc.addPage(pageSize), { font, black: rgb(0, 0, 0) }, grid, winAnsi(drawing.title));
  const [left, width, height] = [TILE_MARGIN_MM, grid.widthMm, grid.heightMm].map(inPoints) as [
    number,
    number,
    number,
  ];
  for (const tile of grid.tiles) {
    const page = doc.addPage(pageSize);
    page.pushOperators(
      pushGraphicsState(),
      rectangle(left, left, width, height),
      clip(),
      endPath(),
    );
    // PDF counts from below: the tile's top is the drawing's height minus what lies above it.
    page.drawPage(drawnPage, {
      x: left - inPoints(tile.leftMm),
      y: left + height - drawnPage.height + inPoints(tile.topMm),
    });
    page.pushOperators(popGraphicsState());
    drawTileFrame(page, font, { tile, grid, left, width, height });
  }
  return Buffer.from(await doc.save());
}

type Frame = { tile: Tile; grid: TileGrid; left: number; width: number; height: number };

function drawTileFrame(page: PDFPage, font: PDFFont, frame: Frame): void {
  const { grid, height, left, tile, width } = frame;
  const half = inPoints(TILE_OVERLAP_MM / 2);
  for (const x of [left + half, left + width - half]) {
    for (const y of [left + half, left + height - half]) drawCross({ page, x, y });
  }
  const text = `${tile.label}   column ${tile.column + 1} of ${grid.columns}, row ${tile.row + 1} of ${grid.rows}`;
  page.drawText(text, { x: left, y: left / 3, size: 8, font });
}

/** The standard font of the tiles' frame has Western letters alone. */
const winAnsi = (text: string) => text.replace(/[^\u0020-\u007e\u00a0-\u00ff]/g, "?");
