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

const PRICE_COLUMNS = [
  "Variant Price",
  "Variant Compare At Price",
] as const satisfies readonly FileColumn[];

const WHOLE = /^\D*\d+\D*$/;
const GROUPED = /^\D*[1-9]\d{0,2}(?:\.\d{3})+\D*$/;
/** "1.290" is 1,290 where points group thousands, and 1.29 with a zero of a spreadsheet where they part decimals. */
const UNSURE = /^(\D*)([1-9]\d{0,2})\.(\d{3})(\D*)$/;

const pricesOf = (row: FileRow): string[] =>
  PRICE_COLUMNS.map((column) => (row.cells[column] ?? "").trim()).filter((cell) => cell !== "");

/**
 * Whether the points in the prices of a file group thousands: it has several prices, and each is whole or has three digits behind each
 * point. One price with another number of decimals, or one that begins with 0, says that points part decimals.
 */
function pointsGroupThousands(rows: readonly FileRow[]): boolean {
  const prices = rows.flatMap(pricesOf);
  const isGrouped = prices.every((price) => GROUPED.test(price) || WHOLE.test(price));
  return isGrouped && prices.length > 1;
}

/** A row whose unsure prices are written as the rest of the file says, with a note for each, because nobody can be certain. */
function settlePoints(
  row: FileRow,
  isThousands: boolean,
): { row: FileRow; notes: readonly LineNote[] } {
  const notes: LineNote[] = [];
  const cells: Record<string, string> = { ...row.cells };
  for (const column of PRICE_COLUMNS) {
    const [cell, before = "", whole = "", rest = "", after = ""] =
      UNSURE.exec((row.cells[column] ?? "").trim()) ?? [];
    // Three decimals that are no zeros at the end are refused with the price.
    if (cell === undefined || !(isThousands || rest.endsWith("0"))) continue;
    if (isThousands) cells[column] = before + whole + rest + after;
    const amount = isThousands ? whole + rest : `${whole}.${rest.slice(0, 2)}`;
    const message = `${cell} is taken as ${amount}: please check the price`;
    notes.push({ line: row.line, column, message });
  }
  return notes.length === 0 ? { row, notes } : { row: { line: row.line, cells }, notes };
}

/**
 * Groups rows by handle like Shopify: rows without a title add variants and images. A second title is refused. Handles
 * are compared as the file writes them, so that two products never become one; the shop's slug is a second step. Whether a point in
 * a price groups thousands is decided for the whole file.
 */
export function groupRows(rows: Iterable<FileRow>): FileRowGroup[] {
  const all = [...rows];
  const isThousands = pointsGroupThousands(all);
  const groups = new Map<string, FileRow[]>();
  for (const row of all) {
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
    const settled = grouped.map((row) => settlePoints(row, isThousands));
    const notes = [
      ...(isSame ? [] : [{ line, column: "Handle", message }]),
      ...settled.flatMap((each) => each.notes),
    ];
    return { handle, rows: settled.map(({ row }) => row), problems, notes };
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
