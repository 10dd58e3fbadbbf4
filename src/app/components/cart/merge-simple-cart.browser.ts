import { addLines } from "#features/sales/cart/cart.ts";
import { parseCart } from "#features/sales/cart/stored-cart.ts";
import { showToast } from "#ui/toast-store.ts";
import { replaceCart, storedLines } from "./cart-store.browser.ts";
import { adoptSession } from "./checkout-attempt.browser.ts";
import type { SimpleCartLines } from "./simple-cart.server.ts";

const LINES = "/cart/simple/lines";
const isWaiting = () => /(?:^|;\s*)da_cart_hint=waiting(?:;|$)/.test(document.cookie);
/** A failed request to clear the cookies may be retried that long. */
const MERGED_S = 30 * 24 * 60 * 60;

/**
 * Adds the cart from before JavaScript once over all tabs; true if it did. The hint changes with the cart, so
 * a failed request adds nothing twice (ADR 0025).
 */
export async function mergeSimpleCart(): Promise<boolean> {
  if (!isWaiting() || storedLines() === null) return false;
  try {
    const response = await fetch(LINES);
    if (!response.ok) return false;
    const received = (await response.json()) as SimpleCartLines;
    const own = storedLines();
    if (!isWaiting() || own === null) return false;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous, and this step must be atomic
    document.cookie = `da_cart_hint=merged; Max-Age=${MERGED_S}; Path=/; SameSite=Lax`;
    const { cart } = parseCart(JSON.stringify(received.lines));
    replaceCart(addLines(own, cart));
    if (received.sessionId) adoptSession(received.sessionId);
    if (cart.length > 0 || received.notes.length > 0) {
      showToast({
        title: "Your cart is here",
        description: ["What you added without JavaScript is in it now.", ...received.notes].join(
          " ",
        ),
      });
    }
    await fetch(LINES, { method: "POST" }).catch(() => undefined);
    return true;
  } catch {
    return false;
  }
}
