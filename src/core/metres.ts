import { formatNumber } from "./format-number.ts";
import { tidyNumber } from "./written-number.ts";

const MM_PER_METRE = 1_000;

/** Whole millimetres of a length in metres ("3", "3.25", "3,25"); null unless from 0 with three decimals at most. */
export function parseMetres(text: string): number | null {
  const match = /^(\d{1,5})(?:[.,](\d{1,3}))?\s*m?$/.exec(tidyNumber(text));
  if (!match) return null;
  return Number(match[1]) * MM_PER_METRE + Number((match[2] ?? "").padEnd(3, "0"));
}

/** "3.25" of 3,250 mm, for a field. */
export function metresText(mm: number): string {
  return String(mm / MM_PER_METRE);
}

/** "62.5 m" of 62,500 mm. */
export function formatMetres(mm: number): string {
  return `${formatNumber(mm / MM_PER_METRE)} m`;
}
