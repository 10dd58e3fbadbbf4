import type { Cart, CartLine } from "../cart.ts";
import { changedLineKeys, MAX_LINES } from "../cart.ts";
import type { SentLine } from "./cart-sync-input.ts";
import type { PendingChanges } from "./pending-change.ts";
import { ageOf, DEVICE_ONLY } from "./pending-change.ts";

export type CartCopy = { readonly cart: Cart; readonly changes: PendingChanges };

/** A size may contain "|"; what comes after it is known by its form. */
function readKey(key: string): Pick<SentLine, "id" | "size" | "color" | "specification"> {
  const [id = "", ...rest] = key.split("|");
  const lastOf = (form: RegExp) =>
    rest.length > 1 && form.test(rest.at(-1) ?? "") ? (rest.pop() ?? "") : "";
  const specification = lastOf(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  const color = lastOf(/^#[0-9a-f]{6}$/i);
  return { id, size: rest.join("|"), color, specification };
}

/** Every unsynced change, quantity 0 for removed lines; the whole cart from a device without an account. */
export function linesToSend(
  { cart, changes }: CartCopy,
  { storedFor, nowMs }: { storedFor: string | null; nowMs: number },
): SentLine[] {
  const items = new Map(cart.map((line) => [line.cartItemId, line.quantity]));
  const keys = new Set(storedFor === null ? [...items.keys(), ...changes.keys()] : changes.keys());
  return [...keys].map((key) => ({
    ...readKey(key),
    quantity: items.get(key) ?? 0,
    agoMs: ageOf(changes.get(key), nowMs),
    guest: changes.get(key)?.guest ?? false,
  }));
}

/** `unknown`: sent products that the server lacks. */
export type CartResponse = { readonly lines: Cart; readonly unknown: readonly string[] };

/**
 * The device's cart after a response: the server's lines, except for changes made meanwhile and what the
 * server lacks. Lines keep their order, new ones come last; unsynced changes remain.
 */
export function applyCartResponse(now: CartCopy, sent: CartCopy, response: CartResponse): CartCopy {
  const changed = new Set(changedLineKeys(sent.cart, now.cart));
  const ownKeys = new Set([...changed, ...response.unknown]);
  const theirs = new Map(response.lines.map((line) => [line.cartItemId, line]));
  const retained = now.cart.flatMap((line): CartLine[] => {
    const key = line.cartItemId;
    if (ownKeys.has(key)) return [line];
    const stored = theirs.get(key);
    if (!stored) return [];
    // The product may have lost the color.
    const { colorName } = line;
    return [{ ...(colorName ? { colorName } : {}), ...stored }];
  });
  const here = new Set(now.cart.map((line) => line.cartItemId));
  const come = response.lines.filter(
    ({ cartItemId }) => !here.has(cartItemId) && !ownKeys.has(cartItemId),
  );
  const deviceOnly = response.unknown.filter((key) => here.has(key) && !changed.has(key));
  return {
    cart: [...retained, ...come].slice(0, MAX_LINES),
    changes: new Map([
      ...deviceOnly.map((key) => [key, DEVICE_ONLY] as const),
      ...[...now.changes].filter(([key]) => changed.has(key)),
    ]),
  };
}
