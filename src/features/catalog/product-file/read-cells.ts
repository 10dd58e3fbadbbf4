import { parseMoney } from "#core/money-amount.ts";

/** Reads a price in the form's format ("1,250.00", "$49", "49,50"); null when invalid. */
export function readPrice(cell: string): string | null {
  const bare = cell.trim().replace(/^(?:US)?\$\s?/, "");
  const grouped = /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/.test(bare) ? bare.replaceAll(",", "") : bare;
  // A comma before one or two digits is decimal.
  const decimal = grouped.replace(/^(\d+),(\d{1,2})$/, "$1.$2").replace(/^(\d+\.\d{2})0+$/, "$1");
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
