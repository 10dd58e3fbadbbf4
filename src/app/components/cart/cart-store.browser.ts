import { useSyncExternalStore } from "react";
import type { Cart, CartLine, ChosenVariant } from "#features/cart/cart.ts";
import {
  addLine,
  cartRefusalMessage,
  changedLineKeys,
  countItems,
  removeLine,
  restoreLine,
  setQuantity,
  toCartLine,
} from "#features/cart/cart.ts";
import type { CartRepair } from "#features/cart/stored-cart.ts";
import { parseCart, serializeCart } from "#features/cart/stored-cart.ts";
import { showToast } from "#ui/toast-store.ts";
import { recordPendingChanges } from "./pending-change.browser.ts";

const STORAGE_KEY = "cart";

/** Where the moments of change lie: beside the cart, whose shape is the specification's. */
export const CART_CHANGES_KEY = "cart_changes";

/** The cart as the page knows it; `ready` is false on the server and until the browser has read its storage. */
type CartState = {
  readonly ready: boolean;
  readonly cart: Cart;
  readonly open: boolean;
  /** What was mended while reading; null when the browser keeps no cart at all. */
  readonly repairs: ReadonlyMap<CartRepair, number> | null;
};

const whole: CartState["repairs"] = new Map();
const unread: CartState = { ready: false, cart: [], open: false, repairs: whole };

let state = unread;
/** True once storing failed: what is in memory is then the only truth. */
let memoryOnly = false;
const listeners = new Set<() => void>();

function set(next: Partial<CartState>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

function storedState(): Pick<CartState, "cart" | "repairs"> {
  try {
    return parseCart(localStorage.getItem(STORAGE_KEY));
  } catch {
    memoryOnly = true;
    return { cart: state.cart, repairs: null };
  }
}

/** Reads the storage once, on the first look after hydration. */
function current(): CartState {
  if (!state.ready) state = { ...state, ready: true, ...storedState() };
  return state;
}

function reread(): void {
  if (!memoryOnly) set(storedState());
}

function onStorage(event: StorageEvent): void {
  // A null key is the whole storage being cleared.
  if (event.key === STORAGE_KEY || event.key === null) reread();
}

/** A page that comes back from the browser's page cache has missed what other tabs did. */
function onPageShow(event: PageTransitionEvent): void {
  if (event.persisted) reread();
}

/** Calls back after every change of the cart, whichever tab made it; answers how to stop. */
export function subscribeToCart(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener("storage", onStorage);
    window.addEventListener("pageshow", onPageShow);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener("storage", onStorage);
    window.removeEventListener("pageshow", onPageShow);
  };
}

/** Stores what the shopper did, and when. */
function store(cart: Cart): void {
  recordPendingChanges(CART_CHANGES_KEY, changedLineKeys(newest(), cart));
  write(cart);
}

function write(cart: Cart): void {
  const text = serializeCart(cart);
  try {
    if (text === null) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, text);
    memoryOnly = false;
    set({ ready: true, cart, repairs: whole });
  } catch {
    memoryOnly = true;
    set({ ready: true, cart, repairs: null });
  }
}

/** The newest cart: another tab may have changed it a moment ago. */
function newest(): Cart {
  current();
  return memoryOnly ? state.cart : storedState().cart;
}

/** Adds one piece, says so in the specification's words and opens the cart; false, with the reason told, when it is full. */
export function addToCart(piece: ChosenVariant): boolean {
  const added = addLine(newest(), toCartLine(piece));
  if (!added.ok) {
    showToast({ kind: "error", title: cartRefusalMessage(added.error) });
    return false;
  }
  store(added.value);
  showToast({
    kind: "success",
    title: `${piece.product.name} (Size: ${piece.size}) added to your cart`,
  });
  openCart();
  return true;
}

/** Sets a line's pieces; 0 or below removes it, which can be undone. */
export function changeQuantity(line: CartLine, quantity: number): void {
  if (quantity <= 0) removeFromCart(line);
  else store(setQuantity(newest(), line.cartItemId, quantity));
}

/** Removes a line, says so in the specification's words and offers to put it back. */
export function removeFromCart(line: CartLine): void {
  const before = newest();
  const position = before.findIndex((other) => other.cartItemId === line.cartItemId);
  const removed = before[position];
  if (!removed) return;
  store(removeLine(before, line.cartItemId));
  showToast({
    title: "Item removed from cart",
    action: { label: "Undo", onSelect: () => store(restoreLine(newest(), removed, position)) },
  });
}

/** Writes the cart to the browser's storage once more before the way to checkout (specification 4). */
export function keepCart(): void {
  store(newest());
}

/** Replaces the lines, after checkout told the shopper what changed. */
export function replaceCart(cart: Cart): void {
  store(cart);
}

/** Empties the cart and removes its entry: the success page only (specification 4). */
export function clearCart(): void {
  store([]);
}

/** The cart at this moment, for telling the server; null where the browser keeps none, so that there is nothing to follow anybody. */
export function storedLines(): Cart | null {
  const cart = newest();
  return memoryOnly ? null : cart;
}

/** Shows what the server made of the cart: no change of the shopper's. */
export function receiveCart(cart: Cart): void {
  if (serializeCart(cart) !== serializeCart(newest())) write(cart);
}

/** Opens the cart sidebar. */
export function openCart(): void {
  current();
  set({ open: true });
}

/** Closes the cart sidebar. */
export function closeCart(): void {
  set({ open: false });
}

/** What the frame of every page shows of the cart; lines with their sums are `usePricedCart`, downloaded with what shows them. */
export type CartView = {
  /** False on the server and in the first render: show the shape of a cart, never an empty one. */
  readonly ready: boolean;
  readonly cart: Cart;
  /** The figure in the header. */
  readonly pieces: number;
  readonly repairs: CartState["repairs"];
};

/** The cart, kept in step with every tab; empty and not ready on the server, so that hydration is stable. */
export function useCart(): CartView {
  const { ready, cart, repairs } = useSyncExternalStore(subscribeToCart, current, () => unread);
  return { ready, cart, pieces: countItems(cart), repairs };
}

/** Whether the sidebar is open; false on the server. */
export function useCartOpen(): boolean {
  return useSyncExternalStore(subscribeToCart, current, () => unread).open;
}

/** How to add a chosen piece; the same function in every render. */
export function useAddToCart(): (piece: ChosenVariant) => boolean {
  return addToCart;
}
