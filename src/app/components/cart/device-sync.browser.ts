import { createSync } from "#app/web/create-sync.browser.ts";
import { isHintedSignedIn } from "#features/base/identity/signed-in-hint.browser.ts";
import { parseCart } from "#features/sales/cart/stored-cart.ts";
import type { CartCopy } from "#features/sales/cart/sync/cart-sync.ts";
import { applyCartResponse, linesToSend } from "#features/sales/cart/sync/cart-sync.ts";
import type { PendingChanges } from "#features/sales/cart/sync/pending-change.ts";
import { isUnsynced, parsePendingChanges } from "#features/sales/cart/sync/pending-change.ts";
import type { WishlistCopy } from "#features/sales/cart/wishlist/wishlist.ts";
import { applyWishlistResponse, savedToSend } from "#features/sales/cart/wishlist/wishlist.ts";
import { readEntryText } from "#ui/browser-storage.ts";
import { showToast } from "#ui/toast-store.ts";
import {
  receiveWishlist,
  savedIds,
  subscribeToWishlist,
  WISHLIST_CHANGES_KEY,
} from "../wishlist/wishlist-store.browser.ts";
import {
  CART_CHANGES_KEY,
  receiveCart,
  storedLines,
  subscribeToCart,
} from "./cart-store.browser.ts";
import { writePendingChanges } from "./pending-change.browser.ts";

/** Account whose data the device holds; absent for visitors. */
const SYNCED_FOR_KEY = "kept_for";

export type SyncResponse = {
  readonly storedFor: string;
  readonly cart: { lines: unknown; unknown: readonly string[]; dropped: number };
  readonly wishlist: { ids: readonly string[] };
};

type Copies = { cart: CartCopy; wishlist: WishlistCopy };

function readChanges(storageKey: string): PendingChanges {
  return parsePendingChanges(localStorage.getItem(storageKey));
}

/** Null when the device stores nothing. */
function readCopies(): Copies | null {
  const cart = storedLines();
  if (cart === null) return null;
  return {
    cart: { cart, changes: readChanges(CART_CHANGES_KEY) },
    wishlist: { ids: savedIds(), changes: readChanges(WISHLIST_CHANGES_KEY) },
  };
}

function applySyncResponse(merged: SyncResponse, sent: Copies): void {
  const now = readCopies();
  if (!now) return;
  const { unknown, dropped } = merged.cart;
  const { cart: lines } = parseCart(merged.cart.lines);
  const cart = applyCartResponse(now.cart, sent.cart, { lines, unknown });
  const wishlist = applyWishlistResponse(now.wishlist, sent.wishlist, merged.wishlist.ids);
  receiveCart(cart.cart);
  writePendingChanges(CART_CHANGES_KEY, [...cart.changes]);
  receiveWishlist(wishlist.ids);
  writePendingChanges(WISHLIST_CHANGES_KEY, [...wishlist.changes]);
  // Last: until here, remaining changes belong to the previous account.
  localStorage.setItem(SYNCED_FOR_KEY, merged.storedFor);
  if (dropped > 0) {
    showToast({ title: "Your cart is full", description: "We kept the items you changed last." });
  }
}

function hasUnsent(): boolean {
  if (storedLines() === null) return false;
  return [CART_CHANGES_KEY, WISHLIST_CHANGES_KEY].some((key) => isUnsynced(readChanges(key)));
}

function readForServer(): { sent: Copies; body: unknown } | null {
  const sent = readCopies();
  if (!sent) return null;
  const storedFor = localStorage.getItem(SYNCED_FOR_KEY);
  const side = { storedFor, nowMs: Date.now() };
  const cart = linesToSend(sent.cart, side);
  return { sent, body: { storedFor, cart, wishlist: savedToSend(sent.wishlist, side) } };
}

/** The account was deleted, here or on another device: what this browser holds of it leaves. The cart is the browser's own. */
function forgetDeletedAccount(): void {
  receiveWishlist([]);
  writePendingChanges(WISHLIST_CHANGES_KEY, []);
  localStorage.removeItem(SYNCED_FOR_KEY);
  if (!readEntryText("measured-people")) return;
  import("../measuring/people-sync.browser.ts").then(
    ({ forgetDeletedPeople }) => forgetDeletedPeople(),
    () => undefined,
  );
}

const cartSync = createSync<Copies, SyncResponse>({
  url: "/cart/sync",
  account: () => localStorage.getItem(SYNCED_FOR_KEY),
  onOutcome: (outcome) => {
    if (outcome === "deleted") forgetDeletedAccount();
  },
  read: readForServer,
  apply: applySyncResponse,
  hasUnsent,
  subscribe: (listener) => {
    subscribeToCart(listener);
    subscribeToWishlist(listener);
  },
  isSignedIn: isHintedSignedIn,
});

/** Syncs the cart and the wishlist of a customer (ADR 0013, `createSync`). Browser only. */
export function keepInStep(): void {
  // Measured people follow the account as well; most devices have none.
  if (readEntryText("measured-people")) {
    import("../measuring/people-sync.browser.ts").then(
      ({ keepPeopleInStep }) => keepPeopleInStep(),
      () => undefined,
    );
  }
  cartSync.keepInStep();
}
