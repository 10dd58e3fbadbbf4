import { MATERIAL_NAMES } from "#features/patterns/designs/pattern-design.ts";
import type { DraftPoint, Polyline } from "#features/patterns/measuring/drafted-part.ts";
import type { Nest } from "#features/patterns/nesting/nest.ts";
import type { PartOutline } from "#features/patterns/outlines/part-outline.ts";
import { outlineOf } from "#features/patterns/outlines/part-outline.ts";
import type { PdfWriter } from "#platform/pdf-writer.server.ts";
import { createPdfWriter, loadPdfFonts } from "#platform/pdf-writer.server.ts";
import type { PatternContent } from "./pattern-content.ts";

/** What a tailor has before her of one ordered line, as everything else of the atelier describes it. */
export type Overview = {
  /** The order's number, the garment and its wearer. */
  title: string;
  facts: readonly string[];
  /** The choices of the contract, each with what became of it: drafted, by hand, or without effect. */
  choices: readonly string[];
  components: readonly {
    title: string;
    content: Pick<PatternContent, "cutList" | "findings" | "note" | "parts">;
  }[];
  /** The whole line on a cloth; null without one. */
  nest: { clothName: string; nest: Nest } | null;
};

/** Points: A4 upright. */
const PAGE = { width: 595.28, height: 841.89, margin: 40, foot: 50 };
const WIDTH = PAGE.width - 2 * PAGE.margin;
const BOTTOM = PAGE.height - PAGE.foot;
/** Between two drawn parts, and for the title below each. */
const GAP = 12;
const LABEL = 10;
/** A note of the cut list, on one line. */
const NOTE_SIZE = 7.5;
const NOTE_HEIGHT = NOTE_SIZE * 1.4;
/** Points for each mm: 1 to 4 for small parts, 1 to 24 for the largest garments. */
const SCALES = [4, 5, 6, 8, 10, 12, 14, 16, 20, 24].map((divisor) => 72 / 25.4 / divisor);

/** Writes downward and begins a new page where the rest of one is too short. */
class Column {
  readonly #pdf: PdfWriter;
  y = PAGE.margin;

  constructor(pdf: PdfWriter) {
    this.#pdf = pdf;
  }

  get left(): number {
    return BOTTOM - this.y;
  }

  need(height: number): void {
    if (height <= this.left) return;
    this.#pdf.page();
    this.y = PAGE.margin;
  }

  text(text: string, size: number, { face = "text" as "text" | "strong", x = PAGE.margin } = {}) {
    const width = PAGE.width - PAGE.margin - x;
    for (const line of this.#pdf.wrap(text, { width, size, face })) {
      this.need(size * 1.4);
      this.y += size * 1.4;
      this.#pdf.line(line, { x, y: this.y - size * 0.3, size, face });
    }
  }

  /** A heading stays with `room` points of what follows it. */
  heading(text: string, room = 60): void {
    this.need(Math.min(room + 34, BOTTOM - PAGE.margin));
    this.y += 12;
    this.text(text, 12, { face: "strong" });
    this.y += 4;
  }
}

type Box = { left: number; top: number; width: number; height: number };

function boxOf(points: readonly DraftPoint[]): Box {
  const left = Math.min(...points.map(({ x }) => x));
  const top = Math.min(...points.map(({ y }) => y));
  const right = Math.max(...points.map(({ x }) => x));
  const bottom = Math.max(...points.map(({ y }) => y));
  return { left, top, width: right - left, height: bottom - top };
}

type Placed = { outline: PartOutline; box: Box; x: number; y: number };

/** The parts in rows at a scale, and how high they are. */
function inRows(outlines: readonly PartOutline[], scale: number) {
  const placed: Placed[] = [];
  let x = 0;
  let y = 0;
  let row = 0;
  for (const outline of outlines) {
    const box = boxOf(outline.cut);
    const width = Math.max(box.width * scale, 60);
    if (x > 0 && x + width > WIDTH) {
      y += row + GAP;
      x = 0;
      row = 0;
    }
    placed.push({ outline, box, x, y });
    x += width + GAP;
    row = Math.max(row, box.height * scale + 2 * LABEL);
  }
  return { placed, height: y + row, width: Math.max(...placed.map((each) => each.box.width)) };
}

function drawPart(pdf: PdfWriter, { box, outline, x, y }: Placed, scale: number, top: number) {
  const at = (point: DraftPoint) => ({
    x: PAGE.margin + x + (point.x - box.left) * scale,
    y: top + y + (point.y - box.top) * scale,
  });
  const all = (lines: readonly Polyline[]) => lines.map((line) => line.map(at));
  pdf.strokes(all(outline.inside), { width: 0.3, tint: "line" });
  pdf.strokes(all(outline.sew), { width: 0.4, tint: "quiet" });
  pdf.strokes(all([outline.cut]), { width: 0.9, isClosed: true });
  const { grain } = outline;
  if (grain) pdf.strokes(all([[grain.from, grain.to]]), { width: 0.5, tint: "quiet" });
  const below = top + y + box.height * scale + LABEL;
  pdf.line(outline.title, { x: PAGE.margin + x, y: below, size: 7 });
}

/** All parts of a component, as large as a page allows. */
function drawComponent(pdf: PdfWriter, column: Column, content: Pick<PatternContent, "parts">) {
  const outlines = content.parts
    .map(outlineOf)
    .toSorted((a, b) => boxOf(b.cut).height - boxOf(a.cut).height);
  if (outlines.length === 0) return;
  column.y += GAP;
  const whole = BOTTOM - PAGE.margin - 40;
  const fits = (scale: number, room: number) => {
    const { height, width } = inRows(outlines, scale);
    return height <= room && width * scale <= WIDTH;
  };
  const least = SCALES.at(-1) ?? 0.1;
  const scale =
    SCALES.find((each) => fits(each, column.left)) ??
    SCALES.find((each) => fits(each, whole)) ??
    least;
  const { height, placed } = inRows(outlines, scale);
  column.need(Math.min(height, whole));
  for (const part of placed) drawPart(pdf, part, scale, column.y);
  column.y += height + GAP;
}

