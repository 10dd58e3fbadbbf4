import { useEffect, useRef, useState } from "react";
import { useFetcher, useRevalidator } from "react-router";
import type { LineStocks } from "#app/components/cart/cart-stock.ts";
import { readLineStocks } from "#app/components/cart/cart-stock.ts";
import { replaceCart } from "#app/components/cart/cart-store.browser.ts";
import type { CheckoutChoice } from "#app/components/cart/checkout-attempt.browser.ts";
import {
  attemptFor,
  deviceId,
  rememberSession,
} from "#app/components/cart/checkout-attempt.browser.ts";
import { isQuote, requestQuote } from "#app/components/cart/request-quote.browser.ts";
import { usePricedCart } from "#app/components/cart/use-priced-cart.ts";
import { toDecimal } from "#core/money-amount.ts";
import { creditPart } from "#features/orders/store-credit/store-credit.ts";
import type { Cart } from "#features/sales/cart/cart.ts";
import type { PricedLines } from "#features/sales/cart/upsell.ts";
import type { CartChange, CartQuote } from "#features/sales/checkout/cart-change.ts";
import { isUnsellable } from "#features/sales/checkout/cart-change.ts";
import {
  CHECKOUT_MESSAGES,
  MAX_CHECKOUT_LINES,
} from "#features/sales/checkout/checkout-messages.ts";
import type { HeldOncePaid } from "#features/sales/checkout/held-once-paid.ts";
import { imageVariantPath } from "#ui/image-widths.ts";
import { showToast } from "#ui/toast-store.ts";
import { usePaymentWatch } from "./use-order-watch.ts";

/** Specification 2, Checkout; decision C2. */
type PaymentTab = {
  /** Falls back to this tab; true when the page has its own tab. */
  show(url: string): boolean;
  /** Closes the new tab if there is nothing to pay. */
  close(): void;
};

/** Afterwards the text appears without its style sheet, which is normally cached. */
const STYLE_WAIT_MS = 400;

/** Shows a styled page until the payment page arrives. */
function paintWaiting({ document: page }: Window): void {
  const { backgroundColor, color } = getComputedStyle(document.documentElement);
  page.documentElement.lang = document.documentElement.lang;
  page.title = "Opening the payment page…";
  // The first frame is painted before the style sheet arrives.
  Object.assign(page.documentElement.style, { backgroundColor, color });
  const waiting = page.createElement("main");
  waiting.className = "shell py-16 md:py-24";
  const title = page.createElement("h1");
  title.className = "display text-3xl";
  title.textContent = page.title;
  const hint = page.createElement("p");
  hint.className = "mt-4 text-ink-soft";
  hint.textContent = "This takes a moment. Your cart is safe in the other tab.";
  waiting.append(title, hint);
  const header = document.querySelector("header");
  const parts = [...(header ? [page.importNode(header, true)] : []), waiting];
  for (const part of parts) part.hidden = true;
  page.body.replaceChildren(...parts);
  // Waits for the style sheet, to avoid a change of font.
  const show = () => {
    for (const part of parts) part.hidden = false;
  };
  setTimeout(show, STYLE_WAIT_MS);
  for (const drawer of document.querySelectorAll('link[rel="stylesheet"]')) {
    const link = page.importNode(drawer, true);
    link.addEventListener("load", show);
    page.head.append(link);
  }
}

/** Opens the tab during the click, because browsers block tabs opened after a response. */
function openPaymentTab(): PaymentTab {
  const tab = window.open("", "_blank");
  try {
    if (tab) paintWaiting(tab);
  } catch {
    // A browser that blocks access to the tab still allows navigation.
  }
  return {
    show(url) {
      if (tab && !tab.closed) {
        tab.opener = null;
        tab.location.replace(url);
        return true;
      }
      window.location.assign(url);
      return false;
    },
    close() {
      tab?.close();
    },
  };
}

type CheckoutCall = {
  cart: Cart;
  customerEmail: string;
  method: string;
  destination: string;
  shownTotal: number;
  /** Minor units; null for none. */
  shownCredit: number | null;
  idempotencyKey: string;
  replacesSession: string | null;
  deviceId: string;
};

/** A request without a response may have placed the order; the same key finds it again. */
type CheckoutResult =
  | { kind: "opened"; url: string; sessionId: string | null }
  | { kind: "changed"; message: string; quote: CartQuote }
  | { kind: "failed"; message: string };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

const failed = (message: string): CheckoutResult => ({ kind: "failed", message });

