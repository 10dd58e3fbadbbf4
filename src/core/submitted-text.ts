import { formatNumber } from "./format-number.ts";

/** Embeddings, overrides and isolates change the reading direction and can disguise text. */
const directionControls = /[\u202A-\u202E\u2066-\u2069]/g;

/** Characters without a shape that programs add to copied text: direction marks, zero-width blanks, soft hyphens. */
const invisibleCharacters =
  /\u034F|[\u00AD\u061C\u180E\u200B\u200E\u200F\u2060-\u2064\u206A-\u206F\uFEFF]/g;

/** Letters that have a width and no shape: Hangul fillers and the blank Braille pattern. */
const blankLetters = /[\u115F\u1160\u2800\u3164\uFFA0]/g;

/** Persian, Indic, Khmer and Mongolian words and emoji need a joiner or non-joiner inside; the second half of an emoji is a surrogate. */
const joinable =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Mongolian}\p{Script=Tibetan}\p{M}\p{So}\p{Cs}]/u;

const joins = (neighbor: string | undefined) => neighbor !== undefined && joinable.test(neighbor);

/** Removes joiners that join nothing. */
function withoutLooseJoiners(text: string): string {
  return text
    .replace(/[\u200C\u200D]{2,}/g, (joiners) => joiners.slice(0, 1))
    .replace(/[\u200C\u200D]/g, (joiner, at: number, whole: string) =>
      joins(whole[at - 1]) && joins(whole[at + 1]) ? joiner : "",
    );
}

/** Only spaces and characters without a shape. */
const isBlank = (text: string) => !/[^\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);

/**
 * A line as stored, of a name, an address or a number: one blank between words, without control characters and
 * without marks that nobody sees, but for the joiners that a script needs; "" when nothing is visible.
 */
export function tidyLine(submitted: string): string {
  const line = submitted
    .replace(/\p{Cs}/gu, "\uFFFD")
    .replace(directionControls, "")
    .replace(invisibleCharacters, "")
    .replace(blankLetters, " ")
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, " ")
    .trim();
  const joined = withoutLooseJoiners(line).trim();
  return isBlank(joined) ? "" : joined;
}

/**
 * Text as stored: LF, other control characters and what disguises or hides letters removed; "" when nothing is
 * visible. Marks of direction stay, because a message in Arabic or Hebrew may need them.
 */
export function tidyText(submitted: string): string {
  const text = submitted
    .replace(/\p{Cs}/gu, "\uFFFD")
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .replace(directionControls, "")
    .replace(/[\u200B\u2060\uFEFF]/g, "")
    .replace(/[\u00A0\u3000]/g, " ")
    .trim();
  return isBlank(text) ? "" : text;
}

const MAX_LIST_SEARCH = 120;

/** The search of a list as its URL has it: one line, at most 120 letters; "" for none. */
export function readListSearch(params: URLSearchParams): string {
  return tidyLine((params.get("q") ?? "").slice(0, 4 * MAX_LIST_SEARCH)).slice(0, MAX_LIST_SEARCH);
}

/** Returns LF: browsers post CRLF and show LF. */
export function normalizeNewlines(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

/** Returns "" when the field is missing or holds a file. */
export function fieldText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** Names both lengths. */
export function tooLongMessage(label: string, max: number, length: number): string {
  const limit = formatNumber(max);
  return `${label} can have up to ${limit} characters; this has ${formatNumber(length)}`;
}
