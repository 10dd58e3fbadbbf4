import { createRequire } from "node:module";
import type { Font } from "fontkit";

/** The house's faces as drawings use them. */
export type Face = "display" | "text";

/** How a line is set: the size and the space between letters in pixels. */
export type Setting = { face: Face; sizePx: number; spacingPx?: number };

/** A line of text as an SVG path whose baseline is y = 0, beginning at x = 0. */
export type OutlinedLine = { path: string; widthPx: number };

// Static cuts: the variable ones of the pages cannot be brought to a weight here. The second subset holds the letters of central Europe.
const FILES: Record<Face, readonly string[]> = {
  display: ["latin", "latin-ext"].map(
    (subset) => `@fontsource/cormorant-garamond/files/cormorant-garamond-${subset}-600-normal.woff`,
  ),
  text: ["latin", "latin-ext"].map(
    (subset) => `@fontsource/figtree/files/figtree-${subset}-500-normal.woff`,
  ),
};

const FEATURES = ["kern", "liga", "lnum", "tnum"];

type Faces = Record<Face, readonly Font[]>;

async function loadFaces(): Promise<Faces> {
  const { open } = await import("fontkit");
  const { resolve } = createRequire(import.meta.url);
  const load = async (face: Face) => {
    const fonts = await Promise.all(FILES[face].map((file) => open(resolve(file))));
    return fonts.filter((font): font is Font => "layout" in font);
  };
  const [display, text] = await Promise.all([load("display"), load("text")]);
  return { display, text };
}

let facesReady: Promise<Faces> | undefined;

/** Turns lines of text into outlines. */
export type Outliner = {
  outline(text: string, setting: Setting): OutlinedLine;
  widthPx(text: string, setting: Setting): number;
  /** The words in lines no wider than given; a word too long for a line stands on one of its own. */
  wrap(text: string, setting: Setting, widthPx: number): string[];
};

type Run = { font: Font; text: string };

/** Runs of letters that one font has; what none has (emoji, other scripts) is left out rather than drawn as a box. */
function runsOf(fonts: readonly Font[], text: string): Run[] {
  const runs: Run[] = [];
  for (const letter of text) {
    const font = fonts.find((each) => each.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
    if (!font) continue;
    const last = runs.at(-1);
    if (last?.font === font) last.text += letter;
    else runs.push({ font, text: letter });
  }
  return runs;
}

function outlineWith(faces: Faces, text: string, setting: Setting): OutlinedLine {
  const { face, sizePx, spacingPx = 0 } = setting;
  const paths: string[] = [];
  let x = 0;
  for (const run of runsOf(faces[face], text)) {
    const scale = sizePx / run.font.unitsPerEm;
    const { glyphs, positions } = run.font.layout(run.text, FEATURES);
    for (const [index, glyph] of glyphs.entries()) {
      const { xOffset = 0, yOffset = 0, xAdvance = 0 } = positions[index] ?? {};
      paths.push(
        glyph.path
          .scale(scale, -scale)
          .translate(x + xOffset * scale, -yOffset * scale)
          .toSVG(),
      );
      x += xAdvance * scale + spacingPx;
    }
  }
  return { path: paths.join(""), widthPx: Math.max(0, x - spacingPx) };
}

/** The width alone, for lines that are only tried. */
function widthWith(faces: Faces, text: string, { face, sizePx, spacingPx = 0 }: Setting): number {
  const widths = runsOf(faces[face], text).map((run) => {
    const { positions } = run.font.layout(run.text, FEATURES);
    const advance = positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
    return (advance * sizePx) / run.font.unitsPerEm + positions.length * spacingPx;
  });
  return Math.max(0, widths.reduce((sum, width) => sum + width, 0) - spacingPx);
}

/** The outliner, its fonts read at the first use: no machine needs fonts installed, and no two draw a line differently. */
export async function loadOutliner(): Promise<Outliner> {
  facesReady ??= loadFaces();
  const faces = await facesReady;
  const widthOf = (text: string, setting: Setting) => widthWith(faces, text, setting);
  return {
    outline: (text, setting) => outlineWith(faces, text, setting),
    widthPx: widthOf,
    wrap(text, setting, widthPx) {
      const lines: string[] = [];
      for (const word of text.split(/\s+/).filter(Boolean)) {
        const last = lines.at(-1);
        const longer = last === undefined ? word : `${last} ${word}`;
        if (last !== undefined && widthOf(longer, setting) <= widthPx) {
          lines[lines.length - 1] = longer;
        } else lines.push(word);
      }
      return lines;
    },
  };
}
