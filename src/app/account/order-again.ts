import { useEffect } from "react";
import { openCart, replaceCart, useCart } from "#app/components/cart/cart-store.browser.ts";
import type { Cart, CartLine } from "#features/cart/cart.ts";
import { cartItemIdOf, MAX_LINES, setQuantity } from "#features/cart/cart.ts";
import { showToast } from "#ui/toast-store.ts";

/** The cart with these lines added to what is in it; what no longer fits is left out. */
export function withLines(cart: Cart, lines: readonly Omit<CartLine, "cartItemId">[]): Cart {
  let grown = cart;
  for (const line of lines) {
    const cartItemId = cartItemIdOf(line);
    const existing = grown.find((other) => other.cartItemId === cartItemId);
    if (existing) grown = setQuantity(grown, cartItemId, existing.quantity + line.quantity);
    else if (grown.length < MAX_LINES) grown = grown.concat({ ...line, cartItemId });
  }
  return grown;
}

/** Puts the lines of an old order into the cart once for each time the server answers with them. */
export function useOrderAgain(lines: readonly Omit<CartLine, "cartItemId">[] | undefined): void {
  const { ready, cart } = useCart();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer, whatever the cart does then
  useEffect(() => {
    if (!lines || lines.length === 0 || !ready) return;
    replaceCart(withLines(cart, lines));
    openCart();
    showToast({ kind: "success", title: "Your order is in the cart" });
  }, [lines, ready]);
}
