import type { DraftVariant } from "#features/catalog/editing/product-form.ts";
import {
  combinationsOf,
  MAX_COLOR_NAME_LENGTH,
  MAX_SIZE_LENGTH,
  MAX_STOCK,
} from "#features/catalog/editing/product-form.ts";
import type { ProductColor } from "#features/catalog/products/product.ts";
import { CUSTOM_SIZE, DEFAULT_SIZES, ONE_SIZE } from "#features/catalog/products/product.ts";
import { readList } from "./cell-list.ts";
import type { FileColumn } from "./file-columns.ts";
import { OWN_COLUMNS, unreadCells } from "./file-columns.ts";
import type { FileRow, LineNote } from "./file-rows.ts";
import { cellOf } from "./file-rows.ts";
import { kindOfName, kindOfValues } from "./option-names.ts";
import { readSize } from "./read-cells.ts";
import { findColor, isNamedColor, readColors } from "./read-colors.ts";
import type { FilePrices } from "./read-prices.ts";

type Stock = Pick<DraftVariant, "kind" | "stock">;

const TRACKER = "Variant Inventory Tracker";
const QUANTITY = "Variant Inventory Qty";

/** A variant is made to order with an empty tracker, else counted. Without both columns it is unchanged. */
function readStock(
  row: FileRow,
  before: DraftVariant | null,
  report: { problems: LineNote[]; notes: LineNote[] },
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
    const message = "Stock is a whole number of pieces";
    report.problems.push({ line: row.line, column: QUANTITY, message });
  }
  const stock = Math.trunc(Number(quantity)) || 0;
  if (stock < 0) {
    const message = `${quantity} pieces are none: the stock becomes 0`;
    report.notes.push({ line: row.line, column: QUANTITY, message });
  }
  if (stock > MAX_STOCK) {
    const message = `The shop counts up to ${MAX_STOCK} pieces of a size`;
    report.notes.push({ line: row.line, column: QUANTITY, message });
  }
  return { kind: "counted", stock: Math.min(MAX_STOCK, Math.max(0, stock)) };
}

type Position = { name: FileColumn; value: FileColumn };

const PLACES: readonly Position[] = [
  { name: "Option1 Name", value: "Option1 Value" },
  { name: "Option2 Name", value: "Option2 Value" },
  { name: "Option3 Name", value: "Option3 Value" },
];

type FileOptions = {
  /** The columns of which a size is made; several where more than size and color vary. */
  size: readonly FileColumn[];
  color: FileColumn | null;
  variants: readonly FileRow[];
  notes: readonly LineNote[];
};

const isDefault = (name: string, values: ReadonlySet<string>) =>
  /^title$/i.test(name) && [...values].every((value) => /^default title$/i.test(value));

type FileOption = { position: Position; name: string; values: ReadonlySet<string>; line: number };

/** Null when the file does not use the option. */
function readOption(rows: readonly FileRow[], position: Position): FileOption | null {
  const named = rows.find((row) => cellOf(row, position.name).trim() !== "");
  const given = rows.filter((row) => cellOf(row, position.value).trim() !== "");
  const name = named ? cellOf(named, position.name).trim() : "";
  const values = new Set(given.map((row) => cellOf(row, position.value).trim()));
  const [first] = given;
  return first && !isDefault(name, values) ? { position, name, values, line: first.line } : null;
}

/**
 * A product here comes in sizes and colors. An option is one of them by its name, else by its values; the first other
 * one serves as missing size, and what varies beside it becomes a part of the size, as "M / Cotton".
 */
