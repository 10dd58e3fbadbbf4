import { tidyLine } from "./submitted-text.ts";

/** The digits of a script follow each other from 0 to 9, so how many digits stand before one says which it is. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return before % 10;
}

/** Signs of the width of a Chinese letter stand in the order of a keyboard's, so far behind them. */
const WIDE_SIGNS_BEGIN = 0xfee0;

const OTHER_SIGNS: Readonly<Record<string, string>> = {
  "\uFE69": "$",
  "\u066B": ".",
  "\u066C": ",",
};

const toKeyboard = (sign: string) =>
  OTHER_SIGNS[sign] ?? String.fromCharCode(sign.charCodeAt(0) - WIDE_SIGNS_BEGIN);

/**
 * Digits of other scripts as 0 to 9, and the many hyphens, brackets, pluses, points and commas as those of a keyboard. Letters stay.
 */
export function inPlainSigns(text: string): string {
  return text
    .replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)))
    .replace(/[\u2010-\u2015\u2212\uFE58\uFF0D\u30FC]/g, "-")
    .replace(/[\uFF04\uFF08\uFF09\uFF0B\uFF0C\uFF0E\uFF0F\uFE69\u066B\u066C]/g, toKeyboard);
}

/**
 * A number as a person entered or pasted it, in the signs of a keyboard: without marks that nobody sees, odd blanks as one space, digits
 * of every script as 0 to 9, the Arabic separators as point and comma. What is no number stays none.
 */
export const tidyNumber = (submitted: string): string => inPlainSigns(tidyLine(submitted));
