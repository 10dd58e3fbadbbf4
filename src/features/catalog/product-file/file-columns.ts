import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";

/** The columns are in the order of Shopify's sample (ADR 0015). */
const SHOPIFY_COLUMNS = [
  "Handle",
  "Title",
  "Body (HTML)",
  "Vendor",
  "Type",
  "Tags",
  "Published",
  "Option1 Name",
  "Option1 Value",
  "Option2 Name",
  "Option2 Value",
  "Option3 Name",
  "Option3 Value",
  "Variant SKU",
  "Variant Grams",
  "Variant Inventory Tracker",
  "Variant Inventory Qty",
  "Variant Inventory Policy",
  "Variant Fulfillment Service",
  "Variant Price",
  "Variant Compare At Price",
  "Variant Requires Shipping",
  "Variant Taxable",
  "Variant Barcode",
  "Image Src",
  "Image Position",
  "Image Alt Text",
  "Gift Card",
  "SEO Title",
  "SEO Description",
  "Google Shopping / Google Product Category",
  "Google Shopping / Gender",
  "Google Shopping / Age Group",
  "Google Shopping / MPN",
  "Google Shopping / AdWords Grouping",
  "Google Shopping / AdWords Labels",
  "Google Shopping / Condition",
  "Google Shopping / Custom Product",
  "Google Shopping / Custom Label 0",
  "Google Shopping / Custom Label 1",
  "Google Shopping / Custom Label 2",
  "Google Shopping / Custom Label 3",
  "Google Shopping / Custom Label 4",
  "Variant Image",
  "Variant Weight Unit",
  "Variant Tax Code",
  "Status",
] as const;

/** Fields that Shopify lacks, named like its metafields. */
export const OWN_COLUMNS = {
  garmentType: "Garment Type (product.metafields.atelier.garment_type)",
  category: "Category (product.metafields.atelier.category)",
  featured: "Featured (product.metafields.atelier.featured)",
  materials: "Materials (product.metafields.atelier.materials)",
  care: "Care (product.metafields.atelier.care)",
  sizes: "Sizes (product.metafields.atelier.sizes)",
  colors: "Colors (product.metafields.atelier.colors)",
  added: "Added (product.metafields.atelier.added)",
  colorHex: "Color Hex (variant.metafields.atelier.color_hex)",
  imageColor: "Image Color (product.metafields.atelier.image_color)",
} as const;

export type FileColumn =
  | (typeof SHOPIFY_COLUMNS)[number]
  | (typeof OWN_COLUMNS)[keyof typeof OWN_COLUMNS];

/** An export writes them in this order. */
export const FILE_COLUMNS: readonly FileColumn[] = [
  ...SHOPIFY_COLUMNS,
  ...Object.values(OWN_COLUMNS),
];

/** Columns that are stored for the next export, with Shopify's constant values. */
const SILENT: Partial<Record<FileColumn, RegExp>> = {
  "Variant Grams": /^0?$/,
  "Variant Inventory Policy": /^(deny)?$/i,
  "Variant Fulfillment Service": /^(manual)?$/i,
  "Variant Requires Shipping": /^(true)?$/i,
  "Variant Taxable": /^(true)?$/i,
  "Variant Barcode": /^$/,
  "Gift Card": /^(false)?$/i,
  "SEO Title": /^$/,
  "SEO Description": /^$/,
  "Google Shopping / Google Product Category": /^$/,
  "Google Shopping / Age Group": /^(adult)?$/i,
  "Google Shopping / MPN": /^$/,
  "Google Shopping / AdWords Grouping": /^$/,
  "Google Shopping / AdWords Labels": /^$/,
  "Google Shopping / Condition": /^(new)?$/i,
  "Google Shopping / Custom Product": /^(true|false)?$/i,
  "Google Shopping / Custom Label 0": /^$/,
  "Google Shopping / Custom Label 1": /^$/,
  "Google Shopping / Custom Label 2": /^$/,
  "Google Shopping / Custom Label 3": /^$/,
  "Google Shopping / Custom Label 4": /^$/,
  "Variant Weight Unit": /^(kg|g|lb|oz)?$/i,
  "Variant Tax Code": /^$/,
};

