import { v4, v7, validate } from "uuid";

/** A time-ordered UUIDv7: rows created together lie together in the index. */
export function newId(): string {
  return v7();
}

/** A random UUIDv4, for orders: the shopper sees the first 8 characters as the order number, so they must differ (ADR 0004). */
export function newOrderId(): string {
  return v4();
}

/** Whether a text from outside is a UUID at all, so that a malformed id is a not-found and never a database error. */
export function isId(text: string): boolean {
  return validate(text);
}

/** 128 random bits as hex, for a request that may be sent twice; crypto.randomUUID would need https. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
