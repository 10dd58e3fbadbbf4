import { parseMoney } from "#core/money-amount.ts";

/** Signs and codes of currencies, before or behind an amount. */
const CURRENCY =
  /^(?:[A-Z]{1,3}?\p{Sc}|\p{Sc}|[A-Z]{3}\b|R\$|Rs\.?|kr\.?|Fr\.?)|(?:\p{Sc}|[A-Z]{3}|kr\.?|zł|Kč|Ft|lei|лв\.?|руб\.?|р\.|грн\.?|TL|,-)$/u;

/** The currency that a price names, other than the shop's dollar; "" for none. */
export function foreignCurrency(cell: string): string {
  const named = CURRENCY.exec(cell.trim())?.[0] ?? "";
  return /^(?:US)?\$$|^USD$|^,-$/.test(named) ? "" : named;
}

/**
 * An amount whose thousands are grouped by one sign and whose decimals follow another: "1.250,00", "1 250", "1'250.5". One point before
 * three digits stays, and is refused: spreadsheets write a third decimal so, and the price would become a thousand times higher.
 */
function ungrouped(amount: string): string {
  const plain = amount.replace(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, "");
  const decimal = /[.,](\d{1,2})$/.exec(plain);
  const whole = decimal ? plain.slice(0, decimal.index) : plain;
  if (!/^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/.test(whole)) return plain;
  const sign = whole.replace(/\d/g, "").charAt(0);
  // One sign cannot both group and part decimals.
  if (decimal && plain.charAt(decimal.index) === sign) return plain;
  if (!decimal && /^\d+\.\d{3}$/.test(whole)) return plain;
  return whole.replaceAll(sign, "") + (decimal ? `.${decimal[1]}` : "");
}

/** Reads a price as countries write it ("1,250.00", "$49", "49,50 €", "1.250,00"); null when invalid. */
export function readPrice(cell: string): string | null {
  const trimmed = cell.normalize("NFKC").trim();
  const bare = trimmed.replace(CURRENCY, "").trim().replace(CURRENCY, "").trim();
  // More decimals than two are zeros of a spreadsheet.
  const short = bare.replace(/^(\d+\.\d{2})0+$/, "$1");
  // A comma before one or two digits is decimal.
  const decimal = ungrouped(short).replace(/^(\d+),(\d{1,2})$/, "$1.$2");
  return parseMoney(decimal) ? decimal : null;
}

/** Reads yes or no as spreadsheets write it; null for anything else. */
export function readYesNo(cell: string): boolean | null {
  if (/^(?:true|yes|y|1|wahr)$/i.test(cell.trim())) return true;
  return /^(?:false|no|n|0|falsch)$/i.test(cell.trim()) ? false : null;
}

const SIZE_NAMES: Record<string, string> = {
  "extra small": "XS",
  "x-small": "XS",
  xsmall: "XS",
  small: "S",
  medium: "M",
  large: "L",
  "extra large": "XL",
  "x-large": "XL",
  xlarge: "XL",
  "2xl": "XXL",
  "xx-large": "XXL",
  xxlarge: "XXL",
  custom: "Custom",
  "one size": "One Size",
};

/** "Medium" and "m" are M. */
export function readSize(cell: string): string {
  const raw = cell.trim();
  if (/^(?:xs|s|m|l|xl|xxl)$/i.test(raw)) return raw.toUpperCase();
  return SIZE_NAMES[raw.toLowerCase()] ?? raw;
}

const ADDED = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z$/;

/** Reads a moment to the microsecond; null for other text. */
export function readMoment(cell: string): string | null {
  const raw = cell.trim();
  return ADDED.test(raw) && !Number.isNaN(Date.parse(raw)) ? raw : null;
}