/** The values that are exported unless a file differed. */
export const VARIANT_DEFAULTS: Partial<Record<FileColumn, string>> = {
  "Variant Inventory Policy": "deny",
  "Variant Fulfillment Service": "manual",
  "Variant Requires Shipping": "TRUE",
  "Variant Taxable": "TRUE",
};

/** The words before the key are translated, the key never is (Shopify, since 2024). */
const TARGET_GENDER = /\(product\.metafields\.shopify\.target-gender\)/i;

/** Who a product is for, in Shopify's own column; it is read, and stored for the next export. */
export function targetGender(cells: Readonly<Record<string, string>>): string {
  const column = Object.keys(cells).find((name) => TARGET_GENDER.test(name)) ?? "";
  return (cells[column] ?? "").trim();
}

/** Values that need no note; null for a field of the shop. */
export function ignorableValues(column: string): RegExp | null {
  if (TARGET_GENDER.test(column)) return /[\s\S]*/;
  const known = byName.get(plain(column));
  return known ? (SILENT[known] ?? null) : /^$/;
}

const isVariantColumn = (column: string) =>
  /^Variant /.test(column) && byName.has(plain(column)) && column !== "Variant Image";

/** Lists a row's unknown cells, for the next export: those of a variant, or of the product (first row, other columns). */
export function unreadCells(
  cells: Readonly<Record<string, string>>,
  { of, isFirst }: { of: "product" | "variant"; isFirst: boolean },
): Record<string, string> {
  const stored = Object.entries(cells).filter(([column, cell]) => {
    const value = cell.trim();
    if (value === "" || column === "" || ignorableValues(column) === null) return false;
    if (column === "Gift Card" || value === VARIANT_DEFAULTS[column as FileColumn]) return false;
    // Unknown columns are the product's in the first row, else the variant's.
    const belongsToVariant = isVariantColumn(column) || !isFirst;
    return belongsToVariant === (of === "variant");
  });
  return Object.fromEntries(stored);
}

/** Owners rename headers: case and text before a field's key are ignored. */
function plain(name: string): string {
  const key = /\((product|variant)\.metafields\.atelier\.(\w+)\)/i.exec(name);
  return (key ? `${key[1]}.${key[2]}` : name.trim().replace(/\s+/g, " ")).toLowerCase();
}

const byName = new Map<string, FileColumn>(FILE_COLUMNS.map((column) => [plain(column), column]));

/** The names of Shopify's columns in its template of 2025, which calls the handle "URL handle". */
const RENAMED: Readonly<Record<string, FileColumn>> = {
  "url handle": "Handle",
  description: "Body (HTML)",
  "published on online store": "Published",
  sku: "Variant SKU",
  barcode: "Variant Barcode",
  price: "Variant Price",
  "compare-at price": "Variant Compare At Price",
  "charge tax": "Variant Taxable",
  "tax code": "Variant Tax Code",
  "inventory tracker": "Variant Inventory Tracker",
  "inventory quantity": "Variant Inventory Qty",
  "continue selling when out of stock": "Variant Inventory Policy",
  "weight value (grams)": "Variant Grams",
  "weight unit for display": "Variant Weight Unit",
  "requires shipping": "Variant Requires Shipping",
  "fulfillment service": "Variant Fulfillment Service",
  "product image url": "Image Src",
  "variant image url": "Variant Image",
  "google shopping / manufacturer part number (mpn)": "Google Shopping / MPN",
  "google shopping / ad group name": "Google Shopping / AdWords Grouping",
  "google shopping / ads labels": "Google Shopping / AdWords Labels",
};

/** Known columns get the shop's spelling. */
export function parseHeader(cells: readonly string[]): Result<string[], string> {
  const isRenamed = cells.some((cell) => plain(cell) === "url handle");
  const names = cells.map((cell) => {
    const name = plain(cell);
    return byName.get(name) ?? (isRenamed ? RENAMED[name] : undefined) ?? cell.trim();
  });
  if (!names.includes("Handle")) {
    const headers = names.filter(Boolean).slice(0, 4).join(", ");
    const has = headers ? `It begins with: ${headers.slice(0, 120)}` : "Its first line is empty";
    return fail(`The first line must name the columns, and one of them must be Handle. ${has}.`);
  }
  const known = names.filter((name) => byName.has(plain(name)));
  const twice = known.find((name, index) => known.indexOf(name) !== index);
  if (twice) return fail(`The column ${twice} stands twice in the first line.`);
  return ok(names);
}
