import { z } from "zod";
import { isSameContent } from "#core/canonical-json.ts";
import { parseSubmittedAmount, tidyAmount } from "#core/submitted-amount.ts";
import { CUSTOM_SIZE, DEFAULT_SIZES, GENDERS } from "#features/catalog/products/product.ts";
import { MAX_SLUG_LENGTH, slugOf } from "./product-slug.ts";

/** The form offers these sizes (specification 3 and 9). */
export const SIZE_OPTIONS: readonly string[] = ["XS", "S", "M", "L", "XL", "XXL", CUSTOM_SIZE];

/** The form offers these colors (specification 3 and 9). */
export const COLOR_PRESETS = [
  { hex: "#000000", name: "Black" },
  { hex: "#FFFFFF", name: "White" },
  { hex: "#FF0000", name: "Red" },
  { hex: "#008000", name: "Green" },
  { hex: "#0000FF", name: "Blue" },
  { hex: "#FFFF00", name: "Yellow" },
  { hex: "#FFC0CB", name: "Pink" },
  { hex: "#A52A2A", name: "Brown" },
  { hex: "#808080", name: "Grey" },
] as const;

/** The type determines the catalog's filters and the required measurements. */
export const GARMENT_TYPES = [
  "suit",
  "dress",
  "outerwear",
  "jacket",
  "pants",
  "shirt",
  "skirt",
  "top",
  "loungewear",
  "accessory",
  "other",
] as const;

/** "open" means that it is not decided yet; the product is listed like unisex. */
export const FORM_GENDERS = [...GENDERS, "open"] as const;

export const MAX_TAGS = 250;

export const writeTags = (tags: readonly string[]): string => tags.join(", ");
export const readTags = (line: string): string[] => [
  ...new Set(
    line
      .split(",")
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];

export const VARIANT_KINDS = ["made_to_order", "counted", "not_sold"] as const;

export const MAX_PRODUCT_IMAGES = 30;
/** As long as Shopify's titles. */
export const MAX_PRODUCT_NAME_LENGTH = 255;
export const MAX_DESCRIPTION_LENGTH = 20_000;
export const MAX_SIZE_LENGTH = 40;
export const MAX_COLOR_NAME_LENGTH = 40;
export const MAX_STOCK = 99_999;
export const MAX_TAG_LENGTH = 120;
export const MAX_ALT_TEXT_LENGTH = 300;
const MAX_SIZES = 100;
const MAX_COLORS = 100;
const MAX_COMBINATIONS = 2_000;

/** Returns #RRGGBB in capitals; null unless the text has 3 or 6 digits (specification 5). */
export function readHex(text: string): string | null {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1]?.toUpperCase();
  if (!digits) return null;
  return digits.length === 6 ? `#${digits}` : `#${[...digits].map((each) => each + each).join("")}`;
}

export const INVALID_COLOR = "Please enter a valid hex color (e.g. #FF0000)";

// Postgres refuses NUL.
const text = (max: number, what: string) =>
  z
    .string()
    .max(max, `${what} may have at most ${max} characters`)
    .transform((submitted) => submitted.replaceAll("\0", "").trim());

export const FREE_PRICE = "The price is 0. Enter a price, or confirm that it is given away";

const PRICE_NUMBER = "Price must be a number with at most two decimals";

/** Why an amount is no price, with a suggestion for a decimal comma; else null. */
export function priceProblem(entered: string): string | null {
  const decimal = /^\s*\$?\s*(\d+),(\d{1,2})\s*$/.exec(tidyAmount(entered));
  if (decimal) return `Write the price with a point: ${decimal[1]}.${decimal[2]?.padEnd(2, "0")}`;
  if (/^\s*-/.test(entered) && Number.isFinite(Number(entered))) return "Price must be positive";
  return parseSubmittedAmount(entered) ? null : PRICE_NUMBER;
}

const price = z.string().transform((submitted, ctx) => {
  const wrong = submitted.trim() === "" ? "Price is required" : priceProblem(submitted);
  if (wrong !== null) ctx.addIssue({ code: "custom", message: wrong });
  return parseSubmittedAmount(submitted)?.minorUnits ?? z.NEVER;
});

/** The text is "" for no price. */
const optionalPrice = z
  .string()
  .transform(tidyAmount)
  .superRefine((submitted, ctx) => {
    const wrong = submitted === "" ? null : priceProblem(submitted);
    if (wrong !== null) ctx.addIssue({ code: "custom", message: wrong });
  });

