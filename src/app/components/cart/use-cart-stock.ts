import { useEffect, useState } from "react";
import type { Cart } from "#features/sales/cart/cart.ts";
import type { LineStocks, Reduction } from "./cart-stock.ts";
import { quantitiesToReduce, readLineStocks } from "./cart-stock.ts";
import { changeQuantity, storedLines, useCart } from "./cart-store.browser.ts";
import { requestQuote } from "./request-quote.browser.ts";

/** Other customers buy in the meantime. */
const RECHECK_MS = 30_000;

/** Combines quick stepper clicks into one request. */
const SETTLE_MS = 250;

export type CartStock = {
  readonly stocks: LineStocks;
  /** Covers only the time while the cart is shown. */
  readonly reductions: ReadonlyMap<string, Reduction>;
  /** False after a question that the shop did not answer. */
  readonly isReached: boolean;
};

const unknown: CartStock = { stocks: new Map(), reductions: new Map(), isReached: true };

/** Drops notices of lines lowered since. */
function withoutLowered(stock: CartStock, cart: Cart): CartStock {
  const quantityOf = new Map(cart.map((line) => [line.cartItemId, line.quantity]));
  const current = [...stock.reductions].filter(([key, { to }]) => (quantityOf.get(key) ?? 0) >= to);
  if (current.length === stock.reductions.size) return stock;
  return { ...stock, reductions: new Map(current) };
}

function reduceQuantities(cart: Cart, reduced: ReturnType<typeof quantitiesToReduce>): void {
  for (const { key, to } of reduced) {
    const line = cart.find(({ cartItemId }) => cartItemId === key);
    if (line) changeQuantity(line, to);
  }
}

/** Reduces quantities beyond the stock. Unknown while unreachable: checkout checks again. */
export function useCartStock(isShown: boolean): CartStock {
  const { ready, cart } = useCart();
  const [stock, setStock] = useState(unknown);
  useEffect(() => {
    if (!isShown || !ready || cart.length === 0) return;
    let isOver = false;
    setStock((before) => withoutLowered(before, cart));
    const check = async () => {
      // Another tab may have emptied the cart meanwhile.
      const lines = storedLines() ?? cart;
      const isRequested = lines.length > 0 && document.visibilityState === "visible";
      const quote = isRequested ? await requestQuote(lines) : null;
      if (isOver || !isRequested) return;
      if (!quote) {
        setStock((before) => ({ ...before, isReached: false }));
        return;
      }
      const stocks = readLineStocks(quote);
      const reduced = quantitiesToReduce(lines, stocks);
      setStock((before) => ({
        stocks,
        isReached: true,
        reductions: new Map([
          ...before.reductions,
          ...reduced.map(({ key, from, to }) => [key, { from, to }] as const),
        ]),
      }));
      reduceQuantities(lines, reduced);
    };
    const recheck = () => void check();
    const settled = setTimeout(recheck, SETTLE_MS);
    const repeated = setInterval(recheck, RECHECK_MS);
    document.addEventListener("visibilitychange", recheck);
    addEventListener("online", recheck);
    return () => {
      isOver = true;
      clearTimeout(settled);
      clearInterval(repeated);
      document.removeEventListener("visibilitychange", recheck);
      removeEventListener("online", recheck);
    };
  }, [isShown, ready, cart]);
  return stock;
}
