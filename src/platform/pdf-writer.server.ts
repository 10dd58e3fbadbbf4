import type { PdfObjects } from "./pdf/glyph-fonts.server.ts";
import { GlyphFonts } from "./pdf/glyph-fonts.server.ts";
import type { Cut, Face } from "./pdf/house-fonts.server.ts";
import { openHouseFonts, SCRIPT_WEIGHTS } from "./pdf/house-fonts.server.ts";
import { openScriptFonts } from "./pdf/script-fonts.server.ts";
import type { TextLayout, TextRun } from "./pdf/text-layout.server.ts";
import { layOutText } from "./pdf/text-layout.server.ts";
import { wrapText } from "./pdf/wrap-text.ts";

/** The colors of `src/ui/theme.css`. */
const TINTS = { ink: "#1C1815", quiet: "#6A655F", line: "#E2DACD" };

type Tint = keyof typeof TINTS;

/** Points; `y` is the baseline. */
type Setting = {
  x: number;
  y: number;
  size: number;
  face?: Face;
  tint?: Tint;
  /** `x` is the left or right end. */
  align?: "left" | "right";
  spacing?: number;
};

type Point = { readonly x: number; readonly y: number };

type Look = { width: number; tint?: Tint; isClosed?: boolean };

export type PdfWriter = {
  line(text: string, setting: Setting): void;
  /** Breaks a word that is too long. */
  wrap(text: string, set: { width: number; size: number; face?: Face }): string[];
  rule(from: number, to: number, y: number, tint: Tint): void;
  /** Draws lines from point to point; `width` in points. */
  strokes(lines: readonly (readonly Point[])[], look: Look): void;
  /** Draws an SVG in its true proportions; its text is set in the house's font. */
  drawing(svg: string, box: { x: number; y: number; width: number; height: number }): Promise<void>;
  /** Fills the true squares of a grid with ink; `x` and `y` are its upper left corner, `size` its side. */
  grid(rows: readonly (readonly boolean[])[], at: { x: number; y: number; size: number }): void;
  /** Begins a page, of the document's size or of its own in points. */
  page(size?: readonly [number, number]): void;
  /** Writes on every page again, for page numbers. */
  eachPage(write: (page: number, pages: number) => void): void;
  finish(): Promise<Buffer>;
};

/** The same content has the same bytes. */
const UNDATED = new Date(0);

/** What a document begins with, and the text of drawings. */
const PLAIN_CUT = "text-latin";

// Lining and tabular figures, for tables.
const FEATURES: PDFKit.Mixins.OpenTypeFeatures[] = ["kern", "liga", "lnum", "tnum"];

