import {
  addToCart,
  openCart,
  replaceCart,
  storedLines,
} from "#app/components/cart/cart-store.browser.ts";
import type { ChosenVariant } from "#features/sales/cart/cart.ts";
import { cartItemIdOf, toCartLine } from "#features/sales/cart/cart.ts";

/**
 * Adds the line, or changes the one that `replaces` names in its place with its quantity, and opens the cart: by its
 * specification, or by its key when it has none. False when the cart is full.
 */
export function putInCart(item: ChosenVariant, replaces: string | null): boolean {
  const cart = storedLines() ?? [];
  const replaced = cart.find((line) => (line.specification ?? line.cartItemId) === replaces);
  if (!replaced) return addToCart(item);
  const line = { ...toCartLine(item), quantity: replaced.quantity };
  const changed = { ...line, cartItemId: cartItemIdOf(line) };
  replaceCart(cart.map((each) => (each === replaced ? changed : each)));
  openCart();
  return true;
}
