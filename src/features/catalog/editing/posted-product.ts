import { z } from "zod";
import { tidyNumber } from "#core/written-number.ts";
import type { ProductForm } from "./product-form.ts";
import {
  COLOR_PRESETS,
  productFormInput,
  readHex,
  readTags,
  VARIANT_KINDS,
} from "./product-form.ts";

type Raw = Readonly<Record<string, unknown>>;

const rawOf = (value: unknown): Raw =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Raw) : {};
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const listOf = (value: unknown): readonly unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];
const numberOf = (value: unknown): number => {
  const submitted = tidyNumber(textOf(value));
  return submitted === "" ? 0 : Number(submitted);
};

/** Presets from checkboxes, own colors from rows; an empty row removes one. */
function colorsOf(raw: Raw): ProductForm["colors"] {
  const rows = listOf(raw.colors)
    .map(rawOf)
    .map(({ hex, name }) => ({ hex: textOf(hex), name: textOf(name) }));
  const ticked = new Set(listOf(raw.presets).map(textOf));
  const isPreset = (hex: string) => COLOR_PRESETS.some((preset) => preset.hex === readHex(hex));
  const own = rows.filter(({ hex }) => hex.trim() !== "");
  const remaining = own.filter(({ hex }) => !isPreset(hex) || ticked.has(readHex(hex) ?? ""));
  const held = new Set(remaining.map(({ hex }) => readHex(hex)));
  const added = COLOR_PRESETS.filter(({ hex }) => ticked.has(hex) && !held.has(hex));
  return [...remaining, ...added.map(({ hex, name }) => ({ hex, name }))];
}

const variantOf = ({
  size,
  color,
  kind,
  stock,
  knownStock,
  sku,
  price,
  compareAt,
}: Raw): ProductForm["variants"][number] => ({
  size: textOf(size),
  color: textOf(color),
  kind: VARIANT_KINDS.find((each) => each === kind) ?? "made_to_order",
  stock: numberOf(stock),
  knownStock: textOf(knownStock) === "" ? null : Number(knownStock),
  sku: textOf(sku),
  price: textOf(price),
  compareAt: textOf(compareAt),
});

/** Lists the remaining images with their form positions. */
function postedImages(raw: Raw): (Raw & { index: number })[] {
  return listOf(raw.images)
    .map((image, index) => ({ ...rawOf(image), index }) as Raw & { index: number })
    .filter(({ mediaId, remove }) => textOf(mediaId) !== "" && remove !== "on");
}

/** "" leaves each row as it is. */
function soldAlike(variants: ProductForm["variants"], all: Raw): ProductForm["variants"] {
  const kind = VARIANT_KINDS.find((each) => each === all.kind);
  if (!kind) return variants;
  return variants.map((each) => ({
    ...each,
    kind,
    stock: kind === "counted" ? numberOf(all.stock) : 0,
  }));
}

/** Builds a product form from submitted fields; it is not validated. */
export function productFormOf(raw: unknown): ProductForm {
  const { name, slug, description, materials, care, price, ...rest } = rawOf(raw);
  return {
    name: textOf(name),
    slug: textOf(slug),
    description: textOf(description),
    materials: textOf(materials),
    care: textOf(care),
    price: textOf(price),
    compareAt: textOf(rest.compareAt),
    vendor: textOf(rest.vendor),
    productType: textOf(rest.productType),
    tags: readTags(textOf(rest.tags)),
    gender: textOf(rest.gender) as ProductForm["gender"],
    categoryId: textOf(rest.categoryId),
    garmentType: textOf(rest.garmentType) as ProductForm["garmentType"],
    draft: rest.save === "draft",
    inStock: rest.inStock === "on",
    featured: rest.featured === "on",
    sizes: listOf(rest.sizes).map(textOf),
    colors: colorsOf(rest),
    variants: soldAlike(listOf(rest.variants).map(rawOf).map(variantOf), rawOf(rest.all)),
    images: postedImages(rest).map(({ mediaId, altText, color }) => ({
      mediaId: textOf(mediaId),
      altText: textOf(altText),
      primary: mediaId === rest.primaryImage,
      ...(textOf(color) !== "" && { color: textOf(color) }),
    })),
  };
}

/** Reads the posted product form, with and without JavaScript; errors are at their fields. */
export const postedProduct = z.record(z.string(), z.unknown()).transform((raw, context) => {
  const parsed = productFormInput.safeParse(productFormOf(raw));
  const rows = postedImages(raw).map(({ index }) => index);
  for (const { path, message } of parsed.error?.issues ?? []) {
    const [field, index, part] = path;
    // Rows without an image are skipped.
    const posted = field === "images" && typeof index === "number" ? rows[index] : index;
    const isRow = (field === "variants" || field === "images") && part !== undefined;
    const whole = isRow && posted !== undefined ? [field, posted, part] : [field];
    context.addIssue({ code: "custom", path: whole as PropertyKey[], message });
  }
  return parsed.data ?? z.NEVER;
});
