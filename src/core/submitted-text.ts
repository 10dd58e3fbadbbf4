import { formatNumber } from "./format-number.ts";

/** Characters that change the reading direction and can disguise text. */
const directionControls = /[\u202A-\u202E\u2066-\u2069]/g;

/** Only spaces, format and control characters. */
const isBlank = (text: string) => !/[^\s\p{C}]/u.test(text);

/** A line as stored: trimmed, without control characters; "" when nothing is visible. */
export function tidyLine(submitted: string): string {
  const line = submitted
    .replace(/\p{Cs}/gu, "\uFFFD")
    .replace(directionControls, "")
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, " ")
    .trim();
  return isBlank(line) ? "" : line;
}

/** Text as stored: LF, other control characters removed; "" when nothing is visible. */
export function tidyText(submitted: string): string {
  const text = submitted
    .replace(/\p{Cs}/gu, "\uFFFD")
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .trim();
  return isBlank(text) ? "" : text;
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