/** Returns minor units; null for none or an invalid price. */
export const minorOf = (entered: string | undefined): number | null =>
  entered ? (parseSubmittedAmount(entered)?.minorUnits ?? null) : null;

const fileCells = z.record(z.string().max(200), z.string().max(20_000));

const slug = text(MAX_SLUG_LENGTH, "The URL")
  .transform((submitted) => submitted.normalize("NFC"))
  .refine(
    (submitted) => submitted === "" || slugOf(submitted) === submitted,
    "The URL takes small letters, digits and single hyphens",
  );

const color = z.object({
  hex: z.string().transform((submitted, ctx) => {
    const hex = readHex(submitted);
    if (hex === null) ctx.addIssue({ code: "custom", message: INVALID_COLOR });
    return hex ?? z.NEVER;
  }),
  name: text(MAX_COLOR_NAME_LENGTH, "A color's name"),
});

const LONG_SIZE = `A size may have at most ${MAX_SIZE_LENGTH} characters`;

const variant = z.object({
  size: z.string().max(MAX_SIZE_LENGTH, LONG_SIZE),
  color: z.string().max(7),
  kind: z.enum(VARIANT_KINDS),
  stock: z
    .int("Stock is a whole number of pieces")
    .min(0, "Stock cannot be below 0")
    .max(MAX_STOCK, "Stock may be at most 99,999"),
  /** The stock when the form opened; null when not counted. */
  knownStock: z.int().nullable(),
  sku: text(80, "A SKU"),
  /** "" or missing for the product's price. */
  price: optionalPrice.optional(),
  compareAt: optionalPrice.optional(),
  /** Undefined keeps the stored ones. */
  fileCells: fileCells.optional(),
});

const image = z.object({
  mediaId: z.uuid(),
  altText: text(MAX_ALT_TEXT_LENGTH, "An alt text"),
  primary: z.boolean(),
  /** A hex code; missing for all colors. */
  color: z.string().max(7).optional(),
});

/** The product form is validated by these rules (specification 5). */
export const productFormInput = z.object({
  name: text(MAX_PRODUCT_NAME_LENGTH, "Product name").refine(Boolean, "Product name is required"),
  slug,
  description: text(MAX_DESCRIPTION_LENGTH, "Description"),
  materials: text(1000, "Materials"),
  care: text(1000, "Care"),
  price,
  /** The price before a reduction. */
  compareAt: optionalPrice,
  gender: z.enum(FORM_GENDERS),
  vendor: text(MAX_TAG_LENGTH, "Vendor"),
  productType: text(MAX_TAG_LENGTH, "Type"),
  tags: z
    .array(text(MAX_TAG_LENGTH, "A tag").refine(Boolean))
    .max(MAX_TAGS, `A product may have at most ${MAX_TAGS} tags`),
  /** An id, or a missing system category's name. */
  categoryId: z.string().min(1, "Please select a category"),
  garmentType: z.enum(GARMENT_TYPES, "Please select a garment type"),
  /** A draft has no page. */
  draft: z.boolean(),
  inStock: z.boolean(),
  featured: z.boolean(),
  sizes: z
    .array(text(MAX_SIZE_LENGTH, "A size").refine(Boolean))
    .max(MAX_SIZES, `A product may have at most ${MAX_SIZES} sizes`),
  colors: z.array(color).max(MAX_COLORS, `A product may have at most ${MAX_COLORS} colors`),
  variants: z
    .array(variant)
    .max(MAX_COMBINATIONS, `A product may have at most ${MAX_COMBINATIONS} combinations`),
  images: z
    .array(image)
    .max(MAX_PRODUCT_IMAGES, `A product may have at most ${MAX_PRODUCT_IMAGES} images`),
  /** Undefined keeps the stored ones. */
  fileCells: fileCells.optional(),
});

/** Prices are text. */
export type ProductForm = z.input<typeof productFormInput>;

/** A draft is validated, and its price is in minor units. */
export type ProductDraft = z.output<typeof productFormInput>;

export type DraftVariant = ProductDraft["variants"][number];
export type DraftImage = ProductDraft["images"][number];

