import {
  addToCart,
  openCart,
  replaceCart,
  storedLines,
} from "#app/components/cart/cart-store.browser.ts";
import type { ChosenVariant } from "#features/cart/cart.ts";
import { cartItemIdOf, toCartLine } from "#features/cart/cart.ts";

/**
 * Adds the line, or changes the one with the specification `replaces` in its place with its quantity, and opens the cart. False
 * when the cart is full.
 */
export function putInCart(item: ChosenVariant, replaces: string | null): boolean {
  const cart = storedLines() ?? [];
  const replaced = replaces ? cart.find((line) => line.specification === replaces) : undefined;
  if (!replaced) return addToCart(item);
  const line = { ...toCartLine(item), quantity: replaced.quantity };
  const changed = { ...line, cartItemId: cartItemIdOf(line) };
  replaceCart(cart.map((each) => (each === replaced ? changed : each)));
  openCart();
  return true;
}
