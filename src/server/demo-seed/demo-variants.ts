import { CUSTOM_SIZE } from "#features/catalog/product.ts";

/** What decides a product's sizes and stock. */
export type StockedProduct = {
  slug: string;
  category: string;
  garmentType: string;
  colors: readonly { hex: string; name: string }[];
};

/** A variant to be written; stockCount null is made to order. */
export type DemoVariant = { size: string; color: string; sku: string; stockCount: number | null };

const ONE_SIZE = "One Size";
const LETTER_SIZES = ["XS", "S", "M", "L", "XL", "XXL"];

/**
 * The sizes of a piece: letters for what is worn on the body and Custom where a tailor's measurements make a difference, three
 * sizes for belts and hats, one for every other accessory.
 */
export function sizesOf(piece: Pick<StockedProduct, "slug" | "garmentType">): string[] {
  if (piece.garmentType === "accessory") {
    return /(?:^|-)(?:belt|hat)$/.test(piece.slug) ? ["S", "M", "L"] : [ONE_SIZE];
  }
  const easyFit = piece.garmentType === "loungewear" || piece.garmentType === "top";
  return easyFit ? LETTER_SIZES : [...LETTER_SIZES, CUSTOM_SIZE];
}

/** FNV-1a with a final mix: the same stock on every machine, and no run of neighbours alike. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return (value ^ (value >>> 13)) >>> 0;
}

/** Gowns and suits are cut when they are ordered; only the sizes most asked for hang in the shop. */
function isCutToOrder(piece: StockedProduct, size: string): boolean {
  const evening =
    piece.category === "Evening Elegance" && ["dress", "skirt"].includes(piece.garmentType);
  return (evening || piece.garmentType === "suit") && ["XS", "XL", "XXL"].includes(size);
}

function stockOf(piece: StockedProduct, size: string, sku: string): number | null {
  if (size === CUSTOM_SIZE || isCutToOrder(piece, size)) return null;
  const draw = hash(sku);
  const plenty = 3 + ((draw >>> 8) % 10);
  const chance = draw % 100;
  if (size === ONE_SIZE) return plenty + 4; // a piece of one size that is sold out would be gone from the shop
  if (chance < 7) return 0;
  return chance < 22 ? 1 + ((draw >>> 8) % 2) : plenty;
}

const skuWord = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]+/g, "-");

/** The first words of a slug that no other slug of the catalogue begins with: "stabroek", but "silk-scarf" beside "silk-tie". */
export function shortNameOf(slug: string, slugs: readonly string[]): string {
  const words = slug.split("-");
  for (let count = 1; count < words.length; count += 1) {
    const start = words.slice(0, count).join("-");
    const shared = slugs.some((other) => other !== slug && `${other}-`.startsWith(`${start}-`));
    if (!shared) return start;
  }
  return slug;
}

/** Every size in every colour with its sku, such as DA-STABROEK-NAVY-M, and a stock that depends on the sku alone. */
export function variantsOf(piece: StockedProduct, slugs: readonly string[]): DemoVariant[] {
  const shortName = shortNameOf(piece.slug, slugs);
  return sizesOf(piece).flatMap((size) =>
    piece.colors.map((color) => {
      const sku = ["DA", shortName, color.name, size].map(skuWord).join("-");
      return { size, color: color.hex, sku, stockCount: stockOf(piece, size, sku) };
    }),
  );
}
