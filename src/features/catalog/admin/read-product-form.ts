import type { ProductForm } from "./product-form.ts";
import { COLOR_PRESETS, readHex, VARIANT_KINDS } from "./product-form.ts";

const textOf = (data: FormData, name: string): string => {
  const value = data.get(name);
  return typeof value === "string" ? value : "";
};
const textsOf = (data: FormData, name: string): string[] =>
  data.getAll(name).filter((value) => typeof value === "string");

const numberOf = (text: string | undefined): number => {
  const typed = text?.trim() ?? "";
  return typed === "" ? 0 : Number(typed);
};

/** Colours: presets by their boxes, the owner's own by their rows; an erased row is a colour taken away. */
function colorsOf(data: FormData): ProductForm["colors"] {
  const names = textsOf(data, "colorName");
  const rows = textsOf(data, "colorHex").map((hex, place) => ({ hex, name: names[place] ?? "" }));
  const ticked = new Set(textsOf(data, "preset"));
  const isPreset = (hex: string) => COLOR_PRESETS.some((preset) => preset.hex === readHex(hex));
  const own = rows.filter(({ hex }) => hex.trim() !== "");
  const kept = own.filter(({ hex }) => !isPreset(hex) || ticked.has(readHex(hex) ?? ""));
  const held = new Set(kept.map(({ hex }) => readHex(hex)));
  const added = COLOR_PRESETS.filter(({ hex }) => ticked.has(hex) && !held.has(hex));
  return [...kept, ...added.map(({ hex, name }) => ({ hex, name }))];
}

function variantsOf(data: FormData): ProductForm["variants"] {
  const [sizes, colors, kinds, stocks, seen, skus] = [
    "variantSize",
    "variantColor",
    "variantKind",
    "variantStock",
    "variantSeen",
    "variantSku",
  ].map((name) => textsOf(data, name)) as [
    string[],
    string[],
    string[],
    string[],
    string[],
    string[],
  ];
  return sizes.map((size, place) => ({
    size,
    color: colors[place] ?? "",
    kind: VARIANT_KINDS.find((kind) => kind === kinds[place]) ?? "made_to_order",
    stock: numberOf(stocks[place]),
    seen: seen[place] ? Number(seen[place]) : null,
    sku: skus[place] ?? "",
  }));
}

function imagesOf(data: FormData): ProductForm["images"] {
  const alts = textsOf(data, "imageAlt");
  const gone = new Set(textsOf(data, "removeImage"));
  const primary = textOf(data, "primaryImage");
  return textsOf(data, "imageId")
    .map((mediaId, place) => ({
      mediaId,
      altText: alts[place] ?? "",
      primary: mediaId === primary,
    }))
    .filter(({ mediaId }) => !gone.has(mediaId));
}

/** The product form as a browser without script posts it; what it says is checked afterwards like every other. */
export function readProductForm(data: FormData): ProductForm {
  return {
    name: textOf(data, "name"),
    slug: textOf(data, "slug"),
    description: textOf(data, "description"),
    materials: textOf(data, "materials"),
    care: textOf(data, "care"),
    price: textOf(data, "price"),
    gender: textOf(data, "gender") as ProductForm["gender"],
    categoryId: textOf(data, "categoryId"),
    garmentType: textOf(data, "garmentType") as ProductForm["garmentType"],
    inStock: data.has("inStock"),
    featured: data.has("featured"),
    sizes: textsOf(data, "size"),
    colors: colorsOf(data),
    variants: variantsOf(data),
    images: imagesOf(data),
  };
}
