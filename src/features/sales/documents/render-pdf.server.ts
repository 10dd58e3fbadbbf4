import { isAddressFromRight } from "#platform/pdf/text-direction.ts";
import type { PdfFonts, PdfWriter } from "#platform/pdf-writer.server.ts";
import { createPdfWriter, loadPdfFonts } from "#platform/pdf-writer.server.ts";
import type { DocumentRow, OrderDocument } from "./order-document.server.ts";

/** A4 in points. */
export const PAGE = { width: 595.28, height: 841.89, margin: 56, foot: 64 };
export const RIGHT = PAGE.width - PAGE.margin;
const CELL = 78;
/** The address window of an envelope is 90 mm wide (DIN 680); an address in Arabic or Hebrew ends 5 mm before its edge. */
const WINDOW_WIDTH = 226;
/** Where the rows of a further page begin. */
const FIRST_ROW = 104;

export const smallCaps = (text: string) => text.toUpperCase();

type Head = Pick<OrderDocument, "siteName" | "title" | "from" | "facts">;

/** The letterhead with the facts at the right; returns where the page goes on. */
export function head(pen: PdfWriter, orderDocument: Head): number {
  pen.line(orderDocument.siteName, { x: PAGE.margin, y: 78, face: "display", size: 26 });
  pen.line(orderDocument.title, { x: RIGHT, y: 78, face: "display", size: 26, align: "right" });
  let left = 98;
  for (const text of orderDocument.from) {
    pen.line(text, { x: PAGE.margin, y: left, size: 9, tint: "quiet" });
    left += 13;
  }
  let right = 98;
  for (const { label, value } of orderDocument.facts) {
    pen.line(label, { x: RIGHT - 236, y: right, size: 9, tint: "quiet" });
    const lines = pen.wrap(value, { width: 178, size: 9 });
    for (const text of lines) {
      pen.line(text, { x: RIGHT, y: right, size: 9, align: "right" });
      right += 13;
    }
  }
  const y = Math.max(left, right) + 8;
  pen.rule(PAGE.margin, RIGHT, y, "ink");
  return y + 30;
}

function recipient(pen: PdfWriter, orderDocument: OrderDocument, top: number): number {
  let y = top;
  pen.line(smallCaps(orderDocument.toTitle), {
    x: PAGE.margin,
    y,
    size: 7.5,
    tint: "quiet",
    spacing: 0.5,
  });
  y += 17;
  const isFromRight = isAddressFromRight(orderDocument.to);
  const width = isFromRight ? WINDOW_WIDTH : 300;
  const x = isFromRight ? PAGE.margin + width : PAGE.margin;
  for (const text of orderDocument.to) {
    for (const part of pen.wrap(text, { width, size: 11 })) {
      pen.line(part, { x, y, size: 11, align: isFromRight ? "right" : "left" });
      y += 15.5;
    }
  }
  return y + 22;
}

function tableHead(pen: PdfWriter, orderDocument: OrderDocument, y: number): number {
  const set = { y, size: 7.5, tint: "quiet", spacing: 0.5 } as const;
  pen.line("PIECE", { ...set, x: PAGE.margin });
  orderDocument.columns.forEach((column, index) => {
    const x = RIGHT - (orderDocument.columns.length - 1 - index) * CELL;
    pen.line(smallCaps(column), { ...set, x, align: "right" });
  });
  pen.rule(PAGE.margin, RIGHT, y + 8, "ink");
  return y + 26;
}

const nameWidth = ({ cells }: DocumentRow) => RIGHT - PAGE.margin - cells.length * CELL - 8;

const detailsOf = (pen: PdfWriter, each: DocumentRow) =>
  each.details.split("\n").flatMap((text) => pen.wrap(text, { width: nameWidth(each), size: 9 }));

/** As `row` draws it, without the space below. */
function rowHeight(pen: PdfWriter, each: DocumentRow): number {
  const names = pen.wrap(each.name, { width: nameWidth(each), size: 10, face: "strong" });
  return names.length * 14 + detailsOf(pen, each).length * 13;
}

const sumsHeight = ({ sums }: OrderDocument) =>
  sums.reduce((height, { isSum }) => height + (isSum ? 24 : 17), sums.length > 0 ? 8 : 0);

function row(pen: PdfWriter, each: DocumentRow, top: number): number {
  const width = nameWidth(each);
  let y = top;
  each.cells.forEach((cell, index) => {
    const x = RIGHT - (each.cells.length - 1 - index) * CELL;
    pen.line(cell, { x, y, size: 10, align: "right" });
  });
  for (const text of pen.wrap(each.name, { width, size: 10, face: "strong" })) {
    pen.line(text, { x: PAGE.margin, y, size: 10, face: "strong" });
    y += 14;
  }
  for (const text of detailsOf(pen, each)) {
    pen.line(text, { x: PAGE.margin, y, size: 9, tint: "quiet" });
    y += 13;
  }
  pen.rule(PAGE.margin, RIGHT, y - 3, "line");
  return y + 15;
}

function sums(pen: PdfWriter, orderDocument: OrderDocument, top: number): number {
  let y = top;
  for (const { label, amount, isSum } of orderDocument.sums) {
    const face = isSum ? "strong" : "text";
    if (isSum) pen.rule(RIGHT - 220, RIGHT, y - 12, "ink");
    pen.line(label, { x: RIGHT - 220, y, size: 10, face, ...(isSum ? {} : { tint: "quiet" }) });
    pen.line(amount, { x: RIGHT, y, size: 10, face, align: "right" });
    y += isSum ? 24 : 17;
  }
  return y;
}

function draw(pen: PdfWriter, orderDocument: OrderDocument): void {
  const last = PAGE.height - PAGE.foot - 40;
  let y = tableHead(pen, orderDocument, recipient(pen, orderDocument, head(pen, orderDocument)));
  const room = (needed: number) => {
    if (y + needed <= last) return;
    pen.page();
    y = tableHead(pen, orderDocument, 78);
  };
  const below = sumsHeight(orderDocument);
  for (const [index, each] of orderDocument.rows.entries()) {
    const isLast = index === orderDocument.rows.length - 1;
    const height = rowHeight(pen, each);
    // The sums never stand on a page without a row; one too long for a page is not held together.
    room(isLast && height + below < last - FIRST_ROW ? height + below : height);
    y = row(pen, each, y);
  }
  room(below);
  sums(pen, orderDocument, y + 8);
  orderDocument.notes.forEach((note, index) => {
    const bottom = PAGE.height - PAGE.foot + index * 13 - orderDocument.notes.length * 6;
    pen.line(note, { x: PAGE.margin, y: bottom, size: 8.5, tint: "quiet" });
  });
}

/** Renders A4 pages in the fonts of the shop. */
export async function renderPdf(orderDocument: OrderDocument): Promise<Buffer> {
  const type: PdfFonts = await loadPdfFonts();
  const { facts, number, siteName, title } = orderDocument;
  const name = `${title} ${number || (facts[0]?.value ?? "")}`.trim();
  const pen = await createPdfWriter(type, {
    size: [PAGE.width, PAGE.height],
    title: name,
    author: siteName,
  });
  draw(pen, orderDocument);
  pen.eachPage((page, pages) => {
    // A page that lies alone says what it belongs to.
    const text = `${number || name}, Page ${page} of ${pages}`;
    pen.line(text, { x: RIGHT, y: PAGE.height - 32, size: 8.5, tint: "quiet", align: "right" });
  });
  return pen.finish();
}
