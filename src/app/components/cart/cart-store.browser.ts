import { useSyncExternalStore } from "react";
import type { Cart, CartLine, ChosenVariant } from "#features/cart/cart.ts";
import {
  addLine,
  availableOfChoice,
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
import { createListeners, readStored, writeStored } from "#ui/browser-storage.ts";
import { showToast } from "#ui/toast-store.ts";
import { recordPendingChanges } from "./pending-change.browser.ts";

const STORAGE_KEY = "cart";

/** Times of change, stored beside the cart, whose shape the specification fixes. */
export const CART_CHANGES_KEY = "cart_changes";

/** `ready` is false on the server and until the browser has read its storage. */
type CartState = {
  readonly ready: boolean;
  readonly cart: Cart;
  readonly open: boolean;
  /** The message of the addition that opened the cart; null when it was opened otherwise. */
  readonly added: string | null;
  /** What was repaired while reading; null when the browser stores no cart. */
  readonly repairs: ReadonlyMap<CartRepair, number> | null;
};

const whole: CartState["repairs"] = new Map();
const unread: CartState = { ready: false, cart: [], open: false, added: null, repairs: whole };

let state = unread;
/** True once storing failed: only memory holds the cart then. */
let memoryOnly = false;
const listeners = createListeners(onOutside);

function set(next: Partial<CartState>): void {
  state = { ...state, ...next };
  listeners.notify();
}

function storedState(): Pick<CartState, "cart" | "repairs"> {
  const text = readStored(STORAGE_KEY);
  if (text !== undefined) return parseCart(text);
  memoryOnly = true;
  return { cart: state.cart, repairs: null };
}

/** Reads the storage once, after hydration. */
function current(): CartState {
  if (!state.ready) state = { ...state, ready: true, ...storedState() };
  return state;
}

/** Rereads after another tab's change of the cart (a null key clears everything), and on a page from the back/forward cache. */
function onOutside(event: Event): void {
  const concerns =
    event instanceof StorageEvent
      ? event.key === STORAGE_KEY || event.key === null
      : (event as PageTransitionEvent).persisted;
  if (concerns && !memoryOnly) set(storedState());
}

/** Calls back after every change in any tab; returns how to unsubscribe. */
export const subscribeToCart = listeners.subscribe;

/** Stores the cart and when it changed. */
function store(cart: Cart): void {
  recordPendingChanges(CART_CHANGES_KEY, changedLineKeys(newest(), cart));
  write(cart);
}

function write(cart: Cart): void {
  const text = serializeCart(cart);
  memoryOnly = !writeStored(STORAGE_KEY, text);
  set({ ready: true, cart, repairs: memoryOnly ? null : whole });
}

/** The newest cart: another tab may have changed it. */
function newest(): Cart {
  current();
  return memoryOnly ? state.cart : storedState().cart;
}

/** Adds one item, shows a toast and opens the cart; false when the cart is full or has all that are left. */
export function addToCart(item: ChosenVariant): boolean {
  const available = availableOfChoice(item);
  const added = addLine(newest(), toCartLine(item), available);
  if (!added.ok) {
    showToast({ kind: "error", title: cartRefusalMessage(added.error, available) });
    return false;
  }
  store(added.value);
  current();
  set({ open: true, added: `${item.product.name} (Size: ${item.size}) added to your cart` });
  return true;
}

/** Sets a line's quantity; 0 or below removes the line, which can be undone. */
export function changeQuantity(line: CartLine, quantity: number): void {
  if (quantity <= 0) removeFromCart(line);
  else store(setQuantity(newest(), line.cartItemId, quantity));
}

/** Removes a line; the toast offers Undo. */
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

/** Stores the cart once more before checkout (specification 4). */
export function keepCart(): void {
  store(newest());
}

/** Replaces the lines after checkout reported what changed. */
export function replaceCart(cart: Cart): void {
  store(cart);
}

/** Empties the cart and removes its entry; for the success page only (specification 4). */
export function clearCart(): void {
  store([]);
}

/** The cart to send to the server; null where the browser stores none. */
export function storedLines(): Cart | null {
  const cart = newest();
  return memoryOnly ? null : cart;
}

/** Shows the cart as the server merged it; not a change by the visitor. */
export function receiveCart(cart: Cart): void {
  if (serializeCart(cart) !== serializeCart(newest())) write(cart);
}

export function openCart(): void {
  current();
  set({ open: true, added: null });
}

export function closeCart(): void {
  set({ open: false });
}

/** What every page's layout shows of the cart. Lines with sums are `usePricedCart`, loaded with what shows them. */
export type CartView = {
  /** False on the server and in the first render: show a skeleton, not an empty cart. */
  readonly ready: boolean;
  readonly cart: Cart;
  /** The count in the header. */
  readonly itemCount: number;
  readonly repairs: CartState["repairs"];
};

/** The cart, in step with every tab; empty and not ready on the server, so that hydration is stable. */
export function useCart(): CartView {
  const { ready, cart, repairs } = useSyncExternalStore(subscribeToCart, current, () => unread);
  return { ready, cart, itemCount: countItems(cart), repairs };
}

/** False on the server. */
export function useCartOpen(): boolean {
  return useSyncExternalStore(subscribeToCart, current, () => unread).open;
}

/** What the open cart reports as just added (specification 4). */
export const addedMessage = (): string | null => current().added;

/** The same, null on the server. */
export function useAddedMessage(): string | null {
  return useSyncExternalStore(subscribeToCart, addedMessage, () => null);
}

/** The function that adds an item; the same in every render. */
export function useAddToCart(): (item: ChosenVariant) => boolean {
  return addToCart;
}
