import { tidyNumber } from "./written-number.ts";

/** E.164 allows 15 digits; shorter than 5 is an extension, which nobody can dial from outside. */
const DIGITS = { min: 5, max: 15 };

const EXTENSION =
  /(?:[;,]\s*)?(?:ext(?:ension|n)?|extn|x|#|int|anexo|ramal|poste|Durchwahl|DW)\s*[.:=]?\s*(\d{1,7})$/i;

/** "+592 (0) 622 1234": the zero is dialled inside a country only, but in Italy (+39) from abroad too. */
const TRUNK_ZERO = /^(\+(?!39\b)\d{1,3})\s*\(0\)\s*/;

/** A number as it was written, in the signs of a keyboard, and the extension behind it; "" for none. */
export type WrittenPhone = { number: string; extension: string };

/**
 * Reads a telephone number of any country by its shape: 5 to 15 digits with the signs that people put between them,
 * and an extension. Null for anything else, such as "-", "()" or a single digit.
 */
export function readWrittenPhone(submitted: string): WrittenPhone | null {
  const line = tidyNumber(submitted)
    .replace(/^tel:\s*/i, "")
    .replace(TRUNK_ZERO, "$1 ");
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
