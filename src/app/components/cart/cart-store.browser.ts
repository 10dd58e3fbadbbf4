import { useSyncExternalStore } from "react";
import type { Cart, CartLine, ChosenVariant } from "#features/sales/cart/cart.ts";
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
} from "#features/sales/cart/cart.ts";
import type { CartRepair } from "#features/sales/cart/stored-cart.ts";
import { parseCart, serializeCart } from "#features/sales/cart/stored-cart.ts";
import { createListeners, readStored, writeStored } from "#ui/browser-storage.ts";
import { sayStatus } from "#ui/status-message.tsx";
import { showToast } from "#ui/toast-store.ts";
import { recordPendingChanges } from "./pending-change.browser.ts";

const STORAGE_KEY = "cart";

/** Stored apart because the specification fixes the cart's shape. */
export const CART_CHANGES_KEY = "cart_changes";

/** `ready` is false until the browser has read its storage. */
type CartState = {
  readonly ready: boolean;
  readonly cart: Cart;
  readonly open: boolean;
  /** Reports the addition that opened the cart. */
  readonly added: string | null;
  /** Null when the browser stores no cart. */
  readonly repairs: ReadonlyMap<CartRepair, number> | null;
};

const whole: CartState["repairs"] = new Map();
const unread: CartState = { ready: false, cart: [], open: false, added: null, repairs: whole };

let state = unread;
/** True after storing failed. */
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

/** Rereads after another tab's change (a null key clears all) and from the back/forward cache. */
function onOutside(event: Event): void {
  const concerns =
    event instanceof StorageEvent
      ? event.key === STORAGE_KEY || event.key === null
      : (event as PageTransitionEvent).persisted;
  if (concerns && !memoryOnly) set(storedState());
}

/** Reports changes in any tab; returns an unsubscribe function. */
export const subscribeToCart = listeners.subscribe;

function store(cart: Cart): void {
  recordPendingChanges(CART_CHANGES_KEY, changedLineKeys(newest(), cart));
  write(cart);
}

function write(cart: Cart): void {
  const text = serializeCart(cart);
  memoryOnly = !writeStored(STORAGE_KEY, text);
  set({ ready: true, cart, repairs: memoryOnly ? null : whole });
}

/** Another tab may have changed the cart. */
function newest(): Cart {
  current();
  return memoryOnly ? state.cart : storedState().cart;
}

/** Opens the cart; false when it is full or holds the whole stock. */
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

/** 0 or below removes the line; the toast offers Undo. */
export function changeQuantity(line: CartLine, quantity: number): void {
  if (quantity <= 0) removeFromCart(line);
  else store(setQuantity(newest(), line.cartItemId, quantity));
}

/** The toast offers Undo. */
export function removeFromCart(line: CartLine): void {
  const before = newest();
  const position = before.findIndex((other) => other.cartItemId === line.cartItemId);
  const removed = before[position];
  if (!removed) return;
  store(removeLine(before, line.cartItemId));
  showToast({
    title: "Item removed from cart",
    action: {
      label: "Undo",
      onSelect: () => {
        store(restoreLine(newest(), removed, position));
        sayStatus("Item is in the cart again");
      },
    },
  });
}

/** Stores the cart again before checkout (specification 4). */
export function keepCart(): void {
  store(newest());
}

/** Replaces the lines after checkout reported changes. */
export function replaceCart(cart: Cart): void {
  store(cart);
}

/** Only the success page calls it (specification 4). */
export function clearCart(): void {
  store([]);
}

/** Null when the browser stores no cart. */
export function storedLines(): Cart | null {
  const cart = newest();
  return memoryOnly ? null : cart;
}

/** Shows the server's merged cart, which is not a change by the visitor. */
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

/** Excludes prices, which `usePricedCart` loads on demand. */
export type CartView = {
  /** While false, show a skeleton instead of an empty cart. */
  readonly ready: boolean;
  readonly cart: Cart;
  readonly itemCount: number;
  readonly repairs: CartState["repairs"];
};

/** Empty and not ready on the server, so that hydration is stable. */
export function useCart(): CartView {
  const { ready, cart, repairs } = useSyncExternalStore(subscribeToCart, current, () => unread);
  return { ready, cart, itemCount: countItems(cart), repairs };
}

/** False on the server. */
export function useCartOpen(): boolean {
  return useSyncExternalStore(subscribeToCart, current, () => unread).open;
}

/** Announces the product that was added last (specification 4). */
export const addedMessage = (): string | null => current().added;

/** Null on the server. */
export function useAddedMessage(): string | null {
  return useSyncExternalStore(subscribeToCart, addedMessage, () => null);
}

/** The returned function is the same in every render. */
export function useAddToCart(): (item: ChosenVariant) => boolean {
  return addToCart;
}
