/** Most pieces a wishlist holds; saving another lets the one saved first go. */
export const MAX_SAVED = 100;

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Reads whatever lies in the browser's storage without ever throwing: ids of products, the newest first, each once. */
export function parseWishlist(stored: string | null): readonly string[] {
  try {
    const list: unknown = JSON.parse(stored ?? "[]");
    if (!Array.isArray(list)) return [];
    const ids = list.filter((id): id is string => typeof id === "string" && ID.test(id));
    return [...new Set(ids)].slice(0, MAX_SAVED);
  } catch {
    return [];
  }
}

/** The list with this piece at a place, the front unless told, and only there. */
export function withSaved(ids: readonly string[], id: string, place = 0): readonly string[] {
  const others = without(ids, id);
  return [...others.slice(0, place), id, ...others.slice(place)].slice(0, MAX_SAVED);
}

/** The list without this piece. */
export function without(ids: readonly string[], id: string): readonly string[] {
  return ids.filter((other) => other !== id);
}
