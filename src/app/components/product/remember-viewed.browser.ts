import type { ProductSummary } from "#features/catalog/product.ts";
import { MAX_VIEWED } from "#features/catalog/recently-viewed.ts";

/** Where this browser keeps the pieces that were looked at. */
export const VIEWED_KEY = "recently-viewed";

function storedList(): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(VIEWED_KEY) ?? "[]");
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

/**
 * Remembers in this browser, and nowhere else, that a product was looked at: the newest first, a piece seen again moves to the front, the
 * oldest is forgotten. What lies there already is judged when it is shown (`parseViewed`): this runs on every product's page.
 */
export function rememberViewed({ id, name, images: [first] }: ProductSummary): void {
  const picture = first ? { id: first.id, focalX: first.focalX, focalY: first.focalY } : null;
  const others = storedList().filter((each) => (each as { id?: unknown } | null)?.id !== id);
  const list = [{ id, name, picture }, ...others].slice(0, MAX_VIEWED);
  try {
    localStorage.setItem(VIEWED_KEY, JSON.stringify(list));
  } catch {
    // A browser that keeps nothing remembers nothing.
  }
}

/** Whether this browser remembers any piece: asked before anything is downloaded to show them. */
export function hasViewedProducts(): boolean {
  return storedList().length > 0;
}