function readOptions(rows: readonly FileRow[]): FileOptions {
  const notes: LineNote[] = [];
  let options = PLACES.flatMap((position) => readOption(rows, position) ?? []);
  const pick = (
    kindOf: (option: FileOption) => "size" | "color" | null,
    kind: "size" | "color",
  ) => {
    const found = options.find((option) => kindOf(option) === kind);
    options = options.filter((option) => option !== found);
    return found;
  };
  const byName = ({ name }: FileOption) => kindOfName(name);
  const byValues = ({ values }: FileOption) => kindOfValues(values, isNamedColor);
  const noted = (option: FileOption | undefined, kind: string) => {
    if (!option) return undefined;
    const message = `${option.name || "An option"} is taken as the ${kind}`;
    notes.push({ line: option.line, column: option.position.name, message });
    return option;
  };
  const namedSize = pick(byName, "size");
  const namedColor = pick(byName, "color");
  const sizeByValues = namedSize ?? noted(pick(byValues, "size"), "size");
  const color = namedColor ?? noted(pick(byValues, "color"), "color");
  const size = sizeByValues ?? noted(options.shift(), "size");
  const sizes = size ? [size.position.value] : [];
  for (const { position, name, values, line } of options) {
    const column = position.name;
    const label = name || "An option";
    if (values.size > 1) {
      sizes.push(position.value);
      notes.push({ line, column, message: `${label} is a part of the size here` });
    } else notes.push({ line, column, message: `${label} is left out` });
  }
  const variants = rows.filter((row) => PLACES.some(({ value }) => cellOf(row, value).trim()));
  return { size: sizes, color: color?.position.value ?? null, variants, notes };
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
  /** The colors are keyed by the variant's line. */
  lineColors: Map<number, string>;
};
type Placed = { row: FileRow; size: string; color: string };

const keyOf = ({ size, color }: { size: string; color: string }) => `${size}|${color}`;

/** A product's sizes, colors and variants; null when the file has none: they stay. */
export function readVariants(
  rows: readonly FileRow[],
  head: FileRow | null,
  known: VariantsKnown,
  report: Notes,
): FileVariants | null {
  const [first] = rows;
  const tellsOptions = first !== undefined && "Option1 Value" in first.cells;
  const listed = head && OWN_COLUMNS.sizes in head.cells ? cellOf(head, OWN_COLUMNS.sizes) : null;
  const options = readOptions(rows);
  report.notes.push(...options.notes);
  const offer = { colors: listedColors(head, report), sizes: readList(listed ?? "") };
  const offered = listed === null ? (known.base ?? oneSize()) : offer;
  const alone = sellAlone(rows, { ...offered, options }, known, report);
  if (alone) return alone;
  if (!tellsOptions && listed === null) return known.base;
  if (listed === null && options.variants.length === 0) return known.base ?? oneSize();
  const { colors, sizes } = offer;
  const placed = groupRows(options, {
    sizes,
    colors,
    isListed: listed !== null,
    known,
    report,
  });
  const combinations = combinationsOf({ sizes, colors });
  if (!tellsOptions) return { sizes, colors, variants: stay(combinations, known.base) };
  return { sizes, colors, variants: sell(sizes, combinations, placed, known, report) };
}

const oneSize = (): FileVariants => ({ sizes: [ONE_SIZE], colors: [], variants: [] });

const SALE_COLUMNS = ["Variant SKU", TRACKER, QUANTITY] as const satisfies readonly FileColumn[];

/** Whether a row says something of the variant that it sells, beside the price. */
const saysSale = (row: FileRow): boolean =>
  SALE_COLUMNS.some((column) => cellOf(row, column).trim() !== "");

/**
 * Rows that name no option are the sale of a product that comes in one size and at most one color. Null for any other product, where a
 * note says what is left out.
 */
function sellAlone(
  rows: readonly FileRow[],
  offered: { sizes: string[]; colors: ProductColor[]; options: FileOptions },
  known: VariantsKnown,
  report: Notes,
): FileVariants | null {
  const { colors, options, sizes } = offered;
  const unnamed = rows.filter((row) => !options.variants.includes(row) && saysSale(row));
  const combinations = combinationsOf({ sizes, colors });
  const [sole] = combinations;
  if (options.variants.length > 0 || combinations.length > 1 || !sole) {
    noteUnnamed(unnamed, report);
    return null;
  }
  if (unnamed.length === 0) return null;
  const placed = unnamed.map((row) => ({ row, ...sole }));
  for (const { line } of unnamed) report.lineColors.set(line, sole.color);
  return { sizes, colors, variants: sell(sizes, combinations, placed, known, report) };
}

