import { parseCart } from "#features/cart/stored-cart.ts";
import type { CartCopy } from "#features/cart/sync/cart-sync.ts";
import { applyCartResponse, linesToSend } from "#features/cart/sync/cart-sync.ts";
import type { PendingChanges } from "#features/cart/sync/pending-change.ts";
import { isUnsynced, parsePendingChanges } from "#features/cart/sync/pending-change.ts";
import type { WishlistCopy } from "#features/cart/wishlist/wishlist.ts";
import { applyWishlistResponse, savedToSend } from "#features/cart/wishlist/wishlist.ts";
import { isHintedSignedIn } from "#features/identity/signed-in-hint.browser.ts";
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

/** Where the device remembers whose cart and wishlist it holds; absent while they are a visitor's. */
const KEPT_FOR_KEY = "kept_for";

/** What the server answers to a device. */
export type SyncResponse = {
  readonly keptFor: string;
  readonly cart: { lines: unknown; unknown: readonly string[]; dropped: number };
  readonly wishlist: { ids: readonly string[] };
};

/** "done": both sides are the same; "again": worth another try; "refused": no use before something changes. */
type Exchange = "done" | "again" | "refused";

type Copies = { cart: CartCopy; wishlist: WishlistCopy };

function readMarks(storageKey: string): PendingChanges {
  return parsePendingChanges(localStorage.getItem(storageKey));
}

/** What the device holds at this moment; null where it keeps nothing. */
function readCopies(): Copies | null {
  const cart = storedLines();
  if (cart === null) return null;
  return {
    cart: { cart, marks: readMarks(CART_CHANGES_KEY) },
    wishlist: { ids: savedIds(), marks: readMarks(WISHLIST_CHANGES_KEY) },
  };
}

function applySyncResponse(sent: Copies, answer: SyncResponse): void {
  const now = readCopies();
  if (!now) return;
  const { unknown, dropped } = answer.cart;
  const { cart: lines } = parseCart(answer.cart.lines);
  const cart = applyCartResponse(now.cart, sent.cart, { lines, unknown });
  const wishlist = applyWishlistResponse(now.wishlist, sent.wishlist, answer.wishlist.ids);
  receiveCart(cart.cart);
  writePendingChanges(CART_CHANGES_KEY, [...cart.marks]);
  receiveWishlist(wishlist.ids);
  writePendingChanges(WISHLIST_CHANGES_KEY, [...wishlist.marks]);
  // Last: until then what is left of another account's changes is told as that account's.
  localStorage.setItem(KEPT_FOR_KEY, answer.keptFor);
  if (dropped > 0) {
    showToast({ title: "Your cart is full", description: "The pieces changed last were kept." });
  }
}

/** Whether the device has changes that the server may not have. */
function hasUnsent(): boolean {
  if (storedLines() === null) return false;
  return [CART_CHANGES_KEY, WISHLIST_CHANGES_KEY].some((key) => isUnsynced(readMarks(key)));
}

/**
 * Tells the server what changed on this device and takes over what it answers. When the page is being left nobody waits for the answer: the
 * same is told again on the next page, which changes nothing more.
 */
async function exchange({ leaving }: { leaving: boolean }): Promise<Exchange> {
  const sent = readCopies();
  if (!sent) return "refused";
  try {
    const keptFor = localStorage.getItem(KEPT_FOR_KEY);
    const side = { keptFor, nowMs: Date.now() };
    const response = await fetch("/cart/sync", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({
        keptFor,
        cart: linesToSend(sent.cart, side),
        wishlist: savedToSend(sent.wishlist, side),
      }),
      keepalive: leaving,
    });
    if (!response.ok)
      return response.status >= 500 || response.status === 429 ? "again" : "refused";
    // Nobody is signed in any more.
    if (response.status === 204) return "refused";
    applySyncResponse(sent, (await response.json()) as SyncResponse);
    return "done";
  } catch {
    return "again";
  }
}

/** Several presses on a stepper are one change. */
const SETTLE_MS = 800;

/** How long what other devices did may go unnoticed when the shopper comes back or goes from page to page. */
const STALE_MS = 60_000;

/** Waits between tries on a weak network; after the last one the next change, page or return of the network tries again. */
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

/** Only the tab that is looked at speaks: the others hear of it through the storage. */
function onChange(): void {
  if (document.visibilityState !== "visible" || !hasUnsent()) return;
  failures = 0;
  plan(SETTLE_MS);
}

function onVisibility(): void {
  if (document.visibilityState === "visible") keepInStep();
  else onLeave();
}

/** Phones end a page without a word: being hidden is the last moment that is sure. */
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

/** Asks the server once it is worth asking: on the first page, after a while, and while something is untold. For the browser only. */
export function keepInStep(): void {
  if (!started) start();
  if (hasUnsent() || performance.now() - lastMs > STALE_MS) plan(0);
}
