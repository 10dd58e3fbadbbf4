/** The parts of an inch beside the field, because a phone's number pad has no fractions. */
export const EIGHTHS = ["1/8", "1/4", "3/8", "1/2", "5/8", "3/4", "7/8"] as const;

/** The key that begins the inches of a height in feet. */
export const FEET_KEY = "'";

/** The key of half a centimeter, which is as fine as most tapes are read. */
export const HALF_KEY = ".5";

/** The longest text that keys write: feet, inches and a fraction. */
const MAX_KEYED_LENGTH = 12;
const MAX_DIGITS = 4;

const UNIT_SIGN = /\s*(?:"|″|”|in\.?|inch(?:es)?)$/i;
const FRACTION = /(?:^|[\s-]+)(\d{1,2}\/\d{0,2})$/;
const DECIMALS = /[.,]\d*$/;

const withoutUnit = (text: string) => text.trim().replace(UNIT_SIGN, "");

/** The eighth at the end of a text in inches as `EIGHTHS` writes it; "" for a text without one. */
export function eighthOf(text: string): string {
  const fraction = FRACTION.exec(withoutUnit(text))?.[1] ?? "";
  return EIGHTHS.find((eighth) => eighth === fraction) ?? "";
}

/** The text in inches with this eighth in the place of its fraction or decimals; "" leaves whole inches. */
export function withEighth(text: string, eighth: string): string {
  const whole = withoutUnit(text).replace(FRACTION, "").replace(DECIMALS, "").trim();
  if (eighth === "") return whole === "" ? "0" : whole;
  return whole === "" ? eighth : `${whole} ${eighth}`;
}

/**
 * The text after a key of the number pad. A digit is added to the whole number, before a fraction that was chosen first; a key
 * that the text cannot have leaves it as it is.
 */
export function withKey(text: string, key: string): string {
  const fraction = eighthOf(text);
  const whole = fraction === "" ? text : withEighth(text, "");
  const base = fraction !== "" && whole === "0" ? "" : whole;
  const digits = /\d*$/.exec(base)?.[0].length ?? 0;
  const isDigit = /^\d$/.test(key);
  if (isDigit ? digits >= MAX_DIGITS : !canAdd(base, key)) return text;
  const keyed = `${base}${key}`;
  const next = fraction === "" ? keyed : withEighth(keyed, fraction);
  return next.length > MAX_KEYED_LENGTH ? text : next;
}

/**
 * The same where the field shows the value that is known already: a digit begins a new value in its place, as it does in a calculator,
 * and any other key changes the known one.
 */
export function withFirstKey(known: string, key: string): string {
  return withKey(/^\d$/.test(key) ? "" : known, key);
}

function canAdd(base: string, key: string): boolean {
  if (key === FEET_KEY) return /^\d$/.test(base);
  return /^\d+$/.test(base) || (key === "." && base === "");
}

/** The text without its last sign, or without its whole fraction. */
export function withoutLast(text: string): string {
  return eighthOf(text) === ""
    ? text.trimEnd().slice(0, -1)
    : text.trim().replace(UNIT_SIGN, "").replace(FRACTION, "");
}
