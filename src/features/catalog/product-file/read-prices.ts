import type { DraftVariant, ProductForm } from "#features/catalog/editing/product-form.ts";
import { priceProblem } from "#features/catalog/editing/product-form.ts";
import type { FileRow, LineNote } from "./file-rows.ts";
import { cellOf } from "./file-rows.ts";
import { foreignCurrency, readPrice } from "./read-cells.ts";

/** Prices as the product form writes them; "" is none. */
type PricePair = { price: string; compareAt: string };

/** The product's prices, and those of variants that differ. */
export type FilePrices = {
  base: PricePair;
  /** "" where it costs what the product costs. `before`: in the shop. */
  ownOf(row: FileRow, before: DraftVariant | null): PricePair;
};

const PRICE = "Variant Price";
const COMPARE_AT = "Variant Compare At Price";

const isSame = (one: string, other: string) =>
  (one === "") === (other === "") && Number(one) === Number(other);

/** Returns a variant's own prices, or the product's. */
export function effectivePrices(
  variant: Pick<DraftVariant, "price" | "compareAt">,
  base: PricePair,
): PricePair {
  if (!variant.price) return base;
  return { price: variant.price, compareAt: variant.compareAt ?? "" };
}

/**
 * Reads a product's prices. A new product costs its cheapest variant's price, as listings show; a known one keeps its
 * price while a variant has it. Missing columns change nothing.
 */
export function readPrices(
  rows: readonly FileRow[],
  known: ProductForm | null,
  reading: { problems: LineNote[]; notes: LineNote[] },
): FilePrices {
  const read = (row: FileRow, column: typeof PRICE | typeof COMPARE_AT): string => {
    const cell = cellOf(row, column).trim();
    const price = cell === "" ? "" : readPrice(cell);
    if (price !== null) return price;
    const message = priceProblem(cell) ?? "Price must be a number with at most two decimals";
    reading.problems.push({ line: row.line, column, message });
    return "";
  };
  const priced = new Map(
    rows
      .filter((row) => cellOf(row, PRICE).trim() !== "")
      .map((row) => [row, { price: read(row, PRICE), compareAt: read(row, COMPARE_AT) }]),
  );
  noteCurrency(rows, reading.notes);
  const hasCompareAt = rows.some((row) => COMPARE_AT in row.cells);
  const now = known && { price: known.price, compareAt: known.compareAt };
  const [first, ...others] = [...priced.values()];
  if (!first) {
    const head = rows[0]?.line ?? 1;
    if (!known) reading.problems.push({ line: head, column: PRICE, message: "Price is required" });
    return { base: now ?? { price: "0", compareAt: "" }, ownOf: (_row, before) => ownOf(before) };
  }
  const lowest = others.reduce((a, b) => (Number(b.price) < Number(a.price) ? b : a), first);
  const isStill = (pair: PricePair) =>
    now !== null &&
    isSame(pair.price, now.price) &&
    (!hasCompareAt || isSame(pair.compareAt, now.compareAt));
  const stays = [...priced.values()].some(isStill);
  const compareAt = hasCompareAt ? lowest.compareAt : (now?.compareAt ?? "");
  const base = stays && now ? now : { price: lowest.price, compareAt };
  return {
    base,
    ownOf(row, before) {
      const pair = priced.get(row);
      if (!pair) return ownOf(before);
      const earlier = before ? effectivePrices(before, now ?? base).compareAt : base.compareAt;
      const compare = hasCompareAt ? pair.compareAt : earlier;
      const isBase = isSame(pair.price, base.price) && isSame(compare, base.compareAt);
      return isBase ? { price: "", compareAt: "" } : { price: pair.price, compareAt: compare };
    },
  };
}

function noteCurrency(rows: readonly FileRow[], notes: LineNote[]): void {
  const named = rows.find((row) => foreignCurrency(cellOf(row, PRICE)) !== "");
  if (!named) return;
  const currency = foreignCurrency(cellOf(named, PRICE));
  const message = `The amount in ${currency} is taken as dollars: please check the price`;
  notes.push({ line: named.line, column: PRICE, message });
}

const ownOf = (variant: DraftVariant | null): PricePair => ({
  price: variant?.price ?? "",
  compareAt: variant?.compareAt ?? "",
});
