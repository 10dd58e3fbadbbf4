import type { Face } from "#platform/pdf/house-fonts.server.ts";
import { startsFromRight } from "#platform/pdf/text-direction.ts";
import type { TextRun } from "#platform/pdf/text-layout.server.ts";
import { isWrittenWithBlanks, lettersOf, wrapText } from "#platform/pdf/wrap-text.ts";
import type { PdfFonts } from "#platform/pdf-writer.server.ts";
import { loadPdfFonts } from "#platform/pdf-writer.server.ts";

/** A text as an SVG of outlines, as wide as its widest line, in pixels. */
export type OutlinedText = { svg: string; width: number; height: number; isFromRight: boolean };

type TextBlock = {
  face: Face;
  color: string;
  /** Pixels. */
  widthPx: number;
  /** From the largest to the smallest; the first is taken at which no word breaks and the text is low enough. */
  sizes: readonly number[];
  maxHeightPx: number;
  maxLines: number;
  /** In sizes. */
  lineHeight: number;
};

type Command = { type: string; values: readonly number[] };
type Part = { advance: number; commands: readonly Command[] };

const SVG_COMMANDS: Readonly<Record<string, string>> = {
  moveTo: "M",
  lineTo: "L",
  quadraticCurveTo: "Q",
  bezierCurveTo: "C",
  closePath: "Z",
};

/** How far the baseline stands below the middle of a line, in sizes: ascenders are longer than descenders. */
const BELOW_MIDDLE = 0.26;
const ELLIPSIS = "…";

/** The advance and the outlines of a run in sizes, with y growing upward. */
function partsOf({ cuts }: PdfFonts, run: TextRun): Part[] {
  if (run.kind === "shaped")
    return run.clusters.map(({ advance, outline }) => ({
      advance: advance / 1000,
      commands: outline.map(({ type, values }) => ({
        type,
        values: values.map((value) => value / 1000),
      })),
    }));
  const cut = cuts.find(({ name }) => name === run.cut);
  if (!cut) return [];
  const { glyphs, positions } = cut.font.layout(run.text, ["kern", "liga", "lnum"]);
  const scale = 1 / cut.font.unitsPerEm;
  return glyphs.map((glyph, index) => ({
    advance: (positions[index]?.xAdvance ?? 0) * scale,
    commands: glyph.path.commands.map(({ args, command }) => ({
      type: SVG_COMMANDS[command] ?? "",
      values: args.map((value) => value * scale),
    })),
  }));
}

const widthOf = (parts: readonly Part[]) => parts.reduce((sum, { advance }) => sum + advance, 0);

/** The runs of a line from left to right. */
function lineParts(fonts: PdfFonts, face: Face, line: string): Part[] {
  const { order, runs } = fonts.layOut(face, line);
  return order.flatMap((index) => {
    const run = runs[index];
    return run ? partsOf(fonts, run) : [];
  });
}

const rounded = (value: number) => Math.round(value * 100) / 100;

/** The path of a line whose baseline begins at a point. */
function pathOf(parts: readonly Part[], from: { x: number; y: number }, size: number): string {
  let { x } = from;
  const drawn: string[] = [];
  for (const { advance, commands } of parts) {
    for (const { type, values } of commands) {
      const points = values.map((value, index) =>
        rounded(index % 2 === 0 ? x + value * size : from.y - value * size),
      );
      drawn.push(type + points.join(" "));
    }
    x += advance * size;
  }
  return drawn.join("");
}

/** Without the letters that no font has, such as emoji. */
async function printableText(face: Face, text: string): Promise<string> {
  const fonts = await loadPdfFonts();
  const hasGlyph = (letters: string) =>
    fonts
      .layOut(face, letters)
      .runs.every((run) => run.kind === "shaped" || !/^U\+/.test(run.text));
  return lettersOf(text)
    .filter((letters) => /^U\+/.test(letters) || hasGlyph(letters))
    .join("");
}

/**
 * Sets a text in the fonts of the papers, which have every script: shaped, ordered and broken as there, aligned at the side where it
 * begins. It is made smaller until it fits, else cut with an ellipsis. Letters that no font has are left out.
 */
export async function outlineText(submitted: string, block: TextBlock): Promise<OutlinedText> {
  const { color, face, lineHeight, maxHeightPx, maxLines, sizes, widthPx } = block;
  const fonts = await loadPdfFonts();
  const text = await printableText(face, submitted);
  const fitsAt = (size: number) => (part: string) =>
    widthOf(lineParts(fonts, face, part)) * size <= widthPx;
  const linesAt = (size: number) => wrapText(text, fitsAt(size));
  const mostLinesAt = (size: number) =>
    Math.max(1, Math.min(maxLines, Math.floor(maxHeightPx / (size * lineHeight))));
  const unbroken = text.split(/\s+/).filter(isWrittenWithBlanks);
  const isWholeAt = (size: number) =>
    unbroken.every(fitsAt(size)) && linesAt(size).length <= mostLinesAt(size);
  const size = sizes.find(isWholeAt) ?? sizes.at(-1) ?? 0;
  const all = linesAt(size);
  const lines = all.slice(0, mostLinesAt(size));
  const last = lines.at(-1);
  if (all.length > lines.length && last !== undefined) {
    const letters = lettersOf(last);
    while (letters.length > 0 && !fitsAt(size)(letters.join("") + ELLIPSIS)) letters.pop();
    lines[lines.length - 1] = letters.join("") + ELLIPSIS;
  }
  const isFromRight = startsFromRight(text);
  const lead = size * lineHeight;
  const drawn = lines.map((line) => lineParts(fonts, face, line));
  const width = Math.ceil(Math.max(0, ...drawn.map((parts) => widthOf(parts) * size)));
  const paths = drawn.map((parts, index) => {
    const x = isFromRight ? width - widthOf(parts) * size : 0;
    return pathOf(parts, { x, y: (index + 0.5) * lead + BELOW_MIDDLE * size }, size);
  });
  const height = Math.ceil(lead * lines.length);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path fill="${color}" d="${paths.join("")}"/></svg>`;
  return { svg, width, height, isFromRight };
}
