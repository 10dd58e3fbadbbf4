/** "XS | S | M"; a backslash escapes bars and backslashes. */
export function writeList(items: readonly string[]): string {
  return items.map((item) => item.replace(/[\\|]/g, "\\$&")).join(" | ");
}

/** Reverses `writeList`; also reads owners' lists. */
export function readList(cell: string): string[] {
  const items = cell.match(/(?:\\[\s\S]|[^|\\])+/g) ?? [];
  return items.map((item) => item.replace(/\\([\s\S])/g, "$1").trim()).filter(Boolean);
}
