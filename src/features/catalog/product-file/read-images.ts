import { isId } from "#core/ids.ts";
import {
  MAX_ALT_TEXT_LENGTH,
  MAX_PRODUCT_IMAGES,
  readHex,
} from "#features/catalog/editing/product-form.ts";
import type { ProductColor } from "#features/catalog/products/product.ts";
import { OWN_COLUMNS } from "./file-columns.ts";
import type { FileRow, LineNote } from "./file-rows.ts";
import { cellOf } from "./file-rows.ts";

/** `color` is a hex code, "" for all, and missing when not given. */
export type FileImage = { address: string; altText: string; line: number; color?: string };

const OWN_IMAGE = /^(?:https?:\/\/[^/?#]+)?\/images\/([^/?#]+)\/\d{3,4}\.(?:avif|webp|jpg)$/i;

/** Returns the id in an image URL of the shop on any host, or null. */
export function ownMediaId(address: string): string | null {
  const id = OWN_IMAGE.exec(address)?.[1]?.toLowerCase();
  return id && isId(id) ? id : null;
}

const MAX_URL_LENGTH = 2000;

type ImageReading = {
  problems: LineNote[];
  notes: LineNote[];
  /** The colors are keyed by the line of a variant. */
  lineColors: ReadonlyMap<number, string>;
  colors: readonly ProductColor[];
};

const keyOf = (address: string) => ownMediaId(address) ?? address;

/**
 * Reads a product's images in order, once each, colored by their column or variants. It is null when the file has none:
 * they stay.
 */
export function readImages(rows: readonly FileRow[], reading: ImageReading): FileImage[] | null {
  const found = rows.flatMap((row, index) => {
    const address = cellOf(row, "Image Src").trim();
    if (address === "") return [];
    if (address.length > MAX_URL_LENGTH) {
      const message = "This address is too long to be one";
      reading.problems.push({ line: row.line, column: "Image Src", message });
      return [];
    }
    const raw = cellOf(row, "Image Position").trim();
    const position = /^\d{1,6}$/.test(raw) ? Number(raw) : Number.MAX_SAFE_INTEGER;
    const altText = cellOf(row, "Image Alt Text").trim().slice(0, MAX_ALT_TEXT_LENGTH).trim();
    const color = ownColor(row, reading);
    return [{ address, altText, line: row.line, position, index, ...color }];
  });
  const variantImages = readVariantImages(rows, reading.lineColors);
  if (found.length + variantImages.size === 0) return null;
  const inOrder = found.sort((a, b) => a.position - b.position || a.index - b.index);
  const once = new Map<string, FileImage>();
  for (const { position, index, ...image } of inOrder) {
    const key = keyOf(image.address);
    const { color } = variantImages.get(key) ?? {};
    if (!once.has(key)) once.set(key, color === undefined ? image : { color, ...image });
  }
  for (const [key, image] of variantImages) if (!once.has(key)) once.set(key, image);
  const all = [...once.values()];
  if (all.length > MAX_PRODUCT_IMAGES) {
    const message = `The first ${MAX_PRODUCT_IMAGES} of ${all.length} pictures are taken`;
    reading.notes.push({ line: all[0]?.line ?? 1, column: "Image Src", message });
  }
  return all.slice(0, MAX_PRODUCT_IMAGES);
}

function ownColor(row: FileRow, { colors, notes }: ImageReading): { color?: string } {
  const column = OWN_COLUMNS.imageColor;
  if (!(column in row.cells)) return {};
  const cell = cellOf(row, column).trim();
  if (cell === "") return { color: "" };
  const hex = readHex(cell);
  const named = colors.find(
    (color) => color.hex.toUpperCase() === hex || color.name.toLowerCase() === cell.toLowerCase(),
  );
  if (!named) {
    const message = `This product has no color ${cell.slice(0, 60)}: the image shows with every color`;
    notes.push({ line: row.line, column, message });
  }
  return { color: named?.hex ?? "" };
}

/** An image is for all colors when variants of several colors share it. */
function readVariantImages(
  rows: readonly FileRow[],
  lineColors: ReadonlyMap<number, string>,
): Map<string, FileImage> {
  const images = new Map<string, FileImage>();
  for (const row of rows) {
    const address = cellOf(row, "Variant Image").trim();
    const color = lineColors.get(row.line);
    if (address === "" || address.length > MAX_URL_LENGTH || color === undefined) continue;
    const other = images.get(keyOf(address));
    const shared = other !== undefined && other.color !== color;
    images.set(keyOf(address), {
      ...(other ?? { address, altText: "", line: row.line }),
      color: shared ? "" : color,
    });
  }
  return images;
}