/** Opens a document; loads pdfkit on first use. */
export async function createPdfWriter(
  type: PdfFonts,
  csvFile: { size: [number, number]; title: string; author: string; isUndated?: boolean },
): Promise<PdfWriter> {
  const { default: PDFDocument } = await import("pdfkit");
  const { author, isUndated = false, size, title } = csvFile;
  const plain = type.cuts.find(({ name }) => name === PLAIN_CUT);
  const doc = new PDFDocument({
    size,
    margin: 0,
    // Page numbers need the page count.
    bufferPages: true,
    lang: "en",
    displayTitle: true,
    // Without it pdfkit begins with a font that no file embeds.
    ...(plain && { font: plain.file }),
    info: {
      Title: title,
      Author: author,
      ...(isUndated && { CreationDate: UNDATED, ModDate: UNDATED }),
    },
  });
  const chunks: Buffer[] = [];
  doc.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    doc.on("end", resolve);
    doc.on("error", reject);
  });
  for (const { name, file } of type.cuts) doc.registerFont(name, file);

  const glyphs = new GlyphFonts(doc as unknown as PdfObjects);
  const layouts = new Map<string, TextLayout>();
  const layOut = (face: Face, text: string): TextLayout => {
    const key = `${face} ${text}`;
    const known = layouts.get(key);
    if (known) return known;
    const layout = type.layOut(face, text);
    layouts.set(key, layout);
    return layout;
  };
  const widthOfRun = (run: TextRun, points: number, spacing: number): number => {
    if (run.kind === "shaped")
      return run.clusters.reduce((sum, { advance }) => sum + (advance * points) / 1000, 0);
    const set = doc.font(run.cut).fontSize(points);
    return set.widthOfString(run.text, { features: FEATURES, characterSpacing: spacing });
  };
  const widthOf = (text: string, face: Face, points: number, spacing = 0) =>
    layOut(face, text)
      .runs.map((run) => widthOfRun(run, points, spacing))
      .reduce((sum, width) => sum + width, 0);

  const drawRun = (run: TextRun, { size, spacing = 0, tint = "ink", x, y }: Setting) => {
    if (run.kind === "house") {
      doc.font(run.cut).fontSize(size).fillColor(TINTS[tint]);
      const options = { features: FEATURES, characterSpacing: spacing };
      doc.text(run.text, x, y, { ...options, lineBreak: false, baseline: "alphabetic" });
      return;
    }
    // pdfkit counts from above and turns the page; glyphs are drawn upright.
    doc.save().fillColor(TINTS[tint]).transform(1, 0, 0, -1, x, y);
    doc.addContent(glyphs.show(run.clusters, size)).restore();
  };

  const line: PdfWriter["line"] = (text, setting) => {
    const { align = "left", face = "text", size, spacing = 0 } = setting;
    const { order, runs } = layOut(face, text);
    let x = align === "right" ? setting.x - widthOf(text, face, size, spacing) : setting.x;
    const starts: number[] = [];
    for (const [position, index] of order.entries()) {
      const run = runs[index];
      if (!run) continue;
      starts[index] = x;
      if (position < order.length - 1) x += widthOfRun(run, size, spacing);
    }
    // Readers of the file copy a text in the order in which it was drawn.
    runs.forEach((run, index) => {
      drawRun(run, { ...setting, x: starts[index] ?? setting.x });
    });
  };

  return {
    line,
    wrap: (text, { face = "text", size, width }) =>
      wrapText(text, (text) => widthOf(text, face, size) <= width),
    rule: (from, to, y, tint) => {
      doc.moveTo(from, y).lineTo(to, y).lineWidth(0.6).strokeColor(TINTS[tint]).stroke();
    },
    strokes(lines, { isClosed = false, tint = "ink", width }) {
      for (const [start, ...rest] of lines) {
        if (!start) continue;
        doc.moveTo(start.x, start.y);
        for (const { x, y } of rest) doc.lineTo(x, y);
        if (isClosed) doc.closePath();
      }
      doc.lineWidth(width).strokeColor(TINTS[tint]).stroke();
    },
    async drawing(svg, { height, width, x, y }) {
      const { default: svgToPdf } = await import("svg-to-pdfkit");
      svgToPdf(doc, svg, x, y, {
        width,
        height,
        fontCallback: () => PLAIN_CUT,
        // The converter warns of fonts and CSS that the drawing does not need.
        warningCallback: () => undefined,
      });
    },
    grid(rows, { size, x, y }) {
      const side = size / rows.length;
      rows.forEach((row, down) => {
        row.forEach((isInk, across) => {
          if (isInk) doc.rect(x + across * side, y + down * side, side, side);
        });
      });
      doc.fillColor(TINTS.ink).fill();
    },
    page: (own) => void doc.addPage(own && { size: [own[0], own[1]], margin: 0 }),
    eachPage(write) {
      const { count, start } = doc.bufferedPageRange();
      for (let index = 0; index < count; index += 1) {
        doc.switchToPage(start + index);
        write(index + 1, count);
      }
    },
    finish: async () => {
      glyphs.end();
      doc.end();
      await ended;
      return Buffer.concat(chunks);
    },
  };
}

/** Each cut of the house with the file it is embedded from. */
export type PdfFonts = {
  cuts: readonly Cut[];
  layOut(face: Face, text: string): TextLayout;
};

async function openFonts(): Promise<PdfFonts> {
  const [house, scripts, { default: createBidi }] = await Promise.all([
    openHouseFonts(),
    openScriptFonts(),
    import("bidi-js"),
  ]);
  const bidi = createBidi();
  return {
    cuts: Object.values(house).flat(),
    layOut: (face, text) =>
      layOutText({ cuts: house[face], scripts, bidi }, text, SCRIPT_WEIGHTS[face]),
  };
}

let ready: Promise<PdfFonts> | undefined;

/** Loads the fonts of the house on first use; those of other scripts are read when a text needs them. */
export function loadPdfFonts(): Promise<PdfFonts> {
  ready ??= openFonts().catch((error: unknown) => {
    ready = undefined;
    throw error;
  });
  return ready;
}
