import { COLOR_PRESETS, readHex } from "#features/catalog/editing/product-form.ts";
import type { ProductColor } from "#features/catalog/products/product.ts";
import { readList } from "./cell-list.ts";
import { englishColor } from "./option-names.ts";

/** Colors that are found by name alone, beside presets and products' own. */
const NAMED_COLORS: readonly ProductColor[] = [
  ...COLOR_PRESETS,
  { hex: "#1F2A3C", name: "Navy" },
  { hex: "#808080", name: "Gray" },
  { hex: "#36454F", name: "Charcoal" },
  { hex: "#F5F0E1", name: "Ivory" },
  { hex: "#FFFDD0", name: "Cream" },
  { hex: "#D9C7A3", name: "Beige" },
  { hex: "#C2A77C", name: "Sand" },
  { hex: "#C19A6B", name: "Camel" },
  { hex: "#D2B48C", name: "Tan" },
  { hex: "#78866B", name: "Khaki" },
  { hex: "#6B6B2A", name: "Olive" },
  { hex: "#800020", name: "Burgundy" },
  { hex: "#800000", name: "Maroon" },
  { hex: "#FF7F50", name: "Coral" },
  { hex: "#FFA500", name: "Orange" },
  { hex: "#C9A24B", name: "Gold" },
  { hex: "#C0C0C0", name: "Silver" },
  { hex: "#800080", name: "Purple" },
  { hex: "#C8A2C8", name: "Lilac" },
  { hex: "#008080", name: "Teal" },
  { hex: "#40E0D0", name: "Turquoise" },
  { hex: "#98FF98", name: "Mint" },
];

/** Writes "#1F2A3C Navy". */
export const writeColor = ({ hex, name }: ProductColor): string =>
  name === "" ? hex : `${hex} ${name}`;

/** `wrong` is an entry without a hex color. */
export function readColors(cell: string): { colors: ProductColor[]; wrong: string | null } {
  const colors: ProductColor[] = [];
  for (const entry of readList(cell)) {
    const [, raw = "", name = ""] = /^(#\S+)\s*([\s\S]*)$/.exec(entry) ?? [];
    const hex = readHex(raw);
    if (hex === null) return { colors, wrong: entry };
    colors.push({ hex, name });
  }
  return { colors, wrong: null };
}

function colorNamed(name: string, colors: readonly ProductColor[]): ProductColor | undefined {
  const text = name.toLowerCase();
  return colors.find((each) => each.name.toLowerCase() === text);
}

/** Whether the name alone has a color. */
export const isNamedColor = (name: string): boolean => colorNamed(name, NAMED_COLORS) !== undefined;

/** A product's colors differ in their hex code: a second name of one color gets the next shade, which nobody sees. */
function freeHex(hex: string, name: string, own: readonly ProductColor[]): string {
  const isUsed = (each: string) =>
    own.some((color) => color.hex.toUpperCase() === each && color.name !== name);
  const start = Number.parseInt(hex.slice(1), 16);
  const step = start >= 0xffff00 ? -1 : 1;
  const shade = (distance: number) =>
    `#${(start + step * distance).toString(16).padStart(6, "0").toUpperCase()}`;
  let distance = 0;
  while (distance < 100 && isUsed(shade(distance))) distance += 1;
  return shade(distance);
}

/**
 * Finds a variant's color: by hex code, else by name among the product's, the shop's and usual ones. Unknown names get
 * their own grey.
 */
export function findColor(
  said: { name: string; hex: string },
  own: readonly ProductColor[],
  shop: readonly ProductColor[],
): { color: ProductColor; isGuessed: boolean } | null {
  const byHex = said.hex === "" ? null : readHex(said.hex);
  if (said.hex !== "" && byHex === null) return null;
  if (byHex) {
    const mine = own.find((each) => each.hex.toUpperCase() === byHex);
    return { color: mine ?? { hex: byHex, name: said.name }, isGuessed: false };
  }
  const rawHex = readHex(said.name);
  if (rawHex) return { color: { hex: rawHex, name: "" }, isGuessed: false };
  const known =
    colorNamed(said.name, [...own, ...shop, ...NAMED_COLORS]) ??
    colorNamed(englishColor(said.name), NAMED_COLORS);
  if (known) {
    return {
      color: { hex: freeHex(known.hex, said.name, own), name: said.name },
      isGuessed: false,
    };
  }
  let shade = 0x80;
  const hexOf = (value: number) =>
    `#${value.toString(16).padStart(2, "0").repeat(3).toUpperCase()}`;
  while (own.some(({ hex }) => hex.toUpperCase() === hexOf(shade))) shade += 1;
  return { color: { hex: hexOf(shade), name: said.name }, isGuessed: true };
}
