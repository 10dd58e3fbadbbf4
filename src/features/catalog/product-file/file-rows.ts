import { slugOf } from "#features/catalog/editing/product-slug.ts";
import type { FileColumn } from "./file-columns.ts";
import { ignorableValues } from "./file-columns.ts";

/** Line 1 is the header. */
export type LineNote = { line: number; column: string; message: string };

/** An undefined cell has no column; "" is an empty cell. */
export type FileRow = { line: number; cells: Readonly<Record<string, string>> };

/** The rows may be anywhere in the file. */
export type FileRowGroup = {
  /** "" when invalid. */
  handle: string;
  rows: readonly FileRow[];
  problems: readonly LineNote[];
};

export const cellOf = (row: FileRow, column: FileColumn): string => row.cells[column] ?? "";

/** Groups rows by handle like Shopify: rows without a title add variants and images. A second title is refused. */
export function groupRows(rows: Iterable<FileRow>): FileRowGroup[] {
  const groups = new Map<string, { handle: string; rows: FileRow[]; problems: LineNote[] }>();
  for (const row of rows) {
    const raw = cellOf(row, "Handle").trim();
    const handle = slugOf(raw);
    // A row with an invalid handle is reported separately.
    const key = handle || `line ${row.line}`;
    const group = groups.get(key) ?? { handle, rows: [], problems: [] };
    groups.set(key, group);
    group.rows.push(row);
    if (handle === "") {
      const message = raw ? "A handle is made of letters and digits" : "The handle is missing";
      group.problems.push({ line: row.line, column: "Handle", message });
    }
  }
  for (const group of groups.values()) group.problems.push(...otherTitles(group.rows));
  return [...groups.values()];
}

function otherTitles(rows: readonly FileRow[]): LineNote[] {
  const titled = rows.filter((row) => cellOf(row, "Title").trim() !== "");
  const [first] = titled;
  if (!first) return [];
  const title = cellOf(first, "Title").trim();
  return titled
    .filter((row) => cellOf(row, "Title").trim() !== title)
    .map(({ line }) => {
      const message = `This handle stands for "${title.slice(0, 80)}" in line ${first.line}`;
      return { line, column: "Title", message };
    });
}

/** Describes columns that are only stored for export, in a sentence each. */
export function unreadColumns(names: readonly string[], groups: readonly FileRowGroup[]): string[] {
  return [...new Set(names)].flatMap((name) => {
    const retained = name === "" ? null : ignorableValues(name);
    if (retained === null) return [];
    const stored = groups.filter(({ rows }) =>
      rows.some(({ cells }) => !retained.test((cells[name] ?? "").trim())),
    );
    if (stored.length === 0) return [];
    const products = stored.length === 1 ? "1 product" : `${stored.length} products`;
    return [
      `${name.slice(0, 80)}: the shop does not use it, and stores it for your next export (${products}).`,
    ];
  });
}
