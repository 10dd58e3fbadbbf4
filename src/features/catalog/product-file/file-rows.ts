import { slugOf } from "#features/catalog/editing/product-slug.ts";
import type { FileColumn } from "./file-columns.ts";
import { ignorableValues } from "./file-columns.ts";
import { handleKey, slugsOf } from "./file-handle.ts";

/** Line 1 is the header. */
export type LineNote = { line: number; column: string; message: string };

/** An undefined cell has no column; "" is an empty cell. */
export type FileRow = { line: number; cells: Readonly<Record<string, string>> };

/** The rows may be anywhere in the file. */
export type FileRowGroup = {
  /** The slug in the shop; "" when the file has none. */
  handle: string;
  rows: readonly FileRow[];
  problems: readonly LineNote[];
  notes: readonly LineNote[];
};

export const cellOf = (row: FileRow, column: FileColumn): string => row.cells[column] ?? "";

/**
 * Groups rows by handle like Shopify: rows without a title add variants and images. A second title is refused. Handles
 * are compared as the file writes them, so that two products never become one; the shop's slug is a second step.
 */
export function groupRows(rows: Iterable<FileRow>): FileRowGroup[] {
  const groups = new Map<string, FileRow[]>();
  for (const row of rows) {
    const key = handleKey(cellOf(row, "Handle"));
    // A row without a handle is reported separately.
    const group = key || `\0line ${row.line}`;
    groups.set(group, [...(groups.get(group) ?? []), row]);
  }
  const slugs = slugsOf([...groups.keys()].filter((key) => !key.startsWith("\0")));
  return [...groups].map(([key, grouped]) => {
    const handle = slugs.get(key) ?? "";
    const [first] = grouped;
    const line = first?.line ?? 1;
    const problems = otherTitles(grouped);
    if (handle === "") {
      problems.push({ line, column: "Handle", message: "The handle is missing" });
    }
    const isSame = handle === "" || slugOf(key) === handle;
    const message = `Its address here is ${handle}`;
    const notes = isSame ? [] : [{ line, column: "Handle", message }];
    return { handle, rows: grouped, problems, notes };
  });
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
