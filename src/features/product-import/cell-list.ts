/** Several things in one cell, "XS | S | M"; a bar or backslash inside one of them has a backslash before it. */
export function writeList(items: readonly string[]): string {
  return items.map((item) => item.replace(/[\\|]/g, "\\$&")).join(" | ");
}

/** Reads what `writeList` wrote, and what an owner typed like it. */
export function readList(cell: string): string[] {
  const items = cell.match(/(?:\\[\s\S]|[^|\\])+/g) ?? [];
  return items.map((item) => item.replace(/\\([\s\S])/g, "$1").trim()).filter(Boolean);
}
