import { createRequire } from "node:module";
import type { Font } from "fontkit";

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

export type PdfWriter = {
  line(text: string, setting: Setting): void;
  /** Breaks a word that is too long. */
  wrap(text: string, set: { width: number; size: number; face?: Face }): string[];
  rule(from: number, to: number, y: number, tint: Tint): void;
  /** Fills the true squares of a grid with ink; `x` and `y` are its upper left corner, `size` its side. */
  grid(rows: readonly (readonly boolean[])[], at: { x: number; y: number; size: number }): void;
  page(): void;
  /** Writes on every page again, for page numbers. */
  eachPage(write: (page: number, pages: number) => void): void;
  finish(): Promise<Buffer>;
};

// Lining and tabular figures, for tables.
const FEATURES: PDFKit.Mixins.OpenTypeFeatures[] = ["kern", "liga", "lnum", "tnum"];

/** Opens a document; loads pdfkit on first use. */
export async function createPdfWriter(
  type: PdfFonts,
  csvFile: { size: [number, number]; title: string; author: string },
): Promise<PdfWriter> {
  const { default: PDFDocument } = await import("pdfkit");
  const { author, size, title } = csvFile;
  const doc = new PDFDocument({
    size,
    margin: 0,
    // Page numbers need the page count.
    bufferPages: true,
    lang: "en",
    displayTitle: true,
    info: { Title: title, Author: author },
  });
  const chunks: Buffer[] = [];
  doc.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    doc.on("end", resolve);
    doc.on("error", reject);
  });
  for (const { name, file } of type.cuts) doc.registerFont(name, file);

  const widthOf = (text: string, face: Face, points: number, spacing = 0) =>
    type
      .runsOf(face, text)
      .map((run) => {
        const set = doc.font(run.font).fontSize(points);
        return set.widthOfString(run.text, { features: FEATURES, characterSpacing: spacing });
      })
      .reduce((sum, width) => sum + width, 0);

  const line: PdfWriter["line"] = (text, setting) => {
    const { align = "left", face = "text", size, spacing = 0, tint = "ink", y } = setting;
    let x = align === "right" ? setting.x - widthOf(text, face, size, spacing) : setting.x;
    for (const run of type.runsOf(face, text)) {
      const options = { features: FEATURES, characterSpacing: spacing };
      doc.font(run.font).fontSize(size).fillColor(TINTS[tint]);
      doc.text(run.text, x, y, { ...options, lineBreak: false, baseline: "alphabetic" });
      x += doc.widthOfString(run.text, options);
    }
  };

  return {
    line,
    wrap: (text, { face = "text", size, width }) =>
      wrapText(text, (text) => widthOf(text, face, size) <= width),
    rule: (from, to, y, tint) => {
      doc.moveTo(from, y).lineTo(to, y).lineWidth(0.6).strokeColor(TINTS[tint]).stroke();
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
    page: () => void doc.addPage(),
    eachPage(write) {
      const { count, start } = doc.bufferedPageRange();
      for (let index = 0; index < count; index += 1) {
        doc.switchToPage(start + index);
        write(index + 1, count);
      }
    },
    finish: async () => {
      doc.end();
      await ended;
      return Buffer.concat(chunks);
    },
  };
}

function wrapText(text: string, fits: (text: string) => boolean): string[] {
  const lines: string[] = [];
  let current = "";
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = current === "" ? word : `${current} ${word}`;
    if (fits(longer)) {
      current = longer;
      continue;
    }
    if (current !== "") lines.push(current);
    current = "";
    for (const letter of word) {
      if (!fits(current + letter) && current !== "") {
        lines.push(current);
        current = "";
      }
      current += letter;
    }
  }
  return current === "" ? lines : [...lines, current];
}

type Face = "display" | "text" | "strong";

/** Text in one font. */
type Run = { font: string; text: string };

const CUTS: Readonly<Record<Face, readonly [family: string, weight: number]>> = {
  display: ["cormorant-garamond", 600],
  text: ["figtree", 400],
  strong: ["figtree", 600],
};
// The second subset covers central Europe.
const SUBSETS = ["latin", "latin-ext"] as const;

type Cut = { name: string; file: string; font: Font };

/** Each with the file it is embedded from. */
export type PdfFonts = {
  cuts: readonly Cut[];
  /** Splits text by font; characters without a glyph become question marks. */
  runsOf(face: Face, text: string): Run[];
};

async function openFaces(): Promise<PdfFonts> {
  const { open } = await import("fontkit");
  const { resolve } = createRequire(import.meta.url);
  const cuts = new Map<Face, Cut[]>();
  for (const [face, [family, weight]] of Object.entries(CUTS) as [Face, (typeof CUTS)[Face]][]) {
    const opened: Cut[] = [];
    for (const subset of SUBSETS) {
      const file = resolve(`@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff`);
      const font = await open(file);
      if ("layout" in font) opened.push({ name: `${face}-${subset}`, file, font });
    }
    cuts.set(face, opened);
  }
  return {
    cuts: [...cuts.values()].flat(),
    runsOf: (face, text) => runsIn(cuts.get(face) ?? [], text),
  };
}

function runsIn(cuts: readonly Cut[], text: string): Run[] {
  const runs: Run[] = [];
  for (const letter of text.normalize("NFC")) {
    const has = (each: Cut, sign: string) =>
      each.font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0);
    const known = cuts.find((each) => has(each, letter));
    const cut = known ?? cuts[0];
    if (!cut) continue;
    const sign = known ? letter : "?";
    const last = runs.at(-1);
    if (last?.font === cut.name) last.text += sign;
    else runs.push({ font: cut.name, text: sign });
  }
  return runs;
}

let ready: Promise<PdfFonts> | undefined;

/** Loads the fonts on first use. */
export function loadPdfFonts(): Promise<PdfFonts> {
  ready ??= openFaces().catch((error: unknown) => {
    ready = undefined;
    throw error;
  });
  return ready;
}