/** Nobody can say which size such a row means. */
function noteUnnamed(rows: readonly FileRow[], report: Notes): void {
  for (const row of rows) {
    const sku = cellOf(row, "Variant SKU").trim();
    if (sku === "") continue;
    const message = `This row names no size: its SKU ${sku} is left out`;
    report.notes.push({ line: row.line, column: "Variant SKU", message });
  }
}

function listedColors(head: FileRow | null, report: Notes): ProductColor[] {
  if (!head) return [];
  const { colors, wrong } = readColors(cellOf(head, OWN_COLUMNS.colors));
  if (wrong !== null) {
    const message = `"${wrong.slice(0, 60)}" does not begin with a hex color (e.g. #FF0000)`;
    report.problems.push({ line: head.line, column: OWN_COLUMNS.colors, message });
  }
  return colors;
}

type Lists = {
  sizes: string[];
  colors: ProductColor[];
  isListed: boolean;
  known: VariantsKnown;
  report: Notes;
};

/** A variant's size as the shop and as the file writes it; null, with a problem, without one. */
function sizeOf(
  row: FileRow,
  columns: FileOptions["size"],
  isListed: boolean,
  report: Notes,
): { size: string; raw: string } | null {
  const parts = columns.map((column) => cellOf(row, column).trim()).filter(Boolean);
  const raw = columns.length === 0 ? ONE_SIZE : parts.join(" / ");
  const size = isListed ? raw : parts.map(readSize).join(" / ") || raw;
  if (size !== "") return { size: size.slice(0, MAX_SIZE_LENGTH).trim(), raw };
  const message = "This variant has no size";
  report.problems.push({ line: row.line, column: columns[0] ?? "Option1 Value", message });
  return null;
}

/** Two sizes of a file that the shop writes alike, such as 2XL and XXL, or long ones, stay two. */
function distinctSize(size: string, raw: string, known: Map<string, string>): string {
  const isOther = (each: string) => known.has(each) && known.get(each) !== raw;
  let distinct = isOther(size) ? raw.slice(0, MAX_SIZE_LENGTH).trim() : size;
  for (let count = 2; isOther(distinct); count += 1) {
    distinct = `${size.slice(0, MAX_SIZE_LENGTH - 4)} ${count}`;
  }
  known.set(distinct, raw);
  return distinct;
}

/** A product whose list of sizes is empty has the default ones. */
function addSize({ isListed, sizes }: Lists, size: string): void {
  const offered = isListed && sizes.length === 0 ? DEFAULT_SIZES : sizes;
  if (!offered.includes(size)) sizes.splice(0, sizes.length, ...offered, size);
}

/** Adds unlisted sizes and colors. */
function groupRows(options: FileOptions, lists: Lists): Placed[] {
  const { colors, isListed, known, report } = lists;
  const placed: Placed[] = [];
  const renamed = new Set<string>();
  const names = new Map<string, string>();
  for (const row of options.variants) {
    const written = sizeOf(row, options.size, isListed, report);
    if (!written) continue;
    const { raw } = written;
    const size = distinctSize(written.size, raw, names);
    if (size !== raw) renamed.add(`${raw} as ${size}`);
    addSize(lists, size);
    const color = options.color ? colorOf(row, options.color, colors, known, report) : "";
    if (color === null) continue;
    report.lineColors.set(row.line, color);
    placed.push({ row, size, color });
  }
  const [first] = options.variants;
  if (first && renamed.size > 0) {
    const message = `Written as the shop writes sizes: ${[...renamed].join(", ")}`;
    report.notes.push({ line: first.line, column: "", message });
  }
  return placed;
}

