import { FROM_LEFT, FROM_RIGHT, startsFromRight } from "./text-direction.ts";

/** Scripts that are written without blanks between words. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Yi}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Tibetan}\p{scx=Javanese}\p{scx=Balinese}\p{scx=Tai_Tham}\p{scx=New_Tai_Lue}\p{scx=Tai_Le}]/u;

/** A line never begins with what closes or ends, and never ends with what opens. */
const CLOSES = /^[\p{Pe}\p{Pf}\p{Po}\p{Mn}\p{Lm}ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ々]/u;
const OPENS = /[\p{Ps}\p{Pi}]$/u;

const bySense = new Intl.Segmenter("en", { granularity: "word" });
const byLetter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** What a reader sees as letters: a base with all of its marks, also spacing ones as in Burmese, or the parts of an emoji. */
export function lettersOf(text: string): string[] {
  const parts: string[] = [];
  for (const { segment } of byLetter.segment(text)) {
    if (parts.length > 0 && /^\p{M}/u.test(segment)) parts[parts.length - 1] += segment;
    else parts.push(segment);
  }
  return parts;
}

/** Whether a text has blanks between its words; a line of any other breaks within what stands between two blanks. */
export const isWrittenWithBlanks = (text: string): boolean => !UNSPACED.test(text);

/** The parts of a word between which a line may break; a word of a script with blanks is one. */
function partsOf(word: string): string[] {
  if (isWrittenWithBlanks(word)) return [word];
  const parts: string[] = [];
  for (const { segment } of bySense.segment(word)) {
    const last = parts.at(-1);
    if (last !== undefined && (CLOSES.test(segment) || OPENS.test(last)))
      parts[parts.length - 1] = last + segment;
    else parts.push(segment);
  }
  return parts;
}

/** A line that begins in another direction than its paragraph says which one it has. */
function directed(line: string, isFromRight: boolean): string {
  if (startsFromRight(line) === isFromRight) return line;
  return `${isFromRight ? FROM_RIGHT : FROM_LEFT}${line}`;
}

/**
 * Breaks a text into lines that fit: at blanks, between the words of scripts without blanks, and within a word that is too long
 * for a line, never between a letter and its marks.
 */
export function wrapText(text: string, fits: (text: string) => boolean): string[] {
  const lines: string[] = [];
  let current = "";
  const addPart = (part: string, blank: string) => {
    const longer = current === "" ? part : `${current}${blank}${part}`;
    if (fits(longer)) {
      current = longer;
      return;
    }
    if (current !== "") lines.push(current);
    current = "";
    for (const letter of lettersOf(part)) {
      if (current !== "" && !fits(current + letter)) {
        lines.push(current);
        current = "";
      }
      current += letter;
    }
  };
  for (const word of text.split(/\s+/).filter(Boolean))
    partsOf(word).forEach((part, index) => {
      addPart(part, index === 0 ? " " : "");
    });
  if (current !== "") lines.push(current);
  const isFromRight = startsFromRight(text);
  return lines.map((line) => directed(line, isFromRight));
}
