import type { DraftVariant } from "#features/catalog/admin/product-form.ts";
import type { FileRow, LineNote } from "./file-rows.ts";
import { cellOf } from "./file-rows.ts";

type Stock = Pick<DraftVariant, "kind" | "stock">;

const TRACKER = "Variant Inventory Tracker";
const QUANTITY = "Variant Inventory Qty";

/** How a variant's row says it is sold: an empty tracker is made to order, else the pieces are counted. A file without both changes nothing. */
export function readStock(
  row: FileRow,
  before: DraftVariant | null,
  told: { problems: LineNote[]; notes: LineNote[] },
): Stock {
  const isTracked = TRACKER in row.cells;
  const quantity = cellOf(row, QUANTITY).trim();
  if (!isTracked && !(QUANTITY in row.cells)) {
    const isSold = before !== null && before.kind !== "not_sold";
    return isSold ? before : { kind: "made_to_order", stock: 0 };
  }
  const isCounted = isTracked ? cellOf(row, TRACKER).trim() !== "" : quantity !== "";
  if (!isCounted) return { kind: "made_to_order", stock: 0 };
  if (!/^-?\d{0,9}(?:\.0+)?$/.test(quantity)) {
    const words = "Stock is a whole number of pieces";
    told.problems.push({ line: row.line, column: QUANTITY, words });
  }
  const stock = Math.trunc(Number(quantity)) || 0;
  if (stock < 0) {
    const words = `${quantity} pieces are none: the stock becomes 0`;
    told.notes.push({ line: row.line, column: QUANTITY, words });
  }
  return { kind: "counted", stock: Math.max(0, stock) };
}
