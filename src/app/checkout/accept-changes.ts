import { toDecimal } from "#core/money-amount.ts";
import type { Cart } from "#features/cart/cart.ts";
import type { CartQuote } from "#features/checkout/cart-change.ts";
import { removesLine } from "#features/checkout/cart-change.ts";

/**
 * The cart after the shopper accepted what changed: lines that cannot be sold are gone, the others carry today's name, price and
 * quantity. A line the quote says nothing about stays as it is, so nothing is lost by an answer that came late.
 */
export function acceptChanges(cart: Cart, quote: CartQuote): Cart {
  const quoted = new Map(quote.lines.map((line) => [line.key, line]));
  const gone = new Set(quote.changes.filter(removesLine).map((change) => change.key));
  return cart.flatMap((line) => {
    const now = quoted.get(line.cartItemId);
    if (!now) return gone.has(line.cartItemId) ? [] : [line];
    const { name, slug, unitPrice, quantity } = now;
    return [{ ...line, name, slug, quantity, price: toDecimal(unitPrice) }];
  });
}
