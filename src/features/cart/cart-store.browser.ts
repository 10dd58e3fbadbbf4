import { useSyncExternalStore } from "react";
import { showToast } from "#ui/toast-store.ts";
import type { Cart, CartLine } from "./cart.ts";
import {
  addLine,
  cartRefusalWords,
  countPieces,
  removeLine,
  restoreLine,
  setQuantity,
  unitPriceOf,
} from "./cart.ts";
import type { ChosenPiece } from "./piece.ts";
import { pieceLine } from "./piece.ts";
import { parseCart, repairWords, serializeCart } from "./stored-cart.ts";
import type { PricedLines } from "./upsell.ts";
import { priceLines } from "./upsell.ts";

const STORAGE_KEY = "cart";

/** The cart as the page knows it; `ready` is false on the server and until the browser has read its storage. */
type CartState = {
  readonly ready: boolean;
  readonly cart: Cart;
  readonly open: boolean;
  /** What was mended while reading, and whether the browser keeps the cart at all, in words. */
  readonly notes: readonly string[];
};

const NOT_KEPT = "This browser does not keep your cart: it is here until you close the page.";
const unread: CartState = { ready: false, cart: [], open: false, notes: [] };

let state = unread;
/** True once storing failed: what is in memory is then the only truth. */
let memoryOnly = false;
const listeners = new Set<() => void>();

function set(next: Partial<CartState>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

function storedState(): Pick<CartState, "cart" | "notes"> {
  try {
    const { cart, repairs } = parseCart(localStorage.getItem(STORAGE_KEY));
    return { cart, notes: repairWords(repairs) };
  } catch {
    memoryOnly = true;
    return { cart: state.cart, notes: [NOT_KEPT] };
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

function subscribe(listener: () => void): () => void {
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

function store(cart: Cart): void {
  const text = serializeCart(cart);
  try {
    if (text === null) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, text);
    memoryOnly = false;
    set({ ready: true, cart, notes: [] });
  } catch {
    memoryOnly = true;
    set({ ready: true, cart, notes: [NOT_KEPT] });
  }
}

/** The newest cart: another tab may have changed it a moment ago. */
function newest(): Cart {
  current();
  return memoryOnly ? state.cart : storedState().cart;
}

/** Adds one piece, says so in the specification's words and opens the cart; false, with the reason told, when it is full. */
export function addToCart(piece: ChosenPiece): boolean {
  const added = addLine(newest(), pieceLine(piece));
  if (!added.ok) {
    showToast({ kind: "error", title: cartRefusalWords(added.error) });
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

/** Opens the cart sidebar. */
export function openCart(): void {
  current();
  set({ open: true });
}

/** Closes the cart sidebar. */
export function closeCart(): void {
  set({ open: false });
}

/** What a page shows of the cart. */
export type CartView = {
  /** False on the server and in the first render: show the shape of a cart, never an empty one. */
  readonly ready: boolean;
  readonly cart: Cart;
  /** The figure in the header. */
  readonly pieces: number;
  /** Lines and sums with the offer, keyed by cartItemId; the server decides again at checkout. */
  readonly priced: PricedLines;
  readonly notes: readonly string[];
};

function priced(cart: Cart): PricedLines {
  return priceLines(
    cart.map((line) => ({
      key: line.cartItemId,
      productId: line.id,
      slug: line.slug,
      unitPrice: unitPriceOf(line),
      quantity: line.quantity,
    })),
  );
}

/** The cart, kept in step with every tab; empty and not ready on the server, so that hydration is stable. */
export function useCart(): CartView {
  const { ready, cart, notes } = useSyncExternalStore(subscribe, current, () => unread);
  return { ready, cart, pieces: countPieces(cart), priced: priced(cart), notes };
}

/** Whether the sidebar is open; false on the server. */
export function useCartOpen(): boolean {
  return useSyncExternalStore(subscribe, current, () => unread).open;
}

/** How to add a chosen piece; the same function in every render. */
export function useAddToCart(): (piece: ChosenPiece) => boolean {
  return addToCart;
}
