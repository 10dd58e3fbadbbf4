import type { ProductPreview } from "./product.ts";

/** Stored in this browser, without the price. */
export type ViewedProduct = Pick<ProductPreview, "id" | "name" | "image">;

/** Prices are keyed by `productPriceKey`: null when sold out, missing when deleted. */
export type CurrentPrices = Readonly<Record<string, string | null>>;

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MAX_NAME_LENGTH = 200;

export const MAX_VIEWED = 12;

/** The key is the last 32 random bits of an id, for shorter responses. */
export function productPriceKey(id: string): string {
  return id.slice(-8);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isId = (value: unknown): value is string => typeof value === "string" && ID.test(value);

const share = (value: unknown): number =>
  typeof value === "number" && value >= 0 && value <= 1 ? value : 0.5;

function readItem(value: unknown): ViewedProduct | null {
  if (!isRecord(value) || !isId(value.id) || typeof value.name !== "string") return null;
  const name = value.name.trim().slice(0, MAX_NAME_LENGTH);
  if (name === "") return null;
  const { id } = value;
  // Earlier versions of the shop stored it as `picture`.
  const image = value.image ?? value.picture;
  if (!isRecord(image) || !isId(image.id)) return { id, name, image: null };
  const { focalX, focalY } = image;
  return { id, name, image: { id: image.id, focalX: share(focalX), focalY: share(focalY) } };
}

/** Reads the stored list; drops invalid and repeated entries. Never throws. */
export function parseViewed(stored: string | null): ViewedProduct[] {
  let decoded: unknown;
  try {
    decoded = JSON.parse(stored ?? "[]");
  } catch {
    return [];
  }
  if (!Array.isArray(decoded)) return [];
  const items = new Map<string, ViewedProduct>();
  for (const value of decoded) {
    const item = readItem(value);
    if (item && !items.has(item.id) && items.size < MAX_VIEWED) items.set(item.id, item);
  }
  return [...items.values()];
}

/** Lists stored products with a page, at today's price, without the current one. */
export function shownProducts(
  items: readonly ViewedProduct[],
  prices: CurrentPrices,
  except: string | null,
): (ViewedProduct & { price: string | null })[] {
  return items.flatMap((item) => {
    const price = prices[productPriceKey(item.id)];
    return price === undefined || item.id === except ? [] : [{ ...item, price }];
  });
}
