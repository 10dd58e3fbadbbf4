import type { PendingChanges } from "../sync/pending-change.ts";
import { ageOf } from "../sync/pending-change.ts";
import { MAX_SAVED } from "./stored-wishlist.ts";
import type { SentSaved } from "./wishlist-sync-input.ts";

/** The wishlist of a device at one moment, with its changes that no server has taken over. */
export type WishlistCopy = { readonly ids: readonly string[]; readonly marks: PendingChanges };

/** What to tell the server: every change it has not taken over; from a device that was nobody's yet, the whole list. */
export function savedToSend(
  { ids, marks }: WishlistCopy,
  { keptFor, nowMs }: { keptFor: string | null; nowMs: number },
): SentSaved[] {
  const keys = new Set(keptFor === null ? [...ids, ...marks.keys()] : marks.keys());
  return [...keys].map((id) => ({
    id,
    saved: ids.includes(id),
    agoMs: ageOf(marks.get(id), nowMs),
    guest: marks.get(id)?.guest ?? false,
  }));
}

/** The device's list after an answer: what the server has, but what was changed here while the answer was under way as it is now. */
export function applyWishlistResponse(
  now: WishlistCopy,
  sent: WishlistCopy,
  answer: readonly string[],
): WishlistCopy {
  const isChanged = (id: string) => now.ids.includes(id) !== sent.ids.includes(id);
  const ids = [...now.ids.filter(isChanged), ...answer.filter((id) => !isChanged(id))];
  return {
    ids: ids.slice(0, MAX_SAVED),
    marks: new Map([...now.marks].filter(([id]) => isChanged(id))),
  };
}
