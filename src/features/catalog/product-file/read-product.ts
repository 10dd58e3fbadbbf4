import { formatNumber } from "#core/format-number.ts";
import { MAX_CATEGORY_NAME_LENGTH } from "#features/catalog/categories/category-input.ts";
import type { ProductForm } from "#features/catalog/editing/product-form.ts";
import {
  emptyProductForm,
  GARMENT_TYPES,
  MAX_DESCRIPTION_LENGTH,
  MAX_PRODUCT_NAME_LENGTH,
  MAX_TAG_LENGTH,
  MAX_TAGS,
  readTags,
} from "#features/catalog/editing/product-form.ts";
import type { Gender, ProductColor } from "#features/catalog/products/product.ts";
import { GENDERS } from "#features/catalog/products/product.ts";
import { descriptionFromHtml } from "./description-html.ts";
import type { FileColumn } from "./file-columns.ts";
import { OWN_COLUMNS, targetGender, unreadCells } from "./file-columns.ts";
import type { FileRow, FileRowGroup, LineNote } from "./file-rows.ts";
import { cellOf } from "./file-rows.ts";
import { genderIn } from "./gender-terms.ts";
import { readMoment, readYesNo } from "./read-cells.ts";
import type { FileImage } from "./read-images.ts";
import { readImages } from "./read-images.ts";
import { readPrices } from "./read-prices.ts";
import { readVariants } from "./read-variants.ts";

type SourceProductText = { type: string; tags: string; title: string };

type GarmentType = (typeof GARMENT_TYPES)[number];

/** Null when nothing is named. */
function guessGender({ type, tags, title }: SourceProductText): Gender | null {
  for (const text of [tags, type, title]) {
    const gender = genderIn(text);
    if (gender !== null) return gender;
  }
  return null;
}

/** The last word decides: a "shirt dress" is a dress. */
const GARMENT_TERMS: readonly [GarmentType, RegExp][] = [
  ["suit", /\b(?:suits?|tuxedos?)\b/gi],
  ["dress", /\b(?:dress(?:es)?|gowns?|kaftans?|jumpsuits?)\b/gi],
  ["outerwear", /\b(?:coats?|overcoats?|parkas?|trench(?:es)?|capes?|outerwear)\b/gi],
  ["jacket", /\b(?:jackets?|blazers?|waistcoats?|vests?)\b/gi],
  ["pants", /\b(?:pants?|trousers?|jeans|chinos?|shorts|leggings)\b/gi],
  ["shirt", /\b(?:shirts?|blouses?)\b/gi],
  ["skirt", /\bskirts?\b/gi],
  [
    "top",
    /\b(?:tops?|tees?|t-shirts?|tanks?|sweaters?|jumpers?|pullovers?|hoodies?|cardigans?|polos?)\b/gi,
  ],
  ["loungewear", /\b(?:robes?|pyjamas?|pajamas?|loungewear)\b/gi],
  [
    "accessory",
    /\b(?:bags?|belts?|scar(?:f|ves)|hats?|caps?|ties?|jewell?e?ry|necklaces?|earrings?|bracelets?|rings?|watch(?:es)?|gloves?|shoes?|sneakers?|high[- ]tops?|boots?|sandals?|wallets?|sunglasses|accessor(?:y|ies))\b/gi,
  ],
];

function guessGarmentType({ type, tags, title }: SourceProductText): GarmentType | null {
  for (const text of [type, title, tags]) {
    const ends = GARMENT_TERMS.flatMap(([garment, message]) =>
      [...text.matchAll(message)].map((match) => ({
        garment,
        end: match.index + match[0].length,
        length: match[0].length,
      })),
    );
    // Of two words with one end the longer wins ("high tops").
    const [last] = ends.sort((a, b) => b.end - a.end || b.length - a.length);
    if (last) return last.garment;
  }
  return null;
}

/** Guesses by type or tag, else a gender's accessories, else null. */
function guessCategory(
  text: SourceProductText,
  product: { gender: ProductForm["gender"]; garmentType: string },
  categories: readonly string[],
): string | null {
  const named = [text.type, ...text.tags.split(",")].map((each) => each.trim().toLowerCase());
  const match = categories.find((name) => named.includes(name.toLowerCase()));
  if (match) return match;
  if (product.garmentType !== "accessory" || product.gender === "open") return null;
  return product.gender === "male" ? "Men's Accessories" : "Women's Accessories";
}

/** The variants include size Custom. */
export type KnownProduct = { form: ProductForm; category: string };

export type KnownShop = {
  categories: readonly string[];
  colors: readonly ProductColor[];
  /** New products without a category get it. */
  fallbackCategory: string;
};

/** Unspecified fields stay. */
export type FileProduct = {
  /** Without images and category, which are looked up. */
  form: ProductForm;
  category: string;
  /** Null keeps them. */
  images: FileImage[] | null;
  /** The creation time; null for now. */
  added: string | null;
  problems: LineNote[];
  notes: LineNote[];
};

