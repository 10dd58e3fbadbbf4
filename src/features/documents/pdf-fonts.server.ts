import { createRequire } from "node:module";
import type { Font } from "fontkit";

/** How the house's papers are set. */
export type Face = "display" | "text" | "strong";

/** A run of letters that one font has; `font` is its name in the document. */
export type Run = { font: string; text: string };

const CUTS: Readonly<Record<Face, readonly [family: string, weight: number]>> = {
  display: ["cormorant-garamond", 600],
  text: ["figtree", 400],
  strong: ["figtree", 600],
};
// The second subset holds the letters of central Europe.
const SUBSETS = ["latin", "latin-ext"] as const;

type Cut = { name: string; file: string; font: Font };

/** The house's faces, opened, each with the file it is embedded from. */
export type PdfFonts = {
  cuts: readonly Cut[];
  /** The text in runs that a font has; what none has (emoji, other scripts) stands as a question mark rather than as a box. */
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

/** The house's faces; opened at the first paper, because few starts of the shop need one. */
export function loadPdfFonts(): Promise<PdfFonts> {
  ready ??= openFaces().catch((error: unknown) => {
    ready = undefined;
    throw error;
  });
  return ready;
}
