import { randomKey } from "#core/ids.ts";
import type { Cart } from "#features/cart/cart.ts";
import { readStoredJson, writeStored } from "#ui/browser-storage.ts";

const STORAGE_KEY = "checkout";

/** The browser's last attempt: its request, key and session. */
export type CheckoutAttempt = {
  readonly fingerprint: string;
  readonly key: string;
  readonly sessionId: string | null;
  /** What was entered, so that a return to the checkout loses nothing. */
  readonly email: string;
  readonly method: string;
};

/** Besides the cart, what identifies an order across presses. */
export type CheckoutChoice = {
  email: string;
  method: string;
  destination: string;
  /** With and without store credit are two orders. */
  usesCredit?: boolean;
};

const isText = (value: unknown): value is string => typeof value === "string";

function read(): CheckoutAttempt | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "null");
    if (typeof stored !== "object" || stored === null) return null;
    const { fingerprint, key, sessionId, ...entered } = stored as Record<string, unknown>;
    if (!isText(fingerprint) || !isText(key)) return null;
    const email = isText(entered.email) ? entered.email : "";
    const method = isText(entered.method) ? entered.method : "";
    return { fingerprint, key, sessionId: isText(sessionId) ? sessionId : null, email, method };
  } catch {
    return null;
  }
}

function write(attempt: CheckoutAttempt | null): void {
  try {
    if (attempt) localStorage.setItem(STORAGE_KEY, JSON.stringify(attempt));
    else localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Without storage every press is a new attempt; the server still holds stock once per session.
  }
}

/** Two presses with the same lines, quantities, email, payment method and country are one order. */
function fingerprintOf(
  cart: Cart,
  { destination, email, method, usesCredit = false }: CheckoutChoice,
): string {
  const lines = cart.map((line) => [line.cartItemId, line.quantity, line.price]);
  return JSON.stringify([email.trim().toLowerCase(), method, destination, lines, usesCredit]);
}

/**
 * The idempotency key. The same cart and email keep it while their order can be paid; another cart gets a new key and
 * names the session it replaces.
 */
export function attemptFor(
  cart: Cart,
  choice: CheckoutChoice,
): CheckoutAttempt & { replacesSession: string | null } {
  const { email, method } = choice;
  const fingerprint = fingerprintOf(cart, choice);
  const last = read();
  if (last?.fingerprint === fingerprint) return { ...last, replacesSession: null };
  const attempt = { fingerprint, key: randomKey(), sessionId: null, email, method };
  // The earlier session stays stored until a new one is open.
  write({ ...attempt, sessionId: last?.sessionId ?? null });
  return { ...attempt, replacesSession: last?.sessionId ?? null };
}

/** Stores the session that an attempt opened. */
export function rememberSession(attempt: CheckoutAttempt, sessionId: string): void {
  const { email, fingerprint, key, method } = attempt;
  write({ fingerprint, key, sessionId, email, method });
}

/** Stores a session that was opened without JavaScript for the lines that join the cart; one of this browser's own goes first. */
export function adoptSession(sessionId: string): void {
  if (read()?.sessionId) return;
  write({ fingerprint: "", key: randomKey(), sessionId, email: "", method: "" });
}

/** The session that this browser opened and did not pay; null without one. */
export function ownSession(): string | null {
  return read()?.sessionId ?? null;
}

/** What was entered in the last attempt that was not paid; null without one. */
export function lastEntered(): Pick<CheckoutAttempt, "email" | "method"> | null {
  return read();
}

const DEVICE_KEY = "checkout_device";

/** A random name of this browser, made at its first checkout; it limits what unpaid orders hold (ADR 0029). */
export function deviceId(): string {
  const stored = readStoredJson(DEVICE_KEY);
  if (isText(stored)) return stored;
  const made = randomKey();
  writeStored(DEVICE_KEY, JSON.stringify(made));
  return made;
}

const RETURNED_KEY = "checkout_returned";

/** Lets the tab in which the checkout began look at its order at once; nothing stays stored. */
export function announceReturn(): void {
  writeStored(RETURNED_KEY, String(Date.now()));
  writeStored(RETURNED_KEY, null);
}

/** Calls back when another tab pays or returns from the payment page; returns a function that stops it. */
export function onReturn(look: () => void): () => void {
  const heard = ({ key }: StorageEvent) => {
    if (key === RETURNED_KEY || key === STORAGE_KEY) look();
  };
  addEventListener("storage", heard);
  return () => removeEventListener("storage", heard);
}

const ADDRESS_KEY = "checkout_address";

/** The address entered on the shop's own payment page and not paid, as unvalidated fields; empty without one. */
export function lastAddress(): Readonly<Record<string, string>> {
  const stored = readStoredJson(ADDRESS_KEY);
  if (typeof stored !== "object" || stored === null) return {};
  return Object.fromEntries(Object.entries(stored).filter(([, value]) => isText(value)));
}

/** Stores an address for the next attempt, until the session is paid. */
export function rememberAddress(address: Readonly<Record<string, string>>): void {
  writeStored(ADDRESS_KEY, JSON.stringify(address));
}

/** Forgets the session and the address; true when this browser opened it, so that its cart is the one paid for. */
export function clearOwnSession(sessionId: string): boolean {
  if (read()?.sessionId !== sessionId) return false;
  write(null);
  writeStored(ADDRESS_KEY, null);
  return true;
}