/** Undefined when the file lacks the cell. */
type ReadColumn = (column: FileColumn) => string | undefined;

function collectNotes(line: number) {
  const problems: LineNote[] = [];
  const notes: LineNote[] = [];
  const problem = (column: FileColumn, message: string) => problems.push({ line, column, message });
  const note = (column: FileColumn | "", message: string) => notes.push({ line, column, message });
  const lineColors = new Map<number, string>();
  return { line, problems, notes, problem, note, lineColors };
}

type Reading = ReturnType<typeof collectNotes>;

/**
 * Reads a product from its rows. It never throws or drops silently: errors have line and column; guesses and omissions
 * are notes.
 */
export function readProduct(
  group: FileRowGroup,
  known: KnownProduct | null,
  shop: KnownShop,
): FileProduct {
  const { rows, handle } = group;
  const head = rows.find((row) => cellOf(row, "Title").trim() !== "") ?? null;
  const reading = collectNotes(head?.line ?? rows[0]?.line ?? 1);
  reading.problems.push(...group.problems);
  reading.notes.push(...group.notes);
  const readColumn: ReadColumn = (column) => {
    if (head) return column in head.cells ? cellOf(head, column).trim() : undefined;
    return rows.map((row) => cellOf(row, column).trim()).find(Boolean);
  };
  const target = head ? targetGender(head.cells) : "";
  const stored = known?.form ?? null;
  const base = stored ?? emptyProductForm();
  const categoryReading = readCategory({ readColumn, target }, known, shop, reading);
  const prices = readPrices(rows, stored, reading);
  const knownVariants = { base: stored, colors: shop.colors, prices };
  const variants = readVariants(rows, head, knownVariants, reading);
  if (!known && !readColumn("Title")) reading.problem("Title", "Product name is required");
  if (/^(?:true|yes|1)$/i.test(readColumn("Gift Card") ?? "")) {
    reading.problem("Gift Card", "The shop sells no gift cards");
  }
  const { category, ...classification } = categoryReading;
  const form = fitted(
    {
      ...base,
      ...classification,
      ...variants,
      name: readColumn("Title") || base.name,
      slug: handle,
      description: textOf(readColumn, "Body (HTML)", base.description, descriptionFromHtml),
      materials: textOf(readColumn, OWN_COLUMNS.materials, base.materials),
      care: textOf(readColumn, OWN_COLUMNS.care, base.care),
      ...prices.base,
      ...readShown(readColumn, base, reading),
      vendor: textOf(readColumn, "Vendor", base.vendor),
      productType: textOf(readColumn, "Type", base.productType),
      tags: head && "Tags" in head.cells ? readTags(cellOf(head, "Tags").trim()) : base.tags,
      fileCells: head ? storedCells(head) : (base.fileCells ?? {}),
    },
    reading,
  );
  const { problems, notes } = reading;
  const images = readImages(rows, { ...reading, colors: form.colors });
  return { form, category, images, added: readAdded(readColumn, reading), problems, notes };
}

const cut = (text: string, max: number) => text.slice(0, max).replace(/[\uD800-\uDBFF]$/, "");

/** What is longer than the shop holds is cut, with a note. */
function fitted(form: ProductForm, reading: Reading): ProductForm {
  const cutText = (column: FileColumn, text: string, max: number) => {
    if (text.length <= max) return text;
    reading.note(
      column,
      `The shop holds ${formatNumber(max)} of ${formatNumber(text.length)} characters: the end is cut off`,
    );
    return cut(text, max).trim();
  };
  const tags = form.tags.map((tag) => cut(tag, MAX_TAG_LENGTH).trim()).slice(0, MAX_TAGS);
  if (tags.length < form.tags.length) {
    reading.note("Tags", `The first ${MAX_TAGS} of ${form.tags.length} tags are taken`);
  }
  return {
    ...form,
    name: cutText("Title", form.name, MAX_PRODUCT_NAME_LENGTH),
    description: cutText("Body (HTML)", form.description, MAX_DESCRIPTION_LENGTH),
    vendor: cutText("Vendor", form.vendor, MAX_TAG_LENGTH),
    productType: cutText("Type", form.productType, MAX_TAG_LENGTH),
    tags,
  };
}

/** Unknown statuses are stored. */
function storedCells(head: FileRow): Record<string, string> {
  const cells = unreadCells(head.cells, { of: "product", isFirst: true });
  const status = cellOf(head, "Status").trim();
  return /^(?:archived|unlisted)$/i.test(status) ? { ...cells, Status: status } : cells;
}

function textOf(
  readColumn: ReadColumn,
  column: FileColumn,
  before: string,
  read = (cell: string) => cell,
): string {
  const cell = readColumn(column);
  return cell === undefined ? before : read(cell);
}