/** Accepts only http and https. */
function readUrl(value: unknown): string | null {
  return typeof value === "string" && /^https?:\/\//.test(value) ? value : null;
}

/** Turns anything unknown into a failure (specification 8). */
export function parseCheckoutResponse(body: unknown): CheckoutResult {
  if (!isRecord(body)) return failed(CHECKOUT_MESSAGES.fallback);
  const error = isRecord(body.error) ? body.error : null;
  const message =
    typeof error?.message === "string" ? error.message : CHECKOUT_MESSAGES.sessionFailed;
  if (error && isQuote(body.quote)) return { kind: "changed", message, quote: body.quote };
  if (error) return failed(message);
  const url = readUrl(body.url);
  if (!url) return failed(CHECKOUT_MESSAGES.noUrl);
  const sessionId = typeof body.sessionId === "string" ? body.sessionId : null;
  return { kind: "opened", url, sessionId };
}

/** Returns the reason a cart cannot be posted, or null. */
export function cartProblem({ length }: Cart): string | null {
  if (length === 0) return CHECKOUT_MESSAGES.emptyCart;
  if (length <= MAX_CHECKOUT_LINES) return null;
  return `Your cart has ${length} lines, and one order holds up to ${MAX_CHECKOUT_LINES}. Please remove some and try again.`;
}

function bodyOf(call: CheckoutCall): FormData {
  const body = new FormData();
  body.append("items", JSON.stringify(call.cart));
  body.append("customerEmail", call.customerEmail);
  body.append("method", call.method);
  body.append("destination", call.destination);
  body.append("shownTotal", String(call.shownTotal));
  if (call.shownCredit !== null) body.append("shownCredit", String(call.shownCredit));
  body.append("idempotencyKey", call.idempotencyKey);
  body.append("deviceId", call.deviceId);
  if (call.replacesSession) body.append("replacesSession", call.replacesSession);
  return body;
}

function useCheckoutPost() {
  const fetcher = useFetcher<unknown>();
  const waiting = useRef<((response: unknown) => void) | null>(null);
  useEffect(() => {
    if (fetcher.state === "submitting" || fetcher.data === undefined) return;
    waiting.current?.(fetcher.data);
    waiting.current = null;
  }, [fetcher.data, fetcher.state]);
  return (body: FormData) =>
    new Promise<unknown>((resolve) => {
      waiting.current = resolve;
      void fetcher.submit(body, { method: "post", action: "/checkout" });
    });
}

/** Removes unsellable lines and updates others. Lines missing from the quote are unchanged. */
export function acceptChanges(cart: Cart, quote: CartQuote): Cart {
  const quoted = new Map(quote.lines.map((line) => [line.key, line]));
  const gone = new Set(quote.changes.filter(isUnsellable).map((change) => change.key));
  return cart.flatMap((line) => {
    const now = quoted.get(line.cartItemId);
    if (!now) return gone.has(line.cartItemId) ? [] : [line];
    const { name, slug, imageId, unitPrice, quantity } = now;
    const image = imageId ? imageVariantPath(imageId, 320, "webp") : "";
    return [{ ...line, name, slug, image, quantity, price: toDecimal(unitPrice) }];
  });
}

/** Whether a price rose by the surcharge for rush alone, which the customer agreed to before. */
function isAgreedRush(change: CartChange, { lines }: CartQuote): boolean {
  if (change.kind !== "price") return false;
  const line = lines.find(({ key }) => key === change.key);
  const surcharge = line?.rush ? line.options.at(-1)?.price.minorUnits : undefined;
  return change.to.minorUnits - change.from.minorUnits === surcharge;
}

export type CheckoutState =
  | { kind: "idle" }
  | { kind: "processing" }
  | { kind: "changed"; quote: CartQuote }
  | { kind: "opened"; url: string; sessionId: string | null; isTransfer: boolean }
  /** The payment page is closed and nothing was paid. */
  | { kind: "ended"; as: "cancelled" | "expired" };

const idle: CheckoutState = { kind: "idle" };

type Order = CheckoutChoice & { cart: Cart; shownTotal: number; shownCredit: number | null };

type Post = ReturnType<typeof useCheckoutPost>;

