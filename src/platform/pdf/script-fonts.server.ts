import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Font } from "harfbuzzjs";
import { LRUCache } from "lru-cache";
import type { PrintedScript } from "#core/printed-scripts.ts";
import { lettersOfScript, PRINTED_SCRIPTS } from "#core/printed-scripts.ts";
import { readWoff2 } from "./read-woff2.server.ts";

/** Letters that a reader sees as one, with their outline in thousandths of the size; `y` grows upward from the baseline. */
export type Cluster = { text: string; advance: number; outline: readonly OutlineCommand[] };

/** As in SVG, with absolute numbers. */
type OutlineCommand = { type: string; values: readonly number[] };

/** A file of a family, which has the letters of one script or a part of them. */
export type ScriptFont = {
  /** Whether it has every letter of a text; marks of direction and joining need no glyph. */
  covers(text: string): boolean;
  /** Shapes text of one direction. The clusters are in their order on the page, from left to right. */
  shape(text: string, set: { isRightToLeft: boolean; weight: number }): Cluster[];
};

/** Noto's family of each script; each is a package. */
const FAMILIES: Readonly<Record<PrintedScript, string>> = {
  Adlam: "fontsource-variable/noto-sans-adlam",
  Arabic: "fontsource-variable/noto-sans-arabic",
  Armenian: "fontsource-variable/noto-sans-armenian",
  Balinese: "fontsource-variable/noto-sans-balinese",
  Bamum: "fontsource-variable/noto-sans-bamum",
  Bassa_Vah: "fontsource-variable/noto-sans-bassa-vah",
  Bengali: "fontsource-variable/noto-sans-bengali",
  Bopomofo: "fontsource-variable/noto-sans-sc",
  Buginese: "fontsource/noto-sans-buginese",
  Canadian_Aboriginal: "fontsource-variable/noto-sans-canadian-aboriginal",
  Cham: "fontsource-variable/noto-sans-cham",
  Cherokee: "fontsource-variable/noto-sans-cherokee",
  Cyrillic: "fontsource-variable/noto-sans",
  Devanagari: "fontsource-variable/noto-sans-devanagari",
  Ethiopic: "fontsource-variable/noto-sans-ethiopic",
  Georgian: "fontsource-variable/noto-sans-georgian",
  Greek: "fontsource-variable/noto-sans",
  Gujarati: "fontsource-variable/noto-sans-gujarati",
  Gurmukhi: "fontsource-variable/noto-sans-gurmukhi",
  Han: "fontsource-variable/noto-sans-sc",
  Hangul: "fontsource-variable/noto-sans-kr",
  Hanifi_Rohingya: "fontsource-variable/noto-sans-hanifi-rohingya",
  Hebrew: "fontsource-variable/noto-sans-hebrew",
  Hiragana: "fontsource-variable/noto-sans-jp",
  Javanese: "fontsource-variable/noto-sans-javanese",
  Kannada: "fontsource-variable/noto-sans-kannada",
  Katakana: "fontsource-variable/noto-sans-jp",
  Kayah_Li: "fontsource-variable/noto-sans-kayah-li",
  Khmer: "fontsource-variable/noto-sans-khmer",
  Lao: "fontsource-variable/noto-sans-lao",
  Latin: "fontsource-variable/noto-sans",
  Lepcha: "fontsource/noto-sans-lepcha",
  Limbu: "fontsource/noto-sans-limbu",
  Lisu: "fontsource-variable/noto-sans-lisu",
  Malayalam: "fontsource-variable/noto-sans-malayalam",
  Meetei_Mayek: "fontsource-variable/noto-sans-meetei-mayek",
  Mongolian: "fontsource/noto-sans-mongolian",
  Myanmar: "fontsource-variable/noto-sans-myanmar",
  New_Tai_Lue: "fontsource-variable/noto-sans-new-tai-lue",
  Newa: "fontsource/noto-sans-newa",
  Nko: "fontsource/noto-sans-nko",
  Ol_Chiki: "fontsource-variable/noto-sans-ol-chiki",
  Oriya: "fontsource-variable/noto-sans-oriya",
  Osage: "fontsource/noto-sans-osage",
  Saurashtra: "fontsource/noto-sans-saurashtra",
  Sinhala: "fontsource-variable/noto-sans-sinhala",
  Sora_Sompeng: "fontsource-variable/noto-sans-sora-sompeng",
  Sundanese: "fontsource-variable/noto-sans-sundanese",
  Syloti_Nagri: "fontsource/noto-sans-syloti-nagri",
  Syriac: "fontsource-variable/noto-sans-syriac",
  Tai_Le: "fontsource/noto-sans-tai-le",
  Tai_Tham: "fontsource-variable/noto-sans-tai-tham",
  Tai_Viet: "fontsource/noto-sans-tai-viet",
  Tamil: "fontsource-variable/noto-sans-tamil",
  Telugu: "fontsource-variable/noto-sans-telugu",
  Thaana: "fontsource-variable/noto-sans-thaana",
  Thai: "fontsource-variable/noto-sans-thai",
  Tibetan: "fontsource-variable/noto-serif-tibetan",
  Tifinagh: "fontsource/noto-sans-tifinagh",
  Vai: "fontsource/noto-sans-vai",
  Warang_Citi: "fontsource/noto-sans-warang-citi",
  Yi: "fontsource/noto-sans-yi",
};

