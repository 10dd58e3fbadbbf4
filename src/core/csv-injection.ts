/** Starts a formula in a spreadsheet program, also after apostrophes. */
const DANGEROUS = /^'*[=+\-@\t\r\n]/;
const GUARDED = /^'+[=+\-@\t\r\n]/;

/**
 * Prefixes text that a spreadsheet would run as a formula with an apostrophe (OWASP, CSV injection).
 * `unescapeFormula` reverses it.
 */
export function escapeFormula(text: string): string {
  return DANGEROUS.test(text) ? `'${text}` : text;
}

export function unescapeFormula(cell: string): string {
  return GUARDED.test(cell) ? cell.slice(1) : cell;
}

/** Writes one line with its end (RFC 4180); cells are escaped, and quoted where needed. */
export function csvLine(cells: readonly string[]): string {
  const written = cells.map((cell) => {
    const text = escapeFormula(cell);
    return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${written.join(",")}\r\n`;
}

/** Makes spreadsheet programs read the file as UTF-8. */
export const CSV_BOM = "\uFEFF";