function cutText({ cut, mirrored, onFold }: PatternContent["cutList"][number]["cuts"][number]) {
  return [`Cut ${cut}`, mirrored && "mirrored", onFold && "on the fold"].filter(Boolean).join(", ");
}

/** Each part with what it is cut of, and below it its hems, inlays and what is done by hand. */
function writeCutList(pdf: PdfWriter, column: Column, cutList: PatternContent["cutList"]): void {
  for (const { cuts, note = "", title } of cutList) {
    const notes = note.split("\n").filter((text) => text !== "");
    for (const each of cuts) {
      // A note does not begin a page without its part.
      column.need(14 + notes.length * NOTE_HEIGHT);
      column.y += 14;
      const y = column.y - 4;
      pdf.line(title, { x: PAGE.margin, y, size: 9 });
      const material = MATERIAL_NAMES[each.material] ?? each.material;
      pdf.line(material, { x: PAGE.margin + WIDTH * 0.45, y, size: 9 });
      pdf.line(cutText(each), { x: PAGE.margin + WIDTH * 0.7, y, size: 9 });
      pdf.rule(PAGE.margin, PAGE.margin + WIDTH, column.y, "line");
    }
    for (const line of notes) column.text(line, NOTE_SIZE, { x: PAGE.margin + 10 });
  }
}

/** Points: of the names of what lies on the cloth. */
const SHAPE_NAME_SIZES = [6, 5, 4, 3.2];

/** The name of what is cut, in whole words in the middle of it; none where nobody could read it. */
function nameShape(pdf: PdfWriter, title: string, outline: readonly DraftPoint[]): void {
  const { height, left, top, width } = boxOf(outline);
  const room = width - 6;
  for (const size of SHAPE_NAME_SIZES) {
    const lines = pdf.wrap(title, { width: room, size });
    if (lines.join(" ") !== title || lines.length * size * 1.2 > height - 3) continue;
    const y = top + height / 2 - ((lines.length - 2) * size * 1.2) / 2 - size * 0.25;
    lines.forEach((line, index) => {
      pdf.line(line, { x: left + 3, y: y + index * size * 1.2, size, tint: "quiet" });
    });
    return;
  }
}

function drawNest(
  pdf: PdfWriter,
  column: Column,
  { clothName, nest }: NonNullable<Overview["nest"]>,
) {
  const { cloth, lengthMm, placed } = nest;
  const direction = cloth.isOneWay ? ", in one direction" : "";
  const whole = BOTTOM - PAGE.margin - 70;
  const scale = Math.min(WIDTH / cloth.widthMm, whole / lengthMm, 0.3);
  column.heading("How it lies on the cloth", lengthMm * scale + 40);
  column.text(
    `${clothName}, ${cloth.widthMm / 10} cm wide: ${(lengthMm / 1000).toFixed(2)} m${direction}.`,
    9,
  );
  const top = column.y + 6;
  const at = (x: number, y: number) => ({ x: PAGE.margin + x * scale, y: top + y * scale });
  const edge = [at(0, 0), at(cloth.widthMm, 0), at(cloth.widthMm, lengthMm), at(0, lengthMm)];
  pdf.strokes([edge], { width: 0.5, tint: "quiet", isClosed: true });
  for (const { isTurned, shape, x, y } of placed) {
    const lines = shape.outlines.map((outline) =>
      outline.map((point) =>
        isTurned
          ? at(x + shape.widthMm - point.x, y + shape.heightMm - point.y)
          : at(x + point.x, y + point.y),
      ),
    );
    pdf.strokes(lines, { width: 0.7, isClosed: true });
    nameShape(pdf, shape.title, lines.flat());
  }
  column.y = top + lengthMm * scale + GAP;
}

/**
 * An A4 sheet of the whole garment: its choices, all of its parts at a common scale for each component, its cut list and how everything
 * lies on the cloth. For the table and for the file; parts are cut from the other files, which are at true scale.
 */
export async function renderOverviewPdf(overview: Overview): Promise<Buffer> {
  const { choices, components, facts, nest, title } = overview;
  const pdf = await createPdfWriter(await loadPdfFonts(), {
    size: [PAGE.width, PAGE.height],
    title,
    author: "Demerara Atelier",
    isUndated: true,
  });
  const column = new Column(pdf);
  column.text(title, 18, { face: "strong" });
  for (const fact of facts) column.text(fact, 9);
  column.heading("Choices");
  if (choices.length === 0) column.text("None.", 9);
  for (const choice of choices) column.text(choice, 9);
  for (const { content, title: name } of components) {
    column.heading(name, 260);
    if (content.note !== "") column.text(content.note, 9);
    for (const { reason } of content.findings) column.text(`To look at: ${reason}`, 9);
    drawComponent(pdf, column, content);
  }
  for (const { content, title: name } of components) {
    if (content.cutList.length === 0) continue;
    column.heading(`Cut list, ${name.toLowerCase()}`);
    writeCutList(pdf, column, content.cutList);
  }
  if (nest) drawNest(pdf, column, nest);
  pdf.eachPage((page, pages) => {
    const y = PAGE.height - 24;
    pdf.line(`${title}, not at true scale`, { x: PAGE.margin, y, size: 8, tint: "quiet" });
    const x = PAGE.width - PAGE.margin;
    pdf.line(`${page} of ${pages}`, { x, y, size: 8, tint: "quiet", align: "right" });
  });
  return pdf.finish();
}
