import { createRequire } from "node:module";
import type { Font } from "fontkit";
import { greekInLatin } from "#core/greek-in-latin.ts";

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

type Family = { name: "figtree" | "cormorant-garamond"; weight: number };

/** The second family sets the words that the first has no letters for, such as Cyrillic and Vietnamese names. */
const FAMILIES: Readonly<Record<Face, readonly Family[]>> = {
  display: [{ name: "cormorant-garamond", weight: 600 }],
  text: [
    { name: "figtree", weight: 400 },
    { name: "cormorant-garamond", weight: 500 },
  ],
  strong: [
    { name: "figtree", weight: 600 },
    { name: "cormorant-garamond", weight: 700 },
  ],
};
/** The second subset of each covers central Europe. */
const SUBSETS: Readonly<Record<Family["name"], readonly string[]>> = {
  figtree: ["latin", "latin-ext"],
  "cormorant-garamond": ["latin", "latin-ext", "cyrillic", "cyrillic-ext", "vietnamese"],
};

type Cut = { name: string; file: string; font: Font };

/** Each with the file it is embedded from. */
export type PdfFonts = {
  cuts: readonly Cut[];
  /** Splits text by font. Greek, which no font of the shop has, becomes Latin (ELOT 743); other signs without a glyph become question marks. */
  runsOf(face: Face, text: string): Run[];
};

async function openFaces(): Promise<PdfFonts> {
  const { open } = await import("fontkit");
  const { resolve } = createRequire(import.meta.url);
  const faces = new Map<Face, Cut[][]>();
  for (const [face, families] of Object.entries(FAMILIES) as [Face, readonly Family[]][]) {
    const opened: Cut[][] = [];
    for (const [order, { name: family, weight }] of families.entries()) {
      const cuts: Cut[] = [];
      for (const subset of SUBSETS[family]) {
        const file = resolve(
          `@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff`,
        );
        const font = await open(file);
        const name = order === 0 ? `${face}-${subset}` : `${face}-${family}-${subset}`;
        if ("layout" in font) cuts.push({ name, file, font });
      }
      opened.push(cuts);
    }
    faces.set(face, opened);
  }
  return {
    cuts: [...faces.values()].flat(2),
    runsOf: (face, text) => runsIn(faces.get(face) ?? [], text),
  };
}

const cutOf = (cuts: readonly Cut[], letter: string): Cut | undefined =>
  cuts.find(({ font }) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));

/** A word is set in the first family that has all of its letters, because letters of two families in one word look like a mistake. */
function runsIn(families: readonly (readonly Cut[])[], text: string): Run[] {
  const runs: Run[] = [];
  const [own = []] = families;
  const add = (cuts: readonly Cut[], sign: string) => {
    const known = cutOf(cuts, sign);
    const cut = known ?? own[0];
    if (!cut) return;
    const last = runs.at(-1);
    const shown = known ? sign : "?";
    if (last?.font === cut.name) last.text += shown;
    else runs.push({ font: cut.name, text: shown });
  };
  for (const word of greekInLatin(text.normalize("NFC")).split(/(\s+)/)) {
    const letters = [...word];
    const whole = families.find((cuts) => letters.every((letter) => cutOf(cuts, letter)));
    for (const letter of letters) add(whole ?? families.flat(), letter);
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
