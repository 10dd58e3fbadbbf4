/** Several values in one cell, "XS | S | M"; bars and backslashes inside a value are escaped by a backslash. */
export function writeList(items: readonly string[]): string {
  return items.map((item) => item.replace(/[\\|]/g, "\\$&")).join(" | ");
}

/** Reads what `writeList` or an owner wrote. */
export function readList(cell: string): string[] {
  const items = cell.match(/(?:\\[\s\S]|[^|\\])+/g) ?? [];
  return items.map((item) => item.replace(/\\([\s\S])/g, "$1").trim()).filter(Boolean);
}
