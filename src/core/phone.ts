import { tidyLine } from "./submitted-text.ts";

/** E.164 allows 15 digits; shorter than 5 is an extension, which nobody can dial from outside. */
const DIGITS = { min: 5, max: 15 };

const EXTENSION =
  /(?:[;,]\s*)?(?:ext(?:ension|n)?|extn|x|#|int|anexo|ramal|poste|Durchwahl|DW)\s*[.:=]?\s*(\d{1,7})$/i;

/** The first digit of each script that writes numbers with its own digits. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50, 0x17e0, 0x1040, 0xff10];

/** Digits of other scripts as 0 to 9, and the many hyphens, brackets and pluses as those of a keyboard. */
function inPlainSigns(text: string): string {
  return text
    .replace(/\p{Nd}/gu, (digit) => {
      const code = digit.codePointAt(0) ?? 0;
      const zero = ZEROS.find((first) => code >= first && code < first + 10);
      return zero === undefined ? digit : String(code - zero);
    })
    .replace(/[\u2010-\u2015\u2212\uFE58\uFF0D\u30FC]/g, "-")
    .replaceAll("\uFF0B", "+")
    .replaceAll("\uFF08", "(")
    .replaceAll("\uFF09", ")");
}

/** A number as it was written, in the signs of a keyboard, and the extension behind it; "" for none. */
export type WrittenPhone = { number: string; extension: string };

/**
 * Reads a telephone number of any country by its shape: 5 to 15 digits with the signs that people put between them,
 * and an extension. Null for anything else, such as "-", "()" or a single digit.
 */
export function readWrittenPhone(submitted: string): WrittenPhone | null {
  const line = inPlainSigns(tidyLine(submitted)).replace(/^tel:\s*/i, "");
  const extension = EXTENSION.exec(line)?.[1] ?? "";
  const number = line.replace(EXTENSION, "").trim();
  if (!/^\+?[\d\s()./-]+$/.test(number)) return null;
  const count = number.replace(/\D/g, "").length;
  return count >= DIGITS.min && count <= DIGITS.max ? { number, extension } : null;
}

/** "+592 555 0100 ext. 12". */
export function writePhone({ extension, number }: WrittenPhone): string {
  return extension === "" ? number : `${number} ext. ${extension}`;
}

/** The URL that dials a number and its extension (RFC 3966). */
export function phoneUrl(phone: string): string {
  const { number, extension } = readWrittenPhone(phone) ?? { number: phone, extension: "" };
  return `tel:${number.replace(/[^+\d]/g, "")}${extension === "" ? "" : `;ext=${extension}`}`;
}

/** Why a text is no telephone number, wherever its country is not known. */
export const PHONE_MESSAGE = "Please enter a phone number, like +592 555 0100";
