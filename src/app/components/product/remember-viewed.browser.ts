import type { ProductSummary } from "#features/catalog/products/product.ts";
import { MAX_VIEWED } from "#features/catalog/products/recently-viewed.ts";
import { readStoredJson, writeStored } from "#ui/browser-storage.ts";

export const VIEWED_KEY = "recently-viewed";

function storedList(): readonly unknown[] {
  const list = readStoredJson(VIEWED_KEY);
  return Array.isArray(list) ? list : [];
}

/** Newest first, in this browser. `parseViewed` validates, because this runs on every product page. */
export function rememberViewed({ id, name, images: [first] }: ProductSummary): void {
  const image = first ? { id: first.id, focalX: first.focalX, focalY: first.focalY } : null;
  const others = storedList().filter((each) => (each as { id?: unknown } | null)?.id !== id);
  const list = [{ id, name, image }, ...others].slice(0, MAX_VIEWED);
  writeStored(VIEWED_KEY, JSON.stringify(list));
}

/** Avoids downloading the list's script for an empty list. */
export function hasViewedProducts(): boolean {
  return storedList().length > 0;
}
