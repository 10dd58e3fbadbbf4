import { randomKey } from "#core/ids.ts";
import type { Cart } from "#features/sales/cart/cart.ts";
import { readStoredJson, writeStored } from "#ui/browser-storage.ts";

const STORAGE_KEY = "checkout";

export type CheckoutAttempt = {
  readonly fingerprint: string;
  readonly key: string;
  readonly sessionId: string | null;
  /** Preserves the input for a return to the checkout. */
  readonly email: string;
  readonly method: string;
};

/** What identifies an order across repeated clicks, besides the cart. */
export type CheckoutChoice = {
  email: string;
  method: string;
  destination: string;
  /** Orders with and without store credit are different. */
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
    // Without storage every click is a new attempt; the server still reserves stock once per session.
  }
}

/** Equal lines, quantities, email, payment method and country make one order. */
function fingerprintOf(
  cart: Cart,
  { destination, email, method, usesCredit = false }: CheckoutChoice,
): string {
  const lines = cart.map((line) => [line.cartItemId, line.quantity, line.price]);
  return JSON.stringify([email.trim().toLowerCase(), method, destination, lines, usesCredit]);
}

/** An equal order keeps its key while it can be paid; another gets a new key and names the session it replaces. */
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

export function rememberSession(attempt: CheckoutAttempt, sessionId: string): void {
  const { email, fingerprint, key, method } = attempt;
  write({ fingerprint, key, sessionId, email, method });
}

/** Stores the entered email, so that a reload of the checkout has it; an attempt that is under way stays as it is. */
export function rememberEmail(email: string): void {
  const last = read() ?? { fingerprint: "", key: randomKey(), sessionId: null, method: "" };
  write({ ...last, email });
}

/** Adopts a session opened without JavaScript; one of this browser's own takes precedence. */
export function adoptSession(sessionId: string): void {
  if (read()?.sessionId) return;
  write({ fingerprint: "", key: randomKey(), sessionId, email: "", method: "" });
}

/** Returns this browser's unpaid session, or null. */
export function ownSession(): string | null {
  return read()?.sessionId ?? null;
}

/** Returns the input of the last unpaid attempt, or null. */
export function lastEntered(): Pick<CheckoutAttempt, "email" | "method"> | null {
  return read();
}

const DEVICE_KEY = "checkout_device";

/** Random name created at the first checkout; limits what unpaid orders hold (ADR 0029). */
export function deviceId(): string {
  const stored = readStoredJson(DEVICE_KEY);
  if (isText(stored)) return stored;
  const made = randomKey();
  writeStored(DEVICE_KEY, JSON.stringify(made));
  return made;
}

const RETURNED_KEY = "checkout_returned";

/** Makes the tab of the checkout check its order at once; stores nothing. */
export function announceReturn(): void {
  writeStored(RETURNED_KEY, String(Date.now()));
  writeStored(RETURNED_KEY, null);
}

/** Calls back when another tab pays or returns from the payment page; returns an unsubscribe function. */
export function onReturn(look: () => void): () => void {
  const heard = ({ key }: StorageEvent) => {
    if (key === RETURNED_KEY || key === STORAGE_KEY) look();
  };
  addEventListener("storage", heard);
  return () => removeEventListener("storage", heard);
}

const ADDRESS_KEY = "checkout_address";

/** Returns unvalidated fields, entered on the shop's own payment page; empty if there are none. */
export function lastAddress(): Readonly<Record<string, string>> {
  const stored = readStoredJson(ADDRESS_KEY);
  if (typeof stored !== "object" || stored === null) return {};
  return Object.fromEntries(Object.entries(stored).filter(([, value]) => isText(value)));
}

/** Stores an address until the session is paid. */
export function rememberAddress(address: Readonly<Record<string, string>>): void {
  writeStored(ADDRESS_KEY, JSON.stringify(address));
}

/** True when this browser opened the session, so that its cart is the paid one. */
export function clearOwnSession(sessionId: string): boolean {
  if (read()?.sessionId !== sessionId) return false;
  write(null);
  writeStored(ADDRESS_KEY, null);
  return true;
}
