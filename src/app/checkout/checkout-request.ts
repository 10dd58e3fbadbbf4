import type { Cart } from "#features/cart/cart.ts";
import type { CartQuote } from "#features/checkout/cart-change.ts";
import { CHECKOUT_MESSAGES, MAX_CHECKOUT_LINES } from "#features/checkout/checkout-messages.ts";

/** What the browser asks the shop for. */
export type CheckoutCall = {
  cart: Cart;
  customerEmail: string;
  shownTotal: number;
  idempotencyKey: string;
  replacesSession: string | null;
};

/** What came of it. A failure without an answer may have made the order: the same key leads to it again. */
export type CheckoutResult =
  | { kind: "opened"; url: string; sessionId: string | null }
  | { kind: "changed"; message: string; quote: CartQuote }
  | { kind: "failed"; message: string };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

const failed = (message: string): CheckoutResult => ({ kind: "failed", message });

async function post(address: string, body: unknown): Promise<{ ok: boolean; body: unknown }> {
  const response = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify(body),
  });
  return { ok: response.ok, body: await response.json() };
}

function isQuote(value: unknown): value is CartQuote {
  return isRecord(value) && Array.isArray(value.lines) && Array.isArray(value.changes);
}

/** Only addresses of the web are followed. */
function readUrl(value: unknown): string | null {
  return typeof value === "string" && /^https?:\/\//.test(value) ? value : null;
}

/** Reads an answer of the shop in the specification's words (section 8); whatever it is, it becomes one of the three. */
export function parseCheckoutResponse(ok: boolean, body: unknown): CheckoutResult {
  if (!isRecord(body)) return failed(CHECKOUT_MESSAGES.fallback);
  const error = isRecord(body.error) ? body.error : null;
  const message =
    typeof error?.message === "string" ? error.message : CHECKOUT_MESSAGES.sessionFailed;
  if (error && isQuote(body.quote)) return { kind: "changed", message, quote: body.quote };
  if (error || !ok) return failed(message);
  const url = readUrl(body.url);
  if (!url) return failed(CHECKOUT_MESSAGES.noUrl);
  const sessionId = typeof body.sessionId === "string" ? body.sessionId : null;
  return { kind: "opened", url, sessionId };
}

/** Asks the shop for a payment page; never throws. */
export async function requestCheckout(call: CheckoutCall): Promise<CheckoutResult> {
  const { cart, ...rest } = call;
  if (cart.length === 0) return failed(CHECKOUT_MESSAGES.emptyCart);
  if (cart.length > MAX_CHECKOUT_LINES) {
    return failed(
      `Your cart has ${cart.length} lines, and one order holds up to ${MAX_CHECKOUT_LINES}. Please remove some and try again.`,
    );
  }
  try {
    const answer = await post("/checkout/create", { items: cart, ...rest });
    return parseCheckoutResponse(answer.ok, answer.body);
  } catch {
    return failed(CHECKOUT_MESSAGES.fallback);
  }
}

/** Asks what the cart costs now; null when the shop cannot be asked, which is no reason to stop anybody. */
export async function requestQuote(cart: Cart): Promise<CartQuote | null> {
  try {
    const answer = await post("/cart/quote", { items: cart });
    if (!answer.ok || !isRecord(answer.body)) return null;
    return isQuote(answer.body.quote) ? answer.body.quote : null;
  } catch {
    return null;
  }
}
