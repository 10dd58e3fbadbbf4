import { v4, v7, validate } from "uuid";

/** A time-ordered UUIDv7: new rows are neighbours in the index. */
export function newId(): string {
  return v7();
}

/** A random UUIDv4: its first 8 characters are the order number (ADR 0004). */
export function newOrderId(): string {
  return v4();
}

/** Checks external text, so that a malformed id is "not found". */
export function isId(text: string): boolean {
  return validate(text);
}

/** 128 random bits as hex, for idempotency keys; crypto.randomUUID needs https. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
