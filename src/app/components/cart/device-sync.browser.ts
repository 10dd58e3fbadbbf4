import { isHintedSignedIn } from "#features/identity/signed-in-hint.browser.ts";
import { subscribeToWishlist } from "../wishlist/wishlist-store.browser.ts";
import { subscribeToCart } from "./cart-store.browser.ts";
import { exchange, hasUnsent } from "./exchange.browser.ts";

/** Several presses on a stepper are one change. */
const SETTLE_MS = 800;

/** How long what other devices did may go unnoticed when the shopper comes back or goes from page to page. */
const STALE_MS = 60_000;

/** Waits between tries on a weak network; after the last one the next change, page or return of the network tries again. */
const RETRY_MS = [2_000, 10_000, 60_000] as const;

let started = false;
let busy = false;
let failures = 0;
let lastMs = Number.NEGATIVE_INFINITY;
let timer: ReturnType<typeof setTimeout> | undefined;

function plan(afterMs: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void run(), afterMs);
}

async function run(): Promise<void> {
  if (!isHintedSignedIn()) return;
  if (busy) {
    plan(SETTLE_MS);
    return;
  }
  busy = true;
  const outcome = await exchange({ leaving: false });
  busy = false;
  if (outcome === "again") {
    const wait = RETRY_MS[failures];
    failures += 1;
    if (wait !== undefined) plan(wait);
    return;
  }
  failures = 0;
  lastMs = performance.now();
}

/** Only the tab that is looked at speaks: the others hear of it through the storage. */
function onChange(): void {
  if (document.visibilityState !== "visible" || !hasUnsent()) return;
  failures = 0;
  plan(SETTLE_MS);
}

function onVisibility(): void {
  if (document.visibilityState === "visible") keepInStep();
  else onLeave();
}

/** Phones end a page without a word: being hidden is the last moment that is sure. */
function onLeave(): void {
  if (!isHintedSignedIn() || !hasUnsent()) return;
  clearTimeout(timer);
  void exchange({ leaving: true });
}

function start(): void {
  started = true;
  subscribeToCart(onChange);
  subscribeToWishlist(onChange);
  document.addEventListener("visibilitychange", onVisibility);
  addEventListener("pagehide", onLeave);
  addEventListener("online", onChange);
}

/** Asks the server once it is worth asking: on the first page, after a while, and while something is untold. For the browser only. */
export function keepInStep(): void {
  if (!started) start();
  if (hasUnsent() || performance.now() - lastMs > STALE_MS) plan(0);
}