function colorOf(
  row: FileRow,
  column: NonNullable<FileOptions["color"]>,
  colors: ProductColor[],
  known: VariantsKnown,
  report: Notes,
): string | null {
  const name = cellOf(row, column).trim().slice(0, MAX_COLOR_NAME_LENGTH);
  const hex = cellOf(row, OWN_COLUMNS.colorHex).trim();
  if (name === "" && hex === "") {
    report.problems.push({ line: row.line, column, message: "This variant has no color" });
    return null;
  }
  const found = findColor({ name, hex }, colors, [...(known.base?.colors ?? []), ...known.colors]);
  if (!found) {
    const message = "Please enter a valid hex color (e.g. #FF0000)";
    report.problems.push({ line: row.line, column: OWN_COLUMNS.colorHex, message });
    return null;
  }
  const { color, isGuessed } = found;
  if (isGuessed) {
    const message = `The shop does not know the color "${name}": it is shown as grey until you choose one`;
    report.notes.push({ line: row.line, column, message });
  }
  if (!colors.some((each) => each.hex.toUpperCase() === color.hex.toUpperCase()))
    colors.push(color);
  return color.hex.toUpperCase();
}

/** Custom has no stock but keeps its SKU. */
function customPlaces(placed: readonly Placed[], base: FileVariants | null): Combination[] {
  const custom = [...placed, ...(base?.variants ?? [])].filter(({ size }) => size === CUSTOM_SIZE);
  return [...new Map(custom.map((each) => [keyOf(each), each])).values()].map(
    ({ size, color }) => ({ size, color }),
  );
}

type Combination = { size: string; color: string };

const knownStockOf = (base: FileVariants | null, combination: Combination) =>
  base?.variants.find((each) => keyOf(each) === keyOf(combination)) ?? null;

/** New variants are made to order. */
function stay(places: readonly Combination[], base: FileVariants | null): DraftVariant[] {
  return places.map(
    (combination) =>
      knownStockOf(base, combination) ?? {
        ...combination,
        kind: "made_to_order",
        stock: 0,
        knownStock: null,
        sku: "",
      },
  );
}

/** Variants without a row are not sold. */
function sell(
  sizes: readonly string[],
  places: readonly Combination[],
  placed: readonly Placed[],
  { base, prices }: VariantsKnown,
  report: Notes,
): DraftVariant[] {
  const [first] = placed;
  const rows = new Map<string, Placed>();
  for (const each of placed) {
    const other = rows.get(keyOf(each));
    if (other) {
      const message = `${[each.size, each.color].filter(Boolean).join(", ")} stands in line ${other.row.line} too: that line counts`;
      report.notes.push({ line: each.row.line, column: "Option1 Value", message });
    } else rows.set(keyOf(each), each);
  }
  const customs = sizes.includes(CUSTOM_SIZE) ? customPlaces(placed, base) : [];
  return [...places, ...customs].map((combination) => {
    const said = rows.get(keyOf(combination));
    const before = knownStockOf(base, combination);
    const knownStock = before?.knownStock ?? null;
    if (!said && before && combination.size === CUSTOM_SIZE) return before;
    if (!said) return { ...combination, kind: "not_sold", stock: 0, knownStock, sku: "" };
    const { kind, stock } = readStock(said.row, before, report);
    const column = cellOf(said.row, "Variant SKU").trim();
    const sku = column || before?.sku || "";
    const isCustom = combination.size === CUSTOM_SIZE;
    const sale = {
      kind: isCustom ? ("made_to_order" as const) : kind,
      stock,
      knownStock,
      sku,
    };
    const fileCells = unreadCells(said.row.cells, {
      of: "variant",
      isFirst: said.row === first?.row && cellOf(said.row, "Title").trim() !== "",
    });
    return { ...combination, ...sale, ...prices.ownOf(said.row, before), fileCells };
  });
}
