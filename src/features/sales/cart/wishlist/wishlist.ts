import type { PendingChanges, SentChange } from "../sync/pending-change.ts";
import { ageOf } from "../sync/pending-change.ts";

export type SentSaved = SentChange & { readonly id: string; readonly saved: boolean };

/** Saving one more drops the oldest. */
export const MAX_SAVED = 100;

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Newest first, each once; anything else reads as empty. */
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

/** The list with this product once, at `index`, by default first. */
export function withSaved(ids: readonly string[], id: string, index = 0): readonly string[] {
  const others = without(ids, id);
  return [...others.slice(0, index), id, ...others.slice(index)].slice(0, MAX_SAVED);
}

/** Unchanged when the id is not saved. */
export function without(ids: readonly string[], id: string): readonly string[] {
  return ids.filter((other) => other !== id);
}

export type WishlistCopy = { readonly ids: readonly string[]; readonly changes: PendingChanges };

/** Every unsynced change; the whole list from a device without an account. */
export function savedToSend(
  { ids, changes }: WishlistCopy,
  { storedFor, nowMs }: { storedFor: string | null; nowMs: number },
): SentSaved[] {
  const keys = new Set(storedFor === null ? [...ids, ...changes.keys()] : changes.keys());
  return [...keys].map((id) => ({
    id,
    saved: ids.includes(id),
    agoMs: ageOf(changes.get(id), nowMs),
    guest: changes.get(id)?.guest ?? false,
  }));
}

/** The server's list, except for changes made meanwhile. */
export function applyWishlistResponse(
  now: WishlistCopy,
  sent: WishlistCopy,
  response: readonly string[],
): WishlistCopy {
  const isChanged = (id: string) => now.ids.includes(id) !== sent.ids.includes(id);
  const ids = [...now.ids.filter(isChanged), ...response.filter((id) => !isChanged(id))];
  return {
    ids: ids.slice(0, MAX_SAVED),
    changes: new Map([...now.changes].filter(([id]) => isChanged(id))),
  };
}
