import { randomKey } from "#core/ids.ts";
import type { Cart } from "#features/cart/cart.ts";

const STORAGE_KEY = "checkout";

/** The browser's last attempt: its request, key and session. */
export type CheckoutAttempt = {
  readonly fingerprint: string;
  readonly key: string;
  readonly sessionId: string | null;
};

const isText = (value: unknown): value is string => typeof value === "string";

function read(): CheckoutAttempt | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "null");
    if (typeof stored !== "object" || stored === null) return null;
    const { fingerprint, key, sessionId } = stored as Record<string, unknown>;
    if (!isText(fingerprint) || !isText(key)) return null;
    return { fingerprint, key, sessionId: isText(sessionId) ? sessionId : null };
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

/** What makes two presses the same order: the lines, their quantities, the email and the way to pay. */
function fingerprintOf(cart: Cart, email: string, method: string): string {
  const lines = cart.map((line) => [line.cartItemId, line.quantity, line.price]);
  return JSON.stringify([email.trim().toLowerCase(), method, lines]);
}

/**
 * The idempotency key. The same cart and email keep it while their order can be paid; another cart gets a new key and
 * names the session it replaces.
 */
export function attemptFor(
  cart: Cart,
  email: string,
  method: string,
): CheckoutAttempt & { replacesSession: string | null } {
  const fingerprint = fingerprintOf(cart, email, method);
  const last = read();
  if (last?.fingerprint === fingerprint) return { ...last, replacesSession: null };
  const attempt = { fingerprint, key: randomKey(), sessionId: null };
  // The earlier session stays stored until a new one is open.
  write({ ...attempt, sessionId: last?.sessionId ?? null });
  return { ...attempt, replacesSession: last?.sessionId ?? null };
}

/** Stores the session that an attempt opened. */
export function rememberSession(attempt: CheckoutAttempt, sessionId: string): void {
  write({ fingerprint: attempt.fingerprint, key: attempt.key, sessionId });
}

/** Forgets the session; true when this browser opened it, so that its cart is the one paid for. */
export function clearOwnSession(sessionId: string): boolean {
  if (read()?.sessionId !== sessionId) return false;
  write(null);
  return true;
}
