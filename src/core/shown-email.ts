import { isDeletedEmail } from "./email.ts";

/** What people read instead of the email of a deleted customer. */
const DELETED_CUSTOMER = "Deleted customer";

// The numbers of Punycode (RFC 3492, 5).
const BASE = 36;
const THRESHOLD = { least: 1, most: 26 };
const SKEW = 38;
const DAMP = 700;
const FIRST_BIAS = 72;
const FIRST_CODE = 0x80;
const LAST_CODE = 0x10ffff;

const thresholdOf = (position: number, bias: number) =>
  Math.min(Math.max(position - bias, THRESHOLD.least), THRESHOLD.most);

/** RFC 3492, 6.1. */
function nextBias(step: number, { length, isFirst }: { length: number; isFirst: boolean }): number {
  let rest = Math.floor(isFirst ? step / DAMP : step / 2);
  rest += Math.floor(rest / length);
  let position = 0;
  while (rest > ((BASE - THRESHOLD.least) * THRESHOLD.most) / 2) {
    rest = Math.floor(rest / (BASE - THRESHOLD.least));
    position += BASE;
  }
  return position + Math.floor(((BASE - THRESHOLD.least + 1) * rest) / (rest + SKEW));
}

/** A whole number from the beginning of the digits, and the digits after it (RFC 3492, 3.3); null when they end within it. */
function readNumber(digits: string, bias: number): { value: number; rest: string } | null {
  let value = 0;
  let weight = 1;
  for (let read = 0; read < digits.length; read += 1) {
    const digit = Number.parseInt(digits[read] ?? "", BASE);
    // Punycode counts a to z before 0 to 9.
    const amount = digit < 10 ? digit + 26 : digit - 10;
    value += amount * weight;
    const threshold = thresholdOf((read + 1) * BASE, bias);
    if (amount < threshold) return { value, rest: digits.slice(read + 1) };
    weight *= BASE - threshold;
  }
  return null;
}

/** The letters of a label behind "xn--" (RFC 3492, 6.2); null when it has none. */
function decodeLabel(encoded: string): string | null {
  const hyphen = encoded.lastIndexOf("-");
  const letters = [...encoded.slice(0, Math.max(hyphen, 0))];
  let digits = encoded.slice(hyphen + 1);
  let code = FIRST_CODE;
  let bias = FIRST_BIAS;
  let index = 0;
  while (digits !== "") {
    const number = readNumber(digits, bias);
    if (number === null) return null;
    const length = letters.length + 1;
    bias = nextBias(number.value, { length, isFirst: code === FIRST_CODE && index === 0 });
    code += Math.floor((index + number.value) / length);
    index = (index + number.value) % length;
    if (code > LAST_CODE) return null;
    letters.splice(index, 0, String.fromCodePoint(code));
    index += 1;
    digits = number.rest;
  }
  return letters.join("");
}

/** Scripts whose letters look alike. */
const ALIKE = [/\p{sc=Latin}/u, /\p{sc=Cyrillic}/u, /\p{sc=Greek}/u, /\p{sc=Armenian}/u];

function readLabel(label: string): string {
  const decoded = label.startsWith("xn--") ? decodeLabel(label.slice(4)) : null;
  if (decoded === null || ALIKE.filter((script) => script.test(decoded)).length > 1) return label;
  return decoded;
}

/** A stored domain in its letters. One that mixes scripts to look like another, or that has no such letters, stays as it is stored. */
function domainInLetters(domain: string): string {
  if (!domain.includes("xn--")) return domain;
  const read = domain.split(".").map(readLabel).join(".");
  const url = `http://${read}`;
  return URL.canParse(url) && new URL(url).hostname === domain ? read : domain;
}

/**
 * A stored email as people read it: info@xn--e1afmkfd.xn--p1ai is info@пример.рф (ADR 0115). Mails and lookups use the stored spelling;
 * `readEmail` makes it of both.
 */
export function shownEmail(stored: string): string {
  if (isDeletedEmail(stored)) return DELETED_CUSTOMER;
  const at = stored.lastIndexOf("@");
  return stored.slice(0, at + 1) + domainInLetters(stored.slice(at + 1));
}
