import { isId } from "#core/ids.ts";
import type { FileRow, LineNote } from "./file-rows.ts";
import { cellOf } from "./file-rows.ts";

/** An image in a product file. */
export type FileImage = { address: string; altText: string; line: number };

const OWN_IMAGE = /^(?:https?:\/\/[^/?#]+)?\/images\/([^/?#]+)\/\d{3,4}\.(?:avif|webp|jpg)$/i;

/** The id in a URL of the shop's images, for any host; null for other URLs. */
export function ownMediaId(address: string): string | null {
  const id = OWN_IMAGE.exec(address)?.[1]?.toLowerCase();
  return id && isId(id) ? id : null;
}

const LONGEST_ADDRESS = 2000;

/** A product's images in order, without duplicates; null when the file has none, so that they stay. */
export function readImages(
  rows: readonly FileRow[],
  told: { problems: LineNote[] },
): FileImage[] | null {
  const found = rows.flatMap((row, place) => {
    const address = cellOf(row, "Image Src").trim();
    if (address === "") return [];
    if (address.length > LONGEST_ADDRESS) {
      const words = "This address is too long to be one";
      told.problems.push({ line: row.line, column: "Image Src", words });
      return [];
    }
    const typed = cellOf(row, "Image Position").trim();
    const position = /^\d{1,6}$/.test(typed) ? Number(typed) : Number.MAX_SAFE_INTEGER;
    const altText = cellOf(row, "Image Alt Text").trim();
    return [{ address, altText, line: row.line, position, place }];
  });
  if (found.length === 0) return null;
  const inOrder = found.sort((a, b) => a.position - b.position || a.place - b.place);
  const once = new Map<string, FileImage>();
  for (const { address, altText, line } of inOrder) {
    const key = ownMediaId(address) ?? address;
    if (!once.has(key)) once.set(key, { address, altText, line });
  }
  return [...once.values()];
}
