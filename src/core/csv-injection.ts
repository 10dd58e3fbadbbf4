/** What spreadsheet programs take for the start of a formula; behind apostrophes it is text that begins with an apostrophe. */
const DANGEROUS = /^'*[=+\-@\t\r\n]/;
const GUARDED = /^'+[=+\-@\t\r\n]/;

/**
 * A cell as it may stand in a file that is opened in a spreadsheet program: text that could run there as a formula gets a leading
 * apostrophe (OWASP, CSV injection). Undone exactly by `unescapeFormula`.
 */
export function escapeFormula(text: string): string {
  return DANGEROUS.test(text) ? `'${text}` : text;
}

/** What a cell says without its guard. */
export function unescapeFormula(cell: string): string {
  return GUARDED.test(cell) ? cell.slice(1) : cell;
}

/** A row of a CSV file (RFC 4180) with its line end; every cell guarded, quoted only where it must be. */
export function csvLine(cells: readonly string[]): string {
  const written = cells.map((cell) => {
    const text = escapeFormula(cell);
    return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${written.join(",")}\r\n`;
}

/** First in a CSV file, so that spreadsheet programs read its letters as UTF-8. */
export const CSV_BOM = "\uFEFF";
