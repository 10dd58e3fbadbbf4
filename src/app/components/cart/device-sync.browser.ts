import { isHintedSignedIn } from "#features/base/identity/signed-in-hint.browser.ts";
import { parseCart } from "#features/sales/cart/stored-cart.ts";
import type { CartCopy } from "#features/sales/cart/sync/cart-sync.ts";
import { applyCartResponse, linesToSend } from "#features/sales/cart/sync/cart-sync.ts";
import type { PendingChanges } from "#features/sales/cart/sync/pending-change.ts";
import { isUnsynced, parsePendingChanges } from "#features/sales/cart/sync/pending-change.ts";
import type { WishlistCopy } from "#features/sales/cart/wishlist/wishlist.ts";
import { applyWishlistResponse, savedToSend } from "#features/sales/cart/wishlist/wishlist.ts";
import { readStored } from "#ui/browser-storage.ts";
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

/** "again" may succeed later; "refused" cannot. */
type Exchange = "done" | "again" | "refused";

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

function applySyncResponse(sent: Copies, merged: SyncResponse): void {
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

/** A closing page does not wait: the next one resends harmlessly. */
async function exchange({ leaving }: { leaving: boolean }): Promise<Exchange> {
  const sent = readCopies();
  if (!sent) return "refused";
  try {
    const storedFor = localStorage.getItem(SYNCED_FOR_KEY);
    const side = { storedFor, nowMs: Date.now() };
    const response = await fetch("/cart/sync", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({
        storedFor,
        cart: linesToSend(sent.cart, side),
        wishlist: savedToSend(sent.wishlist, side),
      }),
      keepalive: leaving,
    });
    if (!response.ok)
      return response.status >= 500 || response.status === 429 ? "again" : "refused";
    // The session has ended.
    if (response.status === 204) return "refused";
    applySyncResponse(sent, (await response.json()) as SyncResponse);
    return "done";
  } catch {
    return "again";
  }
}

/** Combines several stepper clicks into one change. */
const SETTLE_MS = 800;

/** Older state is synced when the visitor returns or changes the page. */
const STALE_MS = 60_000;

/** Later retries follow the next change, page or network return. */
const RETRY_MS = [2_000, 10_000, 60_000] as const;

let started = false;
let busy = false;
let failures = 0;
let lastMs = Number.NEGATIVE_INFINITY;
let timer: ReturnType<typeof setTimeout> | undefined;

function plan(afterMs: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void run(), afterMs);
}

async function run(): Promise<void> {
  if (!isHintedSignedIn()) return;
  if (busy) {
    plan(SETTLE_MS);
    return;
  }
  busy = true;
  const outcome = await exchange({ leaving: false });
  busy = false;
  if (outcome === "again") {
    const wait = RETRY_MS[failures];
    failures += 1;
    if (wait !== undefined) plan(wait);
    return;
  }
  failures = 0;
  lastMs = performance.now();
}

/** Only the visible tab syncs; the others read the storage. */
function onChange(): void {
  if (document.visibilityState !== "visible" || !hasUnsent()) return;
  failures = 0;
  plan(SETTLE_MS);
}

function onVisibility(): void {
  if (document.visibilityState === "visible") keepInStep();
  else onLeave();
}

/** Phones may end pages without an event, so being hidden counts. */
function onLeave(): void {
  if (!isHintedSignedIn() || !hasUnsent()) return;
  clearTimeout(timer);
  void exchange({ leaving: true });
}

function start(): void {
  started = true;
  subscribeToCart(onChange);
  subscribeToWishlist(onChange);
  document.addEventListener("visibilitychange", onVisibility);
  addEventListener("pagehide", onLeave);
  addEventListener("online", onChange);
}

/** Syncs on the first page, when stale and while changes are unsent. Browser only. */
export function keepInStep(): void {
  if (!started) start();
  // Measured people follow the account as well; most devices have none.
  if (readStored("measured-people")) {
    import("../measuring/people-sync.browser.ts").then(
      ({ keepPeopleInStep }) => keepPeopleInStep(),
      () => undefined,
    );
  }
  if (hasUnsent() || performance.now() - lastMs > STALE_MS) plan(0);
}
