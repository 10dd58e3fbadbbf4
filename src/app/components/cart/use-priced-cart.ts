import { unitPriceOf } from "#features/sales/cart/cart.ts";
import { repairMessages } from "#features/sales/cart/stored-cart.ts";
import type { PricedLines } from "#features/sales/cart/upsell.ts";
import { priceLines } from "#features/sales/cart/upsell.ts";
import type { LineStocks } from "./cart-stock.ts";
import type { CartView } from "./cart-store.browser.ts";
import { useCart } from "./cart-store.browser.ts";

const NOT_STORED =
  "This browser cannot save your cart, so it is only here until you close the page.";

export type PricedCart = CartView & {
  /** Includes discounts; checkout recalculates on the server. */
  readonly priced: PricedLines;
  /** Reports repairs, and warns when the browser stores nothing. */
  readonly notes: readonly string[];
};

/** Leaves out lines that can no longer be bought. */
export function usePricedCart(stocks: LineStocks = new Map()): PricedCart {
  const view = useCart();
  const priced = priceLines(
    view.cart
      .filter((line) => !stocks.get(line.cartItemId)?.gone)
      .map((line) => ({
        key: line.cartItemId,
        productId: line.id,
        slug: line.slug,
        unitPrice: unitPriceOf(line),
        quantity: line.quantity,
      })),
  );
  return { ...view, priced, notes: view.repairs ? repairMessages(view.repairs) : [NOT_STORED] };
}
