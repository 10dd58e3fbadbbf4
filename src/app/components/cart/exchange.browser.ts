import { parseCart } from "#features/cart/stored-cart.ts";
import type { CartCopy } from "#features/cart/sync/cart-sync.ts";
import { linesToSend, withAnswer } from "#features/cart/sync/cart-sync.ts";
import type { ChangeMarks } from "#features/cart/sync/change-marks.ts";
import { isUntold, parseMarks } from "#features/cart/sync/change-marks.ts";
import type { WishlistCopy } from "#features/cart/wishlist/wishlist-sync.ts";
import { savedToSend, withSavedAnswer } from "#features/cart/wishlist/wishlist-sync.ts";
import { showToast } from "#ui/toast-store.ts";
import {
  receiveWishlist,
  savedIds,
  WISHLIST_CHANGES_KEY,
} from "../wishlist/wishlist-store.browser.ts";
import { CART_CHANGES_KEY, receiveCart, storedLines } from "./cart-store.browser.ts";
import { writeMarks } from "./change-marks.browser.ts";

/** Where the device remembers whose cart and wishlist it holds; absent while they are a visitor's. */
const KEPT_FOR_KEY = "kept_for";

/** What the server answers to a device. */
export type SyncAnswer = {
  readonly keptFor: string;
  readonly cart: { lines: unknown; unknown: readonly string[]; dropped: number };
  readonly wishlist: { ids: readonly string[] };
};

/** "done": both sides are the same; "again": worth another try; "refused": no use before something changes. */
export type Exchange = "done" | "again" | "refused";

type Copies = { cart: CartCopy; wishlist: WishlistCopy };

function readMarks(storageKey: string): ChangeMarks {
  return parseMarks(localStorage.getItem(storageKey));
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

function takeOver(sent: Copies, answer: SyncAnswer): void {
  const now = readCopies();
  if (!now) return;
  const { unknown, dropped } = answer.cart;
  const { cart: lines } = parseCart(answer.cart.lines);
  const cart = withAnswer(now.cart, sent.cart, { lines, unknown });
  const wishlist = withSavedAnswer(now.wishlist, sent.wishlist, answer.wishlist.ids);
  receiveCart(cart.cart);
  writeMarks(CART_CHANGES_KEY, [...cart.marks]);
  receiveWishlist(wishlist.ids);
  writeMarks(WISHLIST_CHANGES_KEY, [...wishlist.marks]);
  // Last: until then what is left of another account's changes is told as that account's.
  localStorage.setItem(KEPT_FOR_KEY, answer.keptFor);
  if (dropped > 0) {
    showToast({ title: "Your cart is full", description: "The pieces changed last were kept." });
  }
}

/** Whether the device has changes that the server may not have. */
export function hasUnsent(): boolean {
  if (storedLines() === null) return false;
  return [CART_CHANGES_KEY, WISHLIST_CHANGES_KEY].some((key) => isUntold(readMarks(key)));
}

/**
 * Tells the server what changed on this device and takes over what it answers. When the page is being left nobody waits for the answer: the
 * same is told again on the next page, which changes nothing more.
 */
export async function exchange({ leaving }: { leaving: boolean }): Promise<Exchange> {
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
    takeOver(sent, (await response.json()) as SyncAnswer);
    return "done";
  } catch {
    return "again";
  }
}
