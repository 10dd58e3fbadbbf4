import { currentDestinationCode } from "#app/components/delivery/destination-store.browser.ts";
import type { Cart } from "#features/sales/cart/cart.ts";
import type { CartQuote } from "#features/sales/checkout/cart-change.ts";

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

export function isQuote(value: unknown): value is CartQuote {
  return isRecord(value) && Array.isArray(value.lines) && Array.isArray(value.changes);
}

/** Null when the shop is unreachable, which blocks nothing. */
export async function requestQuote(cart: Cart): Promise<CartQuote | null> {
  try {
    const to = new URLSearchParams({ to: currentDestinationCode() });
    const response = await fetch(`/cart/quote?${to}`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({ items: cart }),
    });
    const body: unknown = await response.json();
    if (!response.ok || !isRecord(body)) return null;
    return isQuote(body.quote) ? body.quote : null;
  } catch {
    return null;
  }
}
