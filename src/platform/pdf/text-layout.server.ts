import type { Bidi } from "bidi-js";
import type { Cut } from "./house-fonts.server.ts";
import { cutOf } from "./house-fonts.server.ts";
import type { Cluster, ScriptFont, ScriptFonts } from "./script-fonts.server.ts";
import { hasRightToLeft } from "./text-direction.ts";
import { lettersOf } from "./wrap-text.ts";

/** Text in one font: of the house, or shaped in the font of a script. */
export type TextRun =
  | { kind: "house"; cut: string; text: string }
  | { kind: "shaped"; clusters: readonly Cluster[] };

export type TextLayout = {
  /** In the order in which they are read. */
  runs: readonly TextRun[];
  /** Indexes of `runs` from left to right. */
  order: readonly number[];
};

type Span = { level: number; font: Cut | ScriptFont; text: string };

const isShaping = (font: Cut | ScriptFont): font is ScriptFont => "shape" in font;

/** Orders that a text gives to its reader's program, soft hyphens and marks without a glyph. */
const ORDERS = /[\u00ad\u200b\u2060\u202a-\u202e\ufeff]/g;
const DIRECTION_SIGNS = /[\u061c\u200e\u200f\u2066-\u2069]/g;
const BLANKS = /[\p{Cc}\p{Zl}\p{Zp}]/gu;
/** The house's fonts have marks and do not set them on their letters. */
const COMBINING = /\p{M}/u;
const SCRIPT_LETTER = /[^\p{scx=Common}\p{scx=Inherited}]/u;

/** A code point as people write it, such as U+1F600. */
const codeOf = (letter: string) =>
  `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

/** UAX 9, L2: from the highest level down, what stands at it or above turns round. */
function visualOrder(levels: readonly number[]): number[] {
  const order = levels.map((_, index) => index);
  for (let level = Math.max(0, ...levels); level > 0; level -= 1) {
    let from = 0;
    while (from < order.length) {
      let to = from;
      while (to < order.length && (levels[order[to] ?? 0] ?? 0) >= level) to += 1;
      const turned = order.slice(from, to).toReversed();
      order.splice(from, turned.length, ...turned);
      from = to + 1;
    }
  }
  return order;
}

/** The stretches of one direction; an odd level runs from right to left. */
function levelsIn(text: string, bidi: Bidi): { level: number; text: string }[] {
  if (!hasRightToLeft(text)) return [{ level: 0, text }];
  const { levels } = bidi.getEmbeddingLevels(text);
  const stretches: { level: number; text: string }[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const level = levels[index] ?? 0;
    const last = stretches.at(-1);
    if (last?.level === level) last.text += text[index];
    else stretches.push({ level, text: text[index] ?? "" });
  }
  return stretches;
}

type LineFonts = { cuts: readonly Cut[]; scripts: ScriptFonts; bidi: Bidi };

/** Collects the stretches of a line that have one font and one direction. */
class SpanWriter {
  readonly spans: Span[] = [];
  readonly #fonts: LineFonts;
  readonly #text: string;

  constructor(fonts: LineFonts, text: string) {
    this.#fonts = fonts;
    this.#text = text;
  }

  #add(level: number, font: Cut | ScriptFont, letters: string): void {
    const last = this.spans.at(-1);
    if (last?.font === font && last.level === level) last.text += letters;
    else this.spans.push({ level, font, text: letters });
  }

  /** The font of the span that is open, where it has these letters too. */
  #openFont(letters: string): ScriptFont | undefined {
    const font = this.spans.at(-1)?.font;
    return font !== undefined && isShaping(font) && font.covers(letters) ? font : undefined;
  }

  #addHouse(level: number, letters: string): void {
    const { cuts } = this.#fonts;
    for (const letter of letters) {
      const cut = cutOf(cuts, letter) ?? cuts[0];
      if (cut) this.#add(level, cut, letter);
    }
  }

  #addShaped(level: number, letters: string): boolean {
    const open = SCRIPT_LETTER.test(letters) ? undefined : this.#openFont(letters);
    const font = open ?? this.#fonts.scripts.fontFor(letters, this.#text);
    if (font) this.#add(level, font, letters);
    return font !== undefined;
  }

  blank(level: number, blank: string): void {
    const shown = cutOf(this.#fonts.cuts, blank) ? blank : " ";
    const font = this.spans.at(-1)?.level === level ? this.#openFont(shown) : undefined;
    if (font) this.#add(level, font, shown);
    else this.#addHouse(level, shown);
  }

  word(level: number, word: string): void {
    const isHouse =
      level % 2 === 0 &&
      !COMBINING.test(word) &&
      [...word].every((each) => cutOf(this.#fonts.cuts, each));
    if (isHouse) {
      this.#addHouse(level, word);
      return;
    }
    for (const letters of lettersOf(word)) {
      if (this.#addShaped(level, letters)) continue;
      // The letter may be known where its mark is not.
      for (const letter of letters)
        if (!this.#addShaped(level, letter)) this.#addHouse(level, codeOf(letter));
    }
  }
}

/**
 * Finds the font and the position of each part of a line. A word whose letters the house's cuts all have is set in them; any other
 * word in Noto's font of its script, because letters of two families in one word look like a mistake. Lines with letters from right
 * to left are ordered by UAX 9. A letter that no font has becomes its code, as U+1F600.
 */
export function layOutText(fonts: LineFonts, input: string, weight: number): TextLayout {
  const text = input.toWellFormed().normalize("NFC").replace(ORDERS, "").replace(BLANKS, " ");
  const writer = new SpanWriter(fonts, text);
  for (const { level, text: stretch } of levelsIn(text, fonts.bidi))
    for (const word of stretch.replace(DIRECTION_SIGNS, "").split(/(\s)/)) {
      if (/^\s$/.test(word)) writer.blank(level, word);
      else writer.word(level, word);
    }
  const { spans } = writer;
  return {
    runs: spans.map(({ font, level, text: letters }) =>
      isShaping(font)
        ? {
            kind: "shaped",
            clusters: font.shape(letters, { isRightToLeft: level % 2 === 1, weight }),
          }
        : { kind: "house", cut: font.name, text: letters },
    ),
    order: visualOrder(spans.map(({ level }) => level)),
  };
}