const EAST_ASIAN = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}]/u;
const CHINESE = FAMILIES.Han;
const TAIWANESE = "fontsource-variable/noto-sans-tc";
const JAPANESE = FAMILIES.Hiragana;
const KOREAN = FAMILIES.Hangul;

/** What no script's own family has: punctuation, signs and symbols. */
const GENERAL = [
  "fontsource-variable/noto-sans",
  "fontsource-variable/noto-sans-symbols",
  "fontsource/noto-sans-symbols-2",
];

const SCRIPTS = PRINTED_SCRIPTS.map((script) => ({
  family: FAMILIES[script],
  letters: lettersOfScript(script),
}));

/**
 * The same Han letter has another shape in each country. Kana and Hangul say which language a text is in; letters alone are
 * set as in China, and those that are not written there as in Taiwan.
 */
function eastAsianFamilies(text: string): readonly string[] {
  if (/[\p{scx=Hiragana}\p{scx=Katakana}]/u.test(text))
    return [JAPANESE, CHINESE, TAIWANESE, KOREAN];
  if (/\p{scx=Hangul}/u.test(text)) return [KOREAN, JAPANESE, CHINESE, TAIWANESE];
  return [CHINESE, TAIWANESE, JAPANESE, KOREAN];
}

/** Needs no glyph where a font has none. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

type Range = readonly [number, number];
type Subset = { name: string; ranges: readonly Range[] };

const toRange = (text: string): Range => {
  const [from = "", to = from] = text.replace(/^U\+/i, "").split("-");
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
};

const require = createRequire(import.meta.url);
const subsetsOfFamilies = new Map<string, readonly Subset[]>();

/** As the package lists them; a numbered subset is named in brackets there. */
function subsetsOf(family: string): readonly Subset[] {
  const known = subsetsOfFamilies.get(family);
  if (known) return known;
  const file = require.resolve(`@${family}/unicode.json`);
  const listed = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
  const subsets = Object.entries(listed).map(([name, ranges]) => ({
    name: name.replaceAll(/[[\]]/g, ""),
    ranges: ranges.split(",").map(toRange),
  }));
  subsetsOfFamilies.set(family, subsets);
  return subsets;
}

/** Letters whose font is known without a search: more than a page of any script has. */
const MAX_FOUND = 4_000;

type HarfBuzz = typeof import("harfbuzzjs");

/** HarfBuzz's numbers: thousandths of the size. */
const SCALE = 1000;

class NotoFont implements ScriptFont {
  readonly #hb: HarfBuzz;
  readonly #letters: ReadonlySet<number>;
  readonly #fontOf: (weight: number) => Font;
  readonly #outlines = new Map<string, readonly OutlineCommand[]>();

  constructor(hb: HarfBuzz, bytes: Buffer) {
    this.#hb = hb;
    const face = new hb.Face(new hb.Blob(bytes));
    this.#letters = new Set(face.collectUnicodes());
    const fonts = new Map<number, Font>();
    this.#fontOf = (weight) => {
      const known = fonts.get(weight);
      if (known) return known;
      const font = new hb.Font(face);
      font.setScale(SCALE, SCALE);
      font.setVariations([new hb.Variation("wght", weight)]);
      fonts.set(weight, font);
      return font;
    };
  }

  covers(text: string): boolean {
    for (const letter of text) {
      if (!this.#letters.has(letter.codePointAt(0) ?? 0) && !INVISIBLE.test(letter)) return false;
    }
    return true;
  }

  #outlineOf(glyph: number, weight: number): readonly OutlineCommand[] {
    const key = `${glyph} ${weight}`;
    const known = this.#outlines.get(key);
    if (known) return known;
    const outline = this.#fontOf(weight).glyphToJson(glyph);
    this.#outlines.set(key, outline);
    return outline;
  }

  shape(
    text: string,
    { isRightToLeft, weight }: { isRightToLeft: boolean; weight: number },
  ): Cluster[] {
    const { Buffer: TextBuffer, Direction, shape } = this.#hb;
    const buffer = new TextBuffer();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    buffer.setDirection(isRightToLeft ? Direction.RTL : Direction.LTR);
    shape(this.#fontOf(weight), buffer);
    const glyphs = buffer.getGlyphInfosAndPositions();
    const starts = [...new Set(glyphs.map(({ cluster }) => cluster))].toSorted((a, b) => a - b);
    const clusters: Cluster[] = [];
    let open: { start: number; advance: number; outline: OutlineCommand[] } | undefined;
    for (const { cluster, codepoint, xAdvance = 0, xOffset = 0, yOffset = 0 } of glyphs) {
      if (open?.start !== cluster) {
        if (open) clusters.push(closeCluster(text, starts, open));
        open = { start: cluster, advance: 0, outline: [] };
      }
      const outline = this.#outlineOf(codepoint, weight);
      open.outline.push(...movedBy(outline, open.advance + xOffset, yOffset));
      open.advance += xAdvance;
    }
    if (open) clusters.push(closeCluster(text, starts, open));
    return isRightToLeft ? clusters.flatMap(lettersFromRight) : clusters;
  }
}

