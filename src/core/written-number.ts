import { tidyLine } from "./submitted-text.ts";

/** The digit 0 of each script that writes numbers with digits of its own (Unicode 16, general category Nd); 1 to 9 follow it. */
const ZEROS = [
  0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66,
  0x0de6, 0x0e50, 0x0ed0, 0x0f20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90,
  0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10,
  0x1e950,
];

const OTHER_SIGNS: Readonly<Record<string, string>> = {
  "\uFF0B": "+",
  "\uFF08": "(",
  "\uFF09": ")",
  "\uFF04": "$",
  "\uFE69": "$",
  "\uFF0C": ",",
  "\uFF0E": ".",
  "\uFF0F": "/",
  "\u066B": ".",
  "\u066C": ",",
};

/**
 * Digits of other scripts as 0 to 9, and the many hyphens, brackets, pluses, points and commas as those of a keyboard. Letters stay.
 */
export function inPlainSigns(text: string): string {
  return text
    .replace(/\p{Nd}/gu, (digit) => {
      const code = digit.codePointAt(0) ?? 0;
      const zero = ZEROS.find((first) => code >= first && code < first + 10);
      return zero === undefined ? digit : String(code - zero);
    })
    .replace(/[\u2010-\u2015\u2212\uFE58\uFF0D\u30FC]/g, "-")
    .replace(/[\uFF0B\uFF08\uFF09\uFF04\uFE69\uFF0C\uFF0E\uFF0F\u066B\u066C]/g, (sign) =>
      String(OTHER_SIGNS[sign]),
    );
}

/**
 * A number as a person entered or pasted it, in the signs of a keyboard: without marks that nobody sees, odd blanks as one space, digits
 * of every script as 0 to 9, the Arabic separators as point and comma. What is no number stays none.
 */
export const tidyNumber = (submitted: string): string => inPlainSigns(tidyLine(submitted));
