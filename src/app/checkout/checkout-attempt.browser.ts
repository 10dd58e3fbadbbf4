import { randomKey } from "#core/ids.ts";
import type { Cart } from "#features/cart/cart.ts";

const STORAGE_KEY = "checkout";

/** What this browser remembers of its last press of the button: what was asked for, under which key, and the session it opened. */
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
    // Without storage every press is a new attempt; the server still holds the pieces once a session.
  }
}

/** What makes two presses the same order: the lines, their pieces and the email. */
function fingerprintOf(cart: Cart, email: string): string {
  const lines = cart.map((line) => [line.cartItemId, line.quantity, line.price]);
  return JSON.stringify([email.trim().toLowerCase(), lines]);
}

/**
 * The key for this press of the button: the same cart and email keep their key, so that a repeated press (a lost answer, a closed
 * tab) leads to the same order while it can be paid; another cart gets a new one and names the session it replaces.
 */
export function attemptFor(
  cart: Cart,
  email: string,
): CheckoutAttempt & { replacesSession: string | null } {
  const fingerprint = fingerprintOf(cart, email);
  const last = read();
  if (last?.fingerprint === fingerprint) return { ...last, replacesSession: null };
  const attempt = { fingerprint, key: randomKey(), sessionId: null };
  // The earlier session stays remembered until a new one is open.
  write({ ...attempt, sessionId: last?.sessionId ?? null });
  return { ...attempt, replacesSession: last?.sessionId ?? null };
}

/** Remembers the session that an attempt opened. */
export function rememberSession(attempt: CheckoutAttempt, sessionId: string): void {
  write({ fingerprint: attempt.fingerprint, key: attempt.key, sessionId });
}

/** Forgets the session; true when it was this browser's own, so that its cart was what has been paid. */
export function clearOwnSession(sessionId: string): boolean {
  if (read()?.sessionId !== sessionId) return false;
  write(null);
  return true;
}
