import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { inPlainSigns } from "#core/written-number.ts";
import type { ChartUnit } from "#features/body/size-advice/size-chart.ts";

const MM_PER: Readonly<Record<ChartUnit, number>> = { inches: 25.4, cm: 10 };

/** A quarter of an inch, half a centimetre: as fine as a tape is read. */
const DIFFERENCE_STEP_MM: Readonly<Record<ChartUnit, number>> = { inches: 6.35, cm: 5 };

const MAX_TEXT_LENGTH = 24;

const FRACTION_SIGNS: Readonly<Record<string, string>> = {
  "¼": " 1/4",
  "½": " 1/2",
  "¾": " 3/4",
  "⅛": " 1/8",
  "⅜": " 3/8",
  "⅝": " 5/8",
  "⅞": " 7/8",
  "⅓": " 1/3",
  "⅔": " 2/3",
};

const UNIT_NAMES: Readonly<Record<string, number>> = {
  '"': MM_PER.inches,
  in: MM_PER.inches,
  inch: MM_PER.inches,
  inches: MM_PER.inches,
  cm: MM_PER.cm,
  centimeter: MM_PER.cm,
  centimeters: MM_PER.cm,
  centimetre: MM_PER.cm,
  centimetres: MM_PER.cm,
  mm: 1,
};

const LENGTH =
  /^(\d{1,4}(?:[.,]\d{1,3})?)(?:(?:\s+|\s*-\s*)(\d{1,2})\/(\d{1,2}))?\s*([a-z]+|")?\.?$/;

const FEET = /^(\d)\s*(?:'|feet|foot|ft\.?)\s*(?:-\s*)?(.*)$/;
const METERS = /^(\d(?:[.,]\d{1,3})?)\s*(?:m|meters?|metres?)\.?$/;

const INCHES_PER_FOOT = 12;

/** Reads a length ("34 1/2", "34½", "34,5", "86 cm") into whole millimetres; a unit in the text overrides `unit`. */
export function parseLength(text: string, unit: ChartUnit): Result<number, "empty" | "unreadable"> {
  const plain = plainText(text).replace(/^(?=\d{1,2}\/)/, "0 ");
  if (plain === "") return fail("empty");
  const [, whole, over, under, unitWord] =
    plain.length > MAX_TEXT_LENGTH ? [] : (LENGTH.exec(plain) ?? []);
  if (whole === undefined) return fail("unreadable");
  const mmPer = unitWord === undefined ? MM_PER[unit] : mmPerNamed(unitWord);
  const fraction = over === undefined ? 0 : Number(over) / Number(under);
  const hasTwoFractions = over !== undefined && /[.,]/.test(whole);
  if (mmPer === undefined || hasTwoFractions || !(fraction < 1)) return fail("unreadable");
  return ok(Math.round((Number(whole.replace(",", ".")) + fraction) * mmPer));
}

/** Only the names of the table, never what every object inherits. */
const mmPerNamed = (unitWord: string): number | undefined =>
  Object.hasOwn(UNIT_NAMES, unitWord) ? UNIT_NAMES[unitWord] : undefined;

/**
 * Reads a height into whole millimetres: everything that `parseLength` reads, feet with inches ("5'7", "5 ft 7 1/2 in") and metres
 * ("1.70 m"). Twelve inches or more beside feet are refused.
 */
export function parseHeight(text: string, unit: ChartUnit): Result<number, "empty" | "unreadable"> {
  const plain = plainText(text);
  const [, meters] = METERS.exec(plain) ?? [];
  if (meters !== undefined) return ok(Math.round(Number(meters.replace(",", ".")) * 1000));
  const [, feet, rest = ""] = FEET.exec(plain) ?? [];
  if (feet === undefined) return parseLength(text, unit);
  const ofFeet = Number(feet) * INCHES_PER_FOOT * MM_PER.inches;
  if (rest === "") return ok(Math.round(ofFeet));
  if (!/^[\d\s.,/-]+(?:"|in|inch|inches)?\.?$/.test(rest)) return fail("unreadable");
  const inches = parseLength(rest, "inches");
  const isLessThanAFoot = inches.ok && inches.value < INCHES_PER_FOOT * MM_PER.inches;
  return isLessThanAFoot ? ok(Math.round(ofFeet + inches.value)) : fail("unreadable");
}

/** The text without what nobody sees: marks of direction, joiners and soft hyphens come along with pasted text. */
export function visibleText(text: string): string {
  return text.replace(/\p{Default_Ignorable_Code_Point}/gu, "").trim();
}

/** A submitted text in one spelling: visible signs, small letters, single spaces, one kind of each quote, dash and fraction. */
export function plainText(text: string): string {
  return inPlainSigns(visibleText(text).slice(0, 4 * MAX_TEXT_LENGTH))
    .replace(/[¼½¾⅛⅜⅝⅞⅓⅔]/g, (sign) => FRACTION_SIGNS[sign] ?? sign)
    .replace(/´/g, "'")
    .normalize("NFKC")
    .replace(/⁄/g, "/")
    .replace(/[‘’′`]/g, "'")
    .replace(/''|[“”″]/g, '"')
    .replace(/[‐‑‒–—]/g, "-")
    .toLowerCase()
    .trim()
    .replace(/\s+/g, " ");
}

/** Writes centimetres to a tenth ("87.6"), inches to an eighth ("34 1/2"). */
export function formatLength(mm: number, unit: ChartUnit): string {
  return unit === "cm" ? String(mm / 10) : inFractions(Math.round((mm / 25.4) * 8), 8);
}

/** Writes "34 1/2 in" or "87.6 cm". */
export function formatLengthWithUnit(mm: number, unit: ChartUnit): string {
  return `${formatLength(mm, unit)} ${unitAbbreviation(unit)}`;
}

/** Writes "3/4 in", "1.5 cm" or "less than 1/4 in"; never zero. */
export function formatLengthDifference(mm: number, unit: ChartUnit): string {
  const steps = Math.round(mm / DIFFERENCE_STEP_MM[unit]);
  const inUnit = (count: number) => (unit === "cm" ? String(count / 2) : inFractions(count, 4));
  const text = `${inUnit(Math.max(steps, 1))} ${unitAbbreviation(unit)}`;
  return steps === 0 ? `less than ${text}` : text;
}

export function unitAbbreviation(unit: ChartUnit): string {
  return unit === "cm" ? "cm" : "in";
}

function inFractions(count: number, parts: number): string {
  const whole = Math.floor(count / parts);
  let over = count % parts;
  let under = parts;
  while (over > 0 && over % 2 === 0) [over, under] = [over / 2, under / 2];
  if (over === 0) return String(whole);
  return whole === 0 ? `${over}/${under}` : `${whole} ${over}/${under}`;
}