/** A product that is not active is a draft; one that is active but not Published is out of stock. */
function readShown(readColumn: ReadColumn, base: ProductForm, reading: Reading) {
  const published = readColumn("Published");
  const status = readColumn("Status");
  const isPublished = readYesNo(published || "true");
  if (isPublished === null) reading.problem("Published", "TRUE or FALSE is expected");
  const isActive = /^(?:active)?$/i.test(status ?? "");
  if (!isActive && !/^(?:draft|archived|unlisted)$/i.test(status ?? "")) {
    reading.problem("Status", "active, draft or archived is expected");
  }
  const saysPublished = published !== undefined && published !== "" && isPublished === true;
  // Without a status a draft stays one, unless the file says that it is published.
  const draft = status ? !isActive : base.draft && !saysPublished;
  return {
    draft,
    // A published product is in stock.
    inStock: draft || (published === undefined ? base.inStock : isPublished === true),
    featured: readFeatured(readColumn, base, reading),
  };
}

/** An empty cell means that the product is not featured. */
function readFeatured(readColumn: ReadColumn, base: ProductForm, reading: Reading): boolean {
  const cell = readColumn(OWN_COLUMNS.featured);
  if (cell === undefined) return base.featured;
  if (cell === "") return false;
  const isFeatured = readYesNo(cell);
  if (isFeatured === null) reading.problem(OWN_COLUMNS.featured, "TRUE or FALSE is expected");
  return isFeatured === true;
}

/** The category is the file's, else unchanged, else guessed with a note. */
function readCategory(
  { readColumn, target }: { readColumn: ReadColumn; target: string },
  known: KnownProduct | null,
  shop: KnownShop,
  reading: Reading,
) {
  const text = {
    type: readColumn("Type") ?? "",
    tags: readColumn("Tags") ?? "",
    title: readColumn("Title") ?? "",
  };
  const guesses: string[] = [];
  const guess = <Value extends string>(value: Value): Value => {
    guesses.push(value);
    return value;
  };
  const gender =
    readGender(readColumn, target, reading) ??
    known?.form.gender ??
    openOrGuessed(guessGender(text), guess, reading);
  const garmentType =
    readGarmentType(readColumn, text.type, reading) ??
    known?.form.garmentType ??
    guess(guessGarmentType(text) ?? "other");
  const product = { gender, garmentType };
  const requested = readColumn(OWN_COLUMNS.category);
  const category =
    requested !== undefined
      ? requestedCategory(requested, shop, reading)
      : (known?.category ??
        guess(guessCategory(text, product, shop.categories) ?? shop.fallbackCategory));
  if (guesses.length > 0) reading.note("", `Guessed: ${guesses.join(", ")}`);
  return { ...product, category };
}

/** The guessed gender; without a hint it stays open. */
function openOrGuessed(
  guessed: Gender | null,
  guess: (value: Gender) => Gender,
  reading: Reading,
): Gender | "open" {
  if (guessed !== null) return guess(guessed);
  const message = "Who it is for is left open: it is shown to everybody until you decide";
  reading.note("Google Shopping / Gender", message);
  return "open";
}

function readGarmentType(
  readColumn: ReadColumn,
  type: string,
  reading: Reading,
): GarmentType | null {
  const column = OWN_COLUMNS.garmentType;
  const cell = readColumn(column);
  const garment = GARMENT_TYPES.find((each) => each === (cell ?? type).toLowerCase()) ?? null;
  if (cell && !garment)
    reading.problem(column, `One of these is expected: ${GARMENT_TYPES.join(", ")}`);
  return garment;
}

function requestedCategory(requested: string, shop: KnownShop, reading: Reading): string {
  if (requested.length > MAX_CATEGORY_NAME_LENGTH) {
    const message = `Category name may have at most ${MAX_CATEGORY_NAME_LENGTH} characters`;
    reading.problem(OWN_COLUMNS.category, message);
  }
  const known = shop.categories.find((name) => name.toLowerCase() === requested.toLowerCase());
  if (requested !== "" && !known) {
    const message = `The category "${requested.slice(0, MAX_CATEGORY_NAME_LENGTH)}" is new and will be made`;
    reading.note(OWN_COLUMNS.category, message);
  }
  return known ?? requested;
}

function readGender(readColumn: ReadColumn, target: string, reading: Reading): Gender | null {
  const column = "Google Shopping / Gender";
  const cell = readColumn(column) || target;
  if (!cell) return null;
  const gender = GENDERS.find((each) => each === cell.toLowerCase()) ?? genderIn(cell);
  if (gender === null) reading.note(column, `Nobody is named by "${cell.slice(0, 60)}"`);
  return gender;
}

function readAdded(readColumn: ReadColumn, reading: Reading): string | null {
  const cell = readColumn(OWN_COLUMNS.added);
  if (!cell) return null;
  const moment = readMoment(cell);
  if (moment === null) reading.note(OWN_COLUMNS.added, "Not a moment like 2026-01-31T12:00:00Z");
  return moment;
}
