import { useEffect, useRef, useState } from "react";
import { replaceCart } from "#app/components/cart/cart-store.browser.ts";
import { usePricedCart } from "#app/components/cart/use-priced-cart.ts";
import type { Cart } from "#features/cart/cart.ts";
import type { PricedLines } from "#features/cart/upsell.ts";
import type { CartQuote } from "#features/checkout/cart-change.ts";
import { CHECKOUT_MESSAGES } from "#features/checkout/checkout-messages.ts";
import { showToast } from "#ui/toast-store.ts";
import { acceptChanges } from "./accept-changes.ts";
import { attemptFor, rememberSession } from "./checkout-attempt.browser.ts";
import type { CheckoutResult } from "./checkout-request.ts";
import { requestCheckout, requestQuote } from "./checkout-request.ts";
import { openPaymentTab } from "./payment-tab.ts";

/** Where a checkout stands in the browser. */
export type CheckoutState =
  | { kind: "idle" }
  | { kind: "processing" }
  | { kind: "changed"; quote: CartQuote }
  | { kind: "opened"; url: string };

const idle: CheckoutState = { kind: "idle" };

type Order = { cart: Cart; email: string; shownTotal: number };

/** Asks for a payment page under the attempt's key, so that a repeated press never makes a second order. */
async function askForPayment(order: Order): Promise<CheckoutResult> {
  const attempt = attemptFor(order.cart, order.email);
  const answer = await requestCheckout({
    cart: order.cart,
    customerEmail: order.email,
    shownTotal: order.shownTotal,
    idempotencyKey: attempt.key,
    replacesSession: attempt.replacesSession,
  });
  if (answer.kind === "opened" && answer.sessionId) rememberSession(attempt, answer.sessionId);
  return answer;
}

/** Looks the cart up once when the page opens, so that a change is told before anybody presses a button. */
function useFirstLook(ready: boolean, cart: Cart, onChanged: (quote: CartQuote) => void): void {
  const looked = useRef(false);
  useEffect(() => {
    if (!ready || looked.current || cart.length === 0) return;
    looked.current = true;
    void requestQuote(cart).then((quote) => {
      if (quote && quote.changes.length > 0) onChanged(quote);
    });
  }, [ready, cart, onChanged]);
}

/** The checkout page's state and its two actions: going to pay, and accepting what changed. */
export function useCheckout() {
  const { ready, cart, pieces, priced } = usePricedCart();
  const [state, setState] = useState<CheckoutState>({ kind: "idle" });
  const [showChanges] = useState(() => (quote: CartQuote) => {
    setState((now) => (now.kind === "idle" ? { kind: "changed", quote } : now));
  });
  useFirstLook(ready, cart, showChanges);

  async function pay(email: string, lines: Cart, sums: Pick<PricedLines, "total">): Promise<void> {
    if (state.kind === "processing") return;
    if (lines.length === 0) {
      showToast({ kind: "error", title: CHECKOUT_MESSAGES.emptyCart });
      return;
    }
    const tab = openPaymentTab();
    setState({ kind: "processing" });
    const order = { cart: lines, email, shownTotal: sums.total.minorUnits };
    const answer = await askForPayment(order);
    if (answer.kind === "opened") {
      tab.show(answer.url);
      setState({ kind: "opened", url: answer.url });
      return;
    }
    tab.close();
    if (answer.kind === "changed") {
      setState({ kind: "changed", quote: answer.quote });
      return;
    }
    showToast({ kind: "error", title: answer.message });
    setState({ kind: "idle" });
  }

  /** Takes the changes over into the cart, and on to paying when there is an email and something left to pay. */
  function accept(quote: CartQuote, email: string | null): void {
    const accepted = acceptChanges(cart, quote);
    replaceCart(accepted);
    setState({ kind: "idle" });
    if (email && accepted.length > 0) void pay(email, accepted, quote);
  }

  return {
    ready,
    cart,
    pieces,
    priced,
    state: cart.length === 0 && state.kind !== "processing" ? idle : state,
    pay: (email: string) => pay(email, cart, priced),
    accept,
  };
}
