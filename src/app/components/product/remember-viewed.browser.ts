import type { ProductSummary } from "#features/catalog/product.ts";
import { MAX_VIEWED } from "#features/catalog/recently-viewed.ts";
import { readStoredJson, writeStored } from "#ui/browser-storage.ts";

export const VIEWED_KEY = "recently-viewed";

function storedList(): readonly unknown[] {
  const list = readStoredJson(VIEWED_KEY);
  return Array.isArray(list) ? list : [];
}

/**
 * Remembers a viewed product in this browser only, newest first. The stored list is validated when it is shown (`parseViewed`), because
 * this code runs on every product page.
 */
export function rememberViewed({ id, name, images: [first] }: ProductSummary): void {
  const image = first ? { id: first.id, focalX: first.focalX, focalY: first.focalY } : null;
  const others = storedList().filter((each) => (each as { id?: unknown } | null)?.id !== id);
  const list = [{ id, name, picture: image }, ...others].slice(0, MAX_VIEWED);
  writeStored(VIEWED_KEY, JSON.stringify(list));
}

/** Checked before anything is downloaded to show them. */
export function hasViewedProducts(): boolean {
  return storedList().length > 0;
}