/** The problems are keyed by field; "variants[2].stock" is in a list. */
export type ProductProblems = Partial<
  Record<keyof ProductForm | `${ListField}[${number}].${string}`, string>
>;

type ListField = "variants" | "images";

/** An error in variants and images belongs to a row's field. */
function fieldName(path: readonly PropertyKey[]): keyof ProductProblems {
  const [field, index, part] = path;
  const isRow = (field === "variants" || field === "images") && typeof index === "number" && part;
  return (isRow ? `${field}[${index}].${String(part)}` : String(field)) as keyof ProductProblems;
}

/** Returns the first error of each field. */
export function problemsOf(submitted: unknown): ProductProblems {
  const problems: ProductProblems = {};
  for (const { path, message } of productFormInput.safeParse(submitted).error?.issues ?? []) {
    problems[fieldName(path)] ??= message;
  }
  return problems;
}

/** A new product has price 0, is female, in stock and not featured (specification 9). */
export function emptyProductForm(): ProductForm {
  return {
    name: "",
    slug: "",
    description: "",
    materials: "",
    care: "",
    price: "0",
    compareAt: "",
    gender: "female",
    vendor: "",
    productType: "",
    tags: [],
    categoryId: "",
    garmentType: "other",
    draft: false,
    inStock: true,
    featured: false,
    sizes: [],
    colors: [],
    variants: [],
    images: [],
  };
}

/** Every size and color; Custom has no stock. */
export function combinationsOf(product: {
  sizes: readonly string[];
  colors: readonly { hex: string }[];
}): { size: string; color: string }[] {
  const sizes = product.sizes.length > 0 ? product.sizes : DEFAULT_SIZES;
  const colors = product.colors.length > 0 ? product.colors.map(({ hex }) => hex) : [""];
  return [...new Set(sizes)]
    .filter((size) => size !== CUSTOM_SIZE)
    .flatMap((size) => [...new Set(colors)].map((each) => ({ size, color: each })));
}

/** Adds a color unless present (specification 5). */
export function withColor(
  colors: ProductForm["colors"],
  color: ProductForm["colors"][number],
): ProductForm["colors"] {
  return colors.some(({ hex }) => hex === color.hex) ? colors : [...colors, color];
}

/** Whether a published product could be ordered for nothing. */
export function isFree(form: Pick<ProductForm, "price" | "variants">): boolean {
  const costs = form.variants
    .filter(({ kind }) => kind !== "not_sold")
    .map(({ price = "" }) => (price.trim() === "" ? form.price : price));
  const all = costs.length > 0 ? costs : [form.price];
  return all.some((cost) => parseSubmittedAmount(cost)?.minorUnits === 0);
}

/** Another person changed the field since the form opened; `isMine` says that the owner changed it too. */
export type FieldDifference = { field: keyof ProductForm; isMine: boolean };

/** Sold stock is no change: only kind and SKU are compared. */
function compared(form: ProductForm, field: keyof ProductForm): unknown {
  if (field !== "variants") return form[field];
  return form.variants.map(({ knownStock, fileCells, price = "", compareAt = "", ...rest }) => {
    return { ...rest, price, compareAt };
  });
}

/** Lists the fields in which `current` differs from the opened (`base`) and the submitted (`mine`) product. */
export function differencesOf(
  base: ProductForm,
  mine: ProductForm,
  current: ProductForm,
): FieldDifference[] {
  const fields = Object.keys(current) as (keyof ProductForm)[];
  return fields
    .filter((field) => field !== "fileCells")
    .filter((field) => !isSameContent(compared(current, field), compared(base, field)))
    .filter((field) => !isSameContent(compared(current, field), compared(mine, field)))
    .map((field) => ({
      field,
      isMine: !isSameContent(compared(mine, field), compared(base, field)),
    }));
}

/** Builds the owner's form with these fields of the present product; counted stock stays as submitted. */
export function acceptTheirs(
  mine: ProductForm,
  current: ProductForm,
  fields: readonly (keyof ProductForm)[],
): ProductForm {
  const theirs = Object.fromEntries(fields.map((field) => [field, current[field]]));
  const merged: ProductForm = { ...mine, ...theirs };
  const variants = merged.variants.map((variant) => {
    const now = current.variants.find(
      ({ size, color }) => size === variant.size && color === variant.color,
    );
    return { ...variant, knownStock: now?.knownStock ?? null };
  });
  return { ...merged, variants };
}
