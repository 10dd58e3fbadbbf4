import { useSyncExternalStore } from "react";
import { parseWishlist, without, withSaved } from "#features/sales/cart/wishlist/wishlist.ts";
import { createListeners, readStored, writeStored } from "#ui/browser-storage.ts";
import { sayStatus } from "#ui/status-message.tsx";
import { showToast } from "#ui/toast-store.ts";
import { recordPendingChanges } from "../cart/pending-change.browser.ts";

const STORAGE_KEY = "wishlist";

export const WISHLIST_CHANGES_KEY = "wishlist_changes";

const none: readonly string[] = [];
let held: { readonly text: string | null; readonly ids: readonly string[] } = {
  text: null,
  ids: none,
};
/** True after storing failed. */
let memoryOnly = false;
const listeners = createListeners();

/** The newest is first. Returns the same array until something changes. */
export function savedIds(): readonly string[] {
  if (memoryOnly) return held.ids;
  const text = readStored(STORAGE_KEY);
  if (text === undefined) memoryOnly = true;
  else if (text !== held.text) held = { text, ids: parseWishlist(text) };
  return held.ids;
}

/** Reports changes in any tab; returns an unsubscribe function. */
export const subscribeToWishlist = listeners.subscribe;

/** Shows the server's merged list, which is not a change by the visitor. */
export function receiveWishlist(ids: readonly string[]): void {
  const text = ids.length === 0 ? null : JSON.stringify(ids);
  memoryOnly = !writeStored(STORAGE_KEY, text);
  held = { text, ids };
  listeners.notify();
}

function change(ids: readonly string[], id: string): void {
  recordPendingChanges(WISHLIST_CHANGES_KEY, [id]);
  receiveWishlist(ids);
}

const SAVED = "Saved to your wishlist";
const REMOVED = "Removed from your wishlist";

/** Offers Undo, which restores the product's position. */
export function toggleSaved(id: string): void {
  const ids = savedIds();
  const position = ids.indexOf(id);
  const wasSaved = position >= 0;
  change(wasSaved ? without(ids, id) : withSaved(ids, id), id);
  showToast({
    kind: wasSaved ? "info" : "success",
    title: wasSaved ? REMOVED : SAVED,
    action: {
      label: "Undo",
      onSelect: () => {
        change(wasSaved ? withSaved(savedIds(), id, position) : without(savedIds(), id), id);
        sayStatus(wasSaved ? SAVED : REMOVED);
      },
    },
  });
}

/** False on the server, because pages are shared between visitors. */
export function useIsSaved(id: string): boolean {
  return useSyncExternalStore(
    subscribeToWishlist,
    () => savedIds().includes(id),
    () => false,
  );
}

/** Null on the server and in the first render. */
export function useSavedIds(): readonly string[] | null {
  return useSyncExternalStore<readonly string[] | null>(subscribeToWishlist, savedIds, () => null);
}