/**
 * A cluster that runs from right to left as one part for each of its letters, the last one first, because readers of a file turn
 * its parts round and not the letters of one. The first letter has the whole outline.
 */
function lettersFromRight({ advance, outline, text }: Cluster): Cluster[] {
  const letters = [...text].toReversed();
  const width = Math.floor(advance / letters.length);
  const before = width * (letters.length - 1);
  return letters.map((letter, index) =>
    index < letters.length - 1
      ? { text: letter, advance: width, outline: [] }
      : { text: letter, advance: advance - before, outline: movedBy(outline, -before, 0) },
  );
}

const movedBy = (outline: readonly OutlineCommand[], dx: number, dy: number): OutlineCommand[] =>
  outline.map(({ type, values }) => ({
    type,
    values: values.map((value, index) => Math.round(value + (index % 2 === 0 ? dx : dy))),
  }));

function closeCluster(
  text: string,
  starts: readonly number[],
  { advance, outline, start }: { start: number; advance: number; outline: OutlineCommand[] },
): Cluster {
  const next = starts[starts.indexOf(start) + 1];
  return { text: text.slice(start, next), advance, outline };
}

const isInside = (letter: string, { ranges }: Subset) => {
  const code = letter.codePointAt(0) ?? 0;
  return ranges.some(([from, to]) => code >= from && code <= to);
};

export type ScriptFonts = {
  /** The font of letters that a reader sees as one, or undefined; `text` is the line that they stand in. Reads its file on first use. */
  fontFor(letters: string, text: string): ScriptFont | undefined;
};

/** Opens HarfBuzz, which shapes text; a font's file is read when a text first needs it. */
export async function openScriptFonts(): Promise<ScriptFonts> {
  const hb = await import("harfbuzzjs");
  const opened = new Map<string, NotoFont>();
  const open = (family: string, subset: string): NotoFont => {
    const key = `${family} ${subset}`;
    const known = opened.get(key);
    if (known) return known;
    const [scope = "", name = ""] = family.split("/");
    const cut = scope === "fontsource" ? "400" : "wght";
    const file = require.resolve(`@${family}/files/${name}-${subset}-${cut}-normal.woff2`);
    const font = new NotoFont(hb, readWoff2(readFileSync(file)));
    opened.set(key, font);
    return font;
  };
  const inFamily = (family: string, letters: string): NotoFont | undefined => {
    for (const subset of subsetsOf(family)) {
      if (![...letters].some((letter) => isInside(letter, subset))) continue;
      const font = open(family, subset.name);
      if (font.covers(letters)) return font;
    }
    return undefined;
  };
  const find = (letters: string, eastAsian: readonly string[]): NotoFont | undefined => {
    const own = SCRIPTS.filter((script) => script.letters.test(letters)).map(
      ({ family }) => family,
    );
    const families = EAST_ASIAN.test(letters)
      ? [...eastAsian, ...own]
      : [...own, ...GENERAL, ...eastAsian];
    for (const family of families) {
      const font = inFamily(family, letters);
      if (font) return font;
    }
    return undefined;
  };
  const found = new LRUCache<string, { font: NotoFont | undefined }>({ max: MAX_FOUND });
  return {
    fontFor(letters, text) {
      const eastAsian = eastAsianFamilies(text);
      const key = `${eastAsian[0]} ${letters}`;
      const known = found.get(key) ?? { font: find(letters, eastAsian) };
      found.set(key, known);
      return known.font;
    },
  };
}