/** The key prevents a second order on repeated clicks. */
async function requestPayment(post: Post, order: Order): Promise<CheckoutResult> {
  const { cart, destination, email, method, shownCredit, shownTotal } = order;
  const problem = cartProblem(cart);
  if (problem) return failed(problem);
  const attempt = attemptFor(cart, { ...order, usesCredit: shownCredit !== null });
  const { key: idempotencyKey, replacesSession } = attempt;
  const call = {
    cart,
    customerEmail: email,
    method,
    destination,
    shownTotal,
    shownCredit,
    idempotencyKey,
    replacesSession,
    deviceId: deviceId(),
  };
  const result = parseCheckoutResponse(await post(bodyOf(call)));
  if (result.kind === "opened" && result.sessionId) rememberSession(attempt, result.sessionId);
  return result;
}

/** Checks the cart when the page opens, so that changes show early. */
function useFirstLook(ready: boolean, cart: Cart, onQuote: (quote: CartQuote) => void): void {
  const looked = useRef(false);
  const receive = useRef(onQuote);
  useEffect(() => {
    if (!ready || looked.current || cart.length === 0) return;
    looked.current = true;
    void requestQuote(cart).then((quote) => {
      if (quote) receive.current(quote);
    });
  }, [ready, cart]);
}

const showError = (title: string): void => {
  showToast({ kind: "error", title });
};

/** Holds the default until the customer decides. */
function useCredit(balanceMinor: number, priced: PricedLines) {
  const [usesCredit, setUsesCredit] = useState(true);
  const partOf = (sums: Pick<PricedLines, "total">) => {
    const part = creditPart(balanceMinor, sums.total.minorUnits);
    return usesCredit && part > 0 ? part : null;
  };
  const partMinor = creditPart(balanceMinor, priced.total.minorUnits);
  return { balanceMinor, partMinor, shownMinor: partOf(priced), setUsesCredit, partOf };
}

export function useCheckout(creditMinor: number) {
  const { ready, cart, itemCount, priced } = usePricedCart();
  const { revalidate } = useRevalidator();
  const { partOf, ...credit } = useCredit(creditMinor, priced);
  const [state, setState] = useState<CheckoutState>({ kind: "idle" });
  const [stocks, setStocks] = useState<LineStocks>(new Map());
  const [heldOncePaid, setHeldOncePaid] = useState<HeldOncePaid | null>(null);
  const readQuote = (quote: CartQuote) => {
    setStocks(readLineStocks(quote));
    setHeldOncePaid(quote.heldOncePaid ?? null);
  };
  useFirstLook(ready, cart, (quote) => {
    readQuote(quote);
    if (quote.changes.length === 0) return;
    if (quote.changes.every((change) => isAgreedRush(change, quote)))
      return replaceCart(acceptChanges(cart, quote));
    setState((now) => (now.kind === "idle" ? { kind: "changed", quote } : now));
  });
  const post = useCheckoutPost();
  const [end] = useState(() => (as: "cancelled" | "expired") => setState({ kind: "ended", as }));
  usePaymentWatch(state.kind === "opened" ? state.sessionId : null, end);

  async function pay(
    choice: CheckoutChoice,
    lines: Cart,
    sums: Pick<PricedLines, "total">,
  ): Promise<void> {
    if (state.kind === "processing") return;
    if (lines.length === 0) return showError(CHECKOUT_MESSAGES.emptyCart);
    const tab = openPaymentTab();
    setState({ kind: "processing" });
    const shown = { shownTotal: sums.total.minorUnits, shownCredit: partOf(sums) };
    const order = { ...choice, cart: lines, ...shown };
    const result = await requestPayment(post, order);
    if (result.kind === "opened") {
      tab.show(result.url);
      const { sessionId, url } = result;
      const isTransfer = /\/checkout\/bank-transfer\//.test(url);
      setState({ kind: "opened", url, sessionId, isTransfer });
      return;
    }
    tab.close();
    if (result.kind === "changed") {
      readQuote(result.quote);
      setState({ kind: "changed", quote: result.quote });
      return;
    }
    showError(result.message);
    setState({ kind: "idle" });
    // The balance may have changed, so the page reloads it.
    if (order.shownCredit !== null) void revalidate();
  }

  /** Continues to the payment if there is an email and something to pay. */
  function accept(quote: CartQuote, choice: CheckoutChoice | null): void {
    const accepted = acceptChanges(cart, quote);
    replaceCart(accepted);
    setState({ kind: "idle" });
    if (choice && accepted.length > 0) void pay(choice, accepted, quote);
  }

  return {
    ready,
    cart,
    itemCount,
    priced,
    stocks,
    heldOncePaid,
    credit,
    state: cart.length === 0 && state.kind !== "processing" ? idle : state,
    pay: (choice: CheckoutChoice) => pay(choice, cart, priced),
    accept,
  };
}
