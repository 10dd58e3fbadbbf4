/** Letters, digits and marks that are written from right to left: Hebrew to Arabic, their forms, and later scripts such as Adlam. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Marks without a glyph that give a line its direction. */
export const FROM_LEFT = "\u200e";
export const FROM_RIGHT = "\u200f";

/** Whether a text has letters that run from right to left. */
export const hasRightToLeft = (text: string): boolean =>
  RIGHT_TO_LEFT.test(text) || text.includes(FROM_RIGHT);

/** Whether a text begins from the right: its first letter decides, or a mark before it (UAX 9, P2 and P3). */
export function startsFromRight(text: string): boolean {
  const [first = ""] = /[\p{L}\u200e\u200f]/u.exec(text) ?? [];
  return first === FROM_RIGHT || RIGHT_TO_LEFT.test(first);
}

/** Lines behind an address in another script that others read: the country, and a tax number. */
const MAX_LINES_BEHIND = 2;

/**
 * Whether an address stands at the right: its name, its street and each further line that has letters begin from the right, but for the
 * country, which a post office abroad reads, and a tax number behind it.
 */
export function isAddressFromRight(lines: readonly string[]): boolean {
  const end = lines.findLastIndex(startsFromRight) + 1;
  const own = lines.slice(0, end).filter((line) => /\p{L}/u.test(line));
  return own.length > 1 && lines.length - end <= MAX_LINES_BEHIND && own.every(startsFromRight);
}
