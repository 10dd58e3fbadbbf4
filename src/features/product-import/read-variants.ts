import type { DraftVariant } from "#features/catalog/admin/product-form.ts";
import { combinationsOf } from "#features/catalog/admin/product-form.ts";
import type { ProductColor } from "#features/catalog/product.ts";
import { CUSTOM_SIZE, DEFAULT_SIZES } from "#features/catalog/product.ts";
import { readList } from "./cell-list.ts";
import type { FileColumn } from "./file-columns.ts";
import { OWN_COLUMNS, unreadCells } from "./file-columns.ts";
import type { FileRow, LineNote } from "./file-rows.ts";
import { cellOf } from "./file-rows.ts";
import { readSize } from "./read-cells.ts";
import { findColor, readColors } from "./read-colors.ts";
import type { FilePrices } from "./read-prices.ts";

type Stock = Pick<DraftVariant, "kind" | "stock">;

const TRACKER = "Variant Inventory Tracker";
const QUANTITY = "Variant Inventory Qty";

/** Made to order with an empty tracker, else counted. Unchanged without both columns. */
function readStock(
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

type Place = { name: FileColumn; value: FileColumn };

const PLACES: readonly Place[] = [
  { name: "Option1 Name", value: "Option1 Value" },
  { name: "Option2 Name", value: "Option2 Value" },
  { name: "Option3 Name", value: "Option3 Value" },
];

const SIZE = /^(?:sizes?|größe|talla|taille)$/i;
const COLOR = /^(?:colou?rs?|farbe|couleur)$/i;

type FileOptions = {
  size: FileColumn | null;
  color: FileColumn | null;
  variants: readonly FileRow[];
  problems: readonly LineNote[];
  notes: readonly LineNote[];
};

const isDefault = (name: string, values: ReadonlySet<string>) =>
  /^title$/i.test(name) && [...values].every((value) => /^default title$/i.test(value));

/** Another kind of option serves as size if there is none. */
function readOptions(rows: readonly FileRow[]): FileOptions {
  const notes: LineNote[] = [];
  const problems: LineNote[] = [];
  const found: Partial<Record<"size" | "color", FileColumn>> = {};
  const others: { place: Place; name: string; values: Set<string>; line: number }[] = [];
  for (const place of PLACES) {
    const named = rows.find((row) => cellOf(row, place.name).trim() !== "");
    const given = rows.filter((row) => cellOf(row, place.value).trim() !== "");
    const name = named ? cellOf(named, place.name).trim() : "";
    const values = new Set(given.map((row) => cellOf(row, place.value).trim()));
    const [first] = given;
    if (!first || isDefault(name, values)) continue;
    const kind = SIZE.test(name) ? "size" : COLOR.test(name) ? "color" : null;
    if (kind && !found[kind]) found[kind] = place.value;
    else others.push({ place, name: name || "An option", values, line: first.line });
  }
  for (const { place, name, values, line } of others) {
    const column = place.name;
    if (!found.size) {
      found.size = place.value;
      notes.push({ line, column, words: `${name} is taken as the size` });
    } else if (values.size > 1) {
      const words = `A product here comes in sizes and colors; ${name} cannot vary`;
      problems.push({ line, column, words });
    } else notes.push({ line, column, words: `${name} is left out` });
  }
  const variants = rows.filter((row) => PLACES.some(({ value }) => cellOf(row, value).trim()));
  const { size = null, color = null } = found;
  return { size, color, variants, problems, notes };
}

/** Includes size Custom. */
export type FileVariants = {
  sizes: string[];
  colors: ProductColor[];
  variants: DraftVariant[];
};

/** `null` is a new product. */
export type VariantsKnown = {
  base: FileVariants | null;
  colors: readonly ProductColor[];
  prices: FilePrices;
};

type Notes = {
  problems: LineNote[];
  notes: LineNote[];
  /** By the variant's line. */
  lineColors: Map<number, string>;
};
type Placed = { row: FileRow; size: string; color: string };

const ONE_SIZE = "One Size";
const keyOf = ({ size, color }: { size: string; color: string }) => `${size}|${color}`;

/** A product's sizes, colors and variants; null when the file has none, so that they stay. */
export function readVariants(
  rows: readonly FileRow[],
  head: FileRow | null,
  known: VariantsKnown,
  told: Notes,
): FileVariants | null {
  const [first] = rows;
  const tellsOptions = first !== undefined && "Option1 Value" in first.cells;
  const listed = head && OWN_COLUMNS.sizes in head.cells ? cellOf(head, OWN_COLUMNS.sizes) : null;
  if (!tellsOptions && listed === null) return known.base;
  const options = readOptions(rows);
  told.problems.push(...options.problems);
  told.notes.push(...options.notes);
  if (listed === null && options.variants.length === 0) return known.base ?? oneSize();
  const colors = listedColors(head, told);
  const sizes = readList(listed ?? "");
  const placed = placeRows(options, { sizes, colors, isListed: listed !== null, known, told });
  const combinations = combinationsOf({ sizes, colors });
  if (!tellsOptions) return { sizes, colors, variants: stay(combinations, known.base) };
  return { sizes, colors, variants: sell(sizes, combinations, placed, known, told) };
}

const oneSize = (): FileVariants => ({ sizes: [ONE_SIZE], colors: [], variants: [] });

function listedColors(head: FileRow | null, told: Notes): ProductColor[] {
  if (!head) return [];
  const { colors, wrong } = readColors(cellOf(head, OWN_COLUMNS.colors));
  if (wrong !== null) {
    const words = `"${wrong.slice(0, 60)}" does not begin with a hex color (e.g. #FF0000)`;
    told.problems.push({ line: head.line, column: OWN_COLUMNS.colors, words });
  }
  return colors;
}

type Lists = {
  sizes: string[];
  colors: ProductColor[];
  isListed: boolean;
  known: VariantsKnown;
  told: Notes;
};

/** Adds unlisted sizes and colors. */
function placeRows(options: FileOptions, lists: Lists): Placed[] {
  const { sizes, colors, isListed, known, told } = lists;
  const placed: Placed[] = [];
  const renamed = new Set<string>();
  for (const row of options.variants) {
    const typed = options.size ? cellOf(row, options.size) : ONE_SIZE;
    const size = isListed ? typed.trim() : readSize(typed);
    if (size === "") {
      const words = "This variant has no size";
      told.problems.push({ line: row.line, column: options.size ?? "Option1 Value", words });
      continue;
    }
    if (size !== typed.trim()) renamed.add(`${typed.trim()} as ${size}`);
    const offered = isListed && sizes.length === 0 ? DEFAULT_SIZES : sizes;
    if (!offered.includes(size)) sizes.splice(0, sizes.length, ...offered, size);
    const color = options.color ? colorOf(row, options.color, colors, known, told) : "";
    if (color === null) continue;
    told.lineColors.set(row.line, color);
    placed.push({ row, size, color });
  }
  const [first] = options.variants;
  if (first && renamed.size > 0) {
    const words = `Written as the shop writes sizes: ${[...renamed].join(", ")}`;
    told.notes.push({ line: first.line, column: "", words });
  }
  return placed;
}

function colorOf(
  row: FileRow,
  column: NonNullable<FileOptions["color"]>,
  colors: ProductColor[],
  known: VariantsKnown,
  told: Notes,
): string | null {
  const name = cellOf(row, column).trim();
  const hex = cellOf(row, OWN_COLUMNS.colorHex).trim();
  if (name === "" && hex === "") {
    told.problems.push({ line: row.line, column, words: "This variant has no color" });
    return null;
  }
  const found = findColor({ name, hex }, colors, [...(known.base?.colors ?? []), ...known.colors]);
  if (!found) {
    const words = "Please enter a valid hex color (e.g. #FF0000)";
    told.problems.push({ line: row.line, column: OWN_COLUMNS.colorHex, words });
    return null;
  }
  const { color, isGuessed } = found;
  if (isGuessed) {
    const words = `The shop does not know the color "${name}": it is shown as grey until you choose one`;
    told.notes.push({ line: row.line, column, words });
  }
  if (!colors.some((each) => each.hex.toUpperCase() === color.hex.toUpperCase()))
    colors.push(color);
  return color.hex.toUpperCase();
}

/** Custom has no stock but may have an SKU, which it keeps. */
function customPlaces(placed: readonly Placed[], base: FileVariants | null): Combination[] {
  const custom = [...placed, ...(base?.variants ?? [])].filter(({ size }) => size === CUSTOM_SIZE);
  return [...new Map(custom.map((each) => [keyOf(each), each])).values()].map(
    ({ size, color }) => ({ size, color }),
  );
}

type Combination = { size: string; color: string };

const seenOf = (base: FileVariants | null, place: Combination) =>
  base?.variants.find((each) => keyOf(each) === keyOf(place)) ?? null;

/** New variants are made to order. */
function stay(places: readonly Combination[], base: FileVariants | null): DraftVariant[] {
  return places.map(
    (place) =>
      seenOf(base, place) ?? { ...place, kind: "made_to_order", stock: 0, seen: null, sku: "" },
  );
}

/** Variants without a row are not sold. */
function sell(
  sizes: readonly string[],
  places: readonly Combination[],
  placed: readonly Placed[],
  { base, prices }: VariantsKnown,
  told: Notes,
): DraftVariant[] {
  const [first] = placed;
  const rows = new Map<string, Placed>();
  for (const each of placed) {
    const other = rows.get(keyOf(each));
    if (other) {
      const words = `${[each.size, each.color].filter(Boolean).join(", ")} stands in line ${other.row.line} too`;
      told.problems.push({ line: each.row.line, column: "Option1 Value", words });
    } else rows.set(keyOf(each), each);
  }
  const customs = sizes.includes(CUSTOM_SIZE) ? customPlaces(placed, base) : [];
  return [...places, ...customs].map((place) => {
    const said = rows.get(keyOf(place));
    const before = seenOf(base, place);
    const seen = before?.seen ?? null;
    if (!said && before && place.size === CUSTOM_SIZE) return before;
    if (!said) return { ...place, kind: "not_sold", stock: 0, seen, sku: "" };
    const { kind, stock } = readStock(said.row, before, told);
    const column = cellOf(said.row, "Variant SKU").trim();
    const sku = column || before?.sku || "";
    const isCustom = place.size === CUSTOM_SIZE;
    const sale = { kind: isCustom ? ("made_to_order" as const) : kind, stock, seen, sku };
    const fileCells = unreadCells(said.row.cells, {
      of: "variant",
      isFirst: said.row === first?.row && cellOf(said.row, "Title").trim() !== "",
    });
    return { ...place, ...sale, ...prices.ownOf(said.row, before), fileCells };
  });
}
