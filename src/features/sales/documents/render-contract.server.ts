import type { PdfWriter } from "#platform/pdf-writer.server.ts";
import { createPdfWriter, loadPdfFonts } from "#platform/pdf-writer.server.ts";
import type {
  ContractDocument,
  ContractPages,
  ContractRow,
  ContractSection,
} from "./contract-document.server.ts";
import { head, PAGE, RIGHT, smallCaps } from "./render-pdf.server.ts";

const GAP = 14;
const LAST = PAGE.height - PAGE.foot - 6;
/** So many lines of a paragraph stay on one page. */
const MAX_WHOLE_LINES = 8;

type Cell = { x: number; width: number; align: "left" | "right" | "blank" };

/** The columns from the right end; what is left belongs to the label. */
function cellsOf({ columns }: ContractSection): { cells: Cell[]; labelWidth: number } {
  let right = RIGHT;
  const cells = columns
    .toReversed()
    .map(({ align = "left", width }) => {
      const x = align === "right" ? right : right - width;
      right -= width + GAP;
      return { x, width, align };
    })
    .toReversed();
  return { cells, labelWidth: right - PAGE.margin };
}

/** Draws the pages of one line from top to bottom, and goes on on further pages. */
class PageFlow {
  y = 0;
  readonly #pen: PdfWriter;
  readonly #pages: ContractPages;

  constructor(pen: PdfWriter, pages: ContractPages) {
    this.#pen = pen;
    this.#pages = pages;
  }

  /** Whether `height` needed another page. */
  #needs(height: number): boolean {
    if (this.y + height <= LAST) return false;
    this.#pen.page();
    const { heading, lead } = this.#pages;
    // Pages of two garments of one order are told apart where they lie on the table.
    const name = [heading, lead].filter(Boolean).join(" ");
    const fitting = this.#pen.wrap(`${name}, continued`, { width: 480, size: 11 })[0] ?? "";
    this.#pen.line(fitting, { x: PAGE.margin, y: 48, size: 11 });
    this.y = 78;
    return true;
  }

  top(): void {
    const { heading, lead } = this.#pages;
    this.y = head(this.#pen, this.#pages) + 2;
    for (const text of this.#pen.wrap(heading, { width: 480, size: 22, face: "display" })) {
      this.#pen.line(text, { x: PAGE.margin, y: this.y, size: 22, face: "display" });
      this.y += 24;
    }
    if (lead) this.#pen.line(lead, { x: PAGE.margin, y: this.y - 6, size: 11, tint: "quiet" });
    this.y += 24;
  }

  #heads(section: ContractSection): void {
    const set = { y: this.y, size: 7.5, tint: "quiet", spacing: 0.5 } as const;
    this.#pen.line(smallCaps(section.title), { ...set, x: PAGE.margin, tint: "ink" });
    const { cells } = cellsOf(section);
    section.columns.forEach(({ title }, index) => {
      const cell = cells[index];
      if (!cell) return;
      const align = cell.align === "right" ? "right" : "left";
      this.#pen.line(smallCaps(title), { ...set, x: cell.x, align });
    });
    this.#pen.rule(PAGE.margin, RIGHT, this.y + 7, "ink");
    this.y += 10 + this.#pages.size + 4;
  }

  #row(section: ContractSection, row: ContractRow): void {
    const { size } = this.#pages;
    const leading = size * 1.3;
    const { cells, labelWidth } = cellsOf(section);
    const label = this.#pen.wrap(row.label, { width: labelWidth, size });
    const notes = row.note ? this.#pen.wrap(row.note, { width: 480, size: 9 }) : [];
    const texts = cells.map(({ align, width }, index) => {
      const isText = align === "left" && cells.length > 2;
      const points = isText ? 9 : size;
      return { points, lines: this.#pen.wrap(row.cells[index] ?? "", { width, size: points }) };
    });
    const rows = Math.max(label.length, ...texts.map(({ lines }) => lines.length));
    if (this.#needs(rows * leading + notes.length * 12 + 6)) this.#heads(section);
    const top = this.y;
    label.forEach((text, index) => {
      this.#pen.line(text, { x: PAGE.margin, y: top + index * leading, size });
    });
    cells.forEach(({ align, width, x }, column) => {
      const { lines, points } = texts[column] ?? { lines: [], points: size };
      if (align === "blank") this.#pen.rule(x, x + width, top + 2, "quiet");
      lines.forEach((text, index) => {
        const y = top + index * (points * 1.3);
        const face = align === "right" && column === 0 ? "strong" : "text";
        this.#pen.line(text, {
          x,
          y,
          size: points,
          face,
          align: align === "right" ? "right" : "left",
          ...(points < size && !row.isMarked && { tint: "quiet" }),
        });
      });
    });
    this.y += rows * leading;
    notes.forEach((text) => {
      this.#pen.line(text, { x: PAGE.margin, y: this.y - 1, size: 9, tint: "quiet" });
      this.y += 12;
    });
    this.#pen.rule(PAGE.margin, RIGHT, this.y - size * 0.8, "line");
    this.y += 5;
  }

  section(section: ContractSection): void {
    const { size } = this.#pages;
    this.#needs(70);
    this.#heads(section);
    for (const row of section.rows) this.#row(section, row);
    for (const paragraph of (section.text ?? "").split("\n")) {
      const lines = this.#pen.wrap(paragraph, { width: RIGHT - PAGE.margin, size });
      // The last line of a paragraph does not begin a page alone; remarks may be longer than a page.
      this.#needs(Math.min(lines.length, MAX_WHOLE_LINES) * size * 1.4);
      for (const text of lines) {
        this.#needs(size * 1.4);
        this.#pen.line(text, { x: PAGE.margin, y: this.y + 2, size });
        this.y += size * 1.4;
      }
    }
    this.y += 20;
  }
}

/** Renders A4 pages in the fonts of the shop; each ordered line begins a page. */
export async function renderContract(contractDocument: ContractDocument): Promise<Buffer> {
  const { name, notes, pages } = contractDocument;
  const fonts = await loadPdfFonts();
  const pen = await createPdfWriter(fonts, {
    size: [PAGE.width, PAGE.height],
    title: name,
    author: pages[0]?.siteName ?? "",
  });
  pages.forEach((each, index) => {
    if (index > 0) pen.page();
    const flow = new PageFlow(pen, each);
    flow.top();
    for (const section of each.sections) flow.section(section);
  });
  pen.eachPage((page, count) => {
    const foot = { size: 8.5, tint: "quiet" } as const;
    notes.forEach((note, index) => {
      const y = PAGE.height - 32 - (notes.length - 1 - index) * 12;
      pen.line(note, { ...foot, x: PAGE.margin, y });
    });
    const text = `${name}, page ${page} of ${count}`;
    pen.line(text, { ...foot, x: RIGHT, y: PAGE.height - 32, align: "right" });
  });
  return pen.finish();
}
