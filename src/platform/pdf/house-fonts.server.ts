import { createRequire } from "node:module";
import type { Font } from "fontkit";

export type Face = "display" | "text" | "strong";

type Family = {
  family: "figtree" | "cormorant-garamond";
  weight: number;
  subsets: readonly string[];
};

/** The subsets after the first cover central Europe, and what Cormorant has of Cyrillic and Vietnamese. */
const FAMILIES: Readonly<Record<Face, Family>> = {
  display: {
    family: "cormorant-garamond",
    weight: 600,
    subsets: ["latin", "latin-ext", "cyrillic", "cyrillic-ext", "vietnamese"],
  },
  text: { family: "figtree", weight: 400, subsets: ["latin", "latin-ext"] },
  strong: { family: "figtree", weight: 600, subsets: ["latin", "latin-ext"] },
};

/** How heavy letters of other scripts are beside each face. */
export const SCRIPT_WEIGHTS: Readonly<Record<Face, number>> = {
  display: 500,
  text: 400,
  strong: 600,
};

/** A font with the file it is embedded from. */
export type Cut = { name: string; file: string; font: Font };

type HouseFonts = Readonly<Record<Face, readonly Cut[]>>;

/** Opens the fonts of the house, which set what is written in Latin letters. */
export async function openHouseFonts(): Promise<HouseFonts> {
  const { open } = await import("fontkit");
  const { resolve } = createRequire(import.meta.url);
  const faceOf = async (face: Face): Promise<Cut[]> => {
    const { family, subsets, weight } = FAMILIES[face];
    const cuts: Cut[] = [];
    for (const subset of subsets) {
      const file = resolve(`@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff`);
      const font = await open(file);
      if ("layout" in font) cuts.push({ name: `${face}-${subset}`, file, font });
    }
    return cuts;
  };
  return {
    display: await faceOf("display"),
    text: await faceOf("text"),
    strong: await faceOf("strong"),
  };
}

/** The first cut that has a letter. */
export const cutOf = (cuts: readonly Cut[], letter: string): Cut | undefined =>
  cuts.find(({ font }) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
