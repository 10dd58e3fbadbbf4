import type { ProductPreview } from "#features/catalog/product.ts";

/** A piece this browser remembers; its price is asked for when it is shown, because it may have changed. */
export type ViewedProduct = Pick<ProductPreview, "id" | "name" | "picture">;

/** What pieces cost now, by `productPriceKey`: null when sold out, absent when the piece is gone. */
export type CurrentPrices = Readonly<Record<string, string | null>>;

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const LONGEST_NAME = 200;

/** How many pieces a browser remembers. */
export const MAX_VIEWED = 12;

/** The end of a piece's id, random enough to tell pieces apart (32 bits) and a fifth of its length. */
export function productPriceKey(id: string): string {
  return id.slice(-8);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isId = (value: unknown): value is string => typeof value === "string" && ID.test(value);

const share = (value: unknown): number =>
  typeof value === "number" && value >= 0 && value <= 1 ? value : 0.5;

function readPiece(value: unknown): ViewedProduct | null {
  if (!isRecord(value) || !isId(value.id) || typeof value.name !== "string") return null;
  const name = value.name.trim().slice(0, LONGEST_NAME);
  if (name === "") return null;
  const { id, picture } = value;
  if (!isRecord(picture) || !isId(picture.id)) return { id, name, picture: null };
  const { focalX, focalY } = picture;
  return { id, name, picture: { id: picture.id, focalX: share(focalX), focalY: share(focalY) } };
}

/** Reads whatever lies in the browser's storage without ever throwing: what is no piece is left out, a piece stands once. */
export function parseViewed(stored: string | null): ViewedProduct[] {
  let decoded: unknown;
  try {
    decoded = JSON.parse(stored ?? "[]");
  } catch {
    return [];
  }
  if (!Array.isArray(decoded)) return [];
  const pieces = new Map<string, ViewedProduct>();
  for (const value of decoded) {
    const piece = readPiece(value);
    if (piece && !pieces.has(piece.id) && pieces.size < MAX_VIEWED) pieces.set(piece.id, piece);
  }
  return [...pieces.values()];
}

/** What is shown of them: the pieces that still have a page, each with its price of today, without the one being looked at. */
export function shownProducts(
  pieces: readonly ViewedProduct[],
  prices: CurrentPrices,
  except: string | null,
): (ViewedProduct & { price: string | null })[] {
  return pieces.flatMap((piece) => {
    const price = prices[productPriceKey(piece.id)];
    return price === undefined || piece.id === except ? [] : [{ ...piece, price }];
  });
}
