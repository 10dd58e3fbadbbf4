import { parseMoney } from "#core/money-amount.ts";
import type { Cart, CartLine } from "./cart.ts";
import { cartItemIdOf, MAX_LINES, MAX_QUANTITY_PER_LINE } from "./cart.ts";

export type CartRepair =
  | "cart_unreadable"
  | "line_unreadable"
  | "quantity_corrected"
  | "price_unknown"
  | "too_many_lines";

export type StoredCart = {
  readonly cart: Cart;
  readonly repairs: ReadonlyMap<CartRepair, number>;
};

const MAX_NAME_LENGTH = 200;
const MAX_ID_LENGTH = 64;
const MAX_SIZE_LENGTH = 40;

const SPECIFICATION = /^[0-9a-f-]{36}$/;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function text(value: unknown, maxLength: number): string {
  return typeof value === "string" ? value.trim().slice(0, maxLength) : "";
}

/** The page's policy refuses other hosts. */
function imageUrl(value: unknown): string {
  const address = text(value, 300);
  return /^\/(?![/\\])/.test(address) ? address : "";
}

function itemsOf(value: unknown): number {
  const items = typeof value === "string" ? Number.parseInt(value, 10) : value;
  if (typeof items !== "number" || Number.isNaN(items)) return 1;
  return Math.min(MAX_QUANTITY_PER_LINE, Math.max(1, Math.trunc(items)));
}

function priceOf(value: unknown): number | null {
  if (typeof value !== "number" && typeof value !== "string") return null;
  // Turns -0 into 0, as storage does.
  return parseMoney(value) === null ? null : Number(value) + 0;
}

function readLine(value: unknown, note: (repair: CartRepair) => void): CartLine | null {
  if (!isRecord(value)) return null;
  const id = text(value.id, MAX_ID_LENGTH);
  const size = text(value.size, MAX_SIZE_LENGTH);
  if (!id || !size) return null;
  const quantity = itemsOf(value.quantity);
  if (quantity !== value.quantity) note("quantity_corrected");
  const price = priceOf(value.price);
  if (price === null) note("price_unknown");
  const color = text(value.color, 7);
  const colorName = text(value.colorName, MAX_SIZE_LENGTH);
  const slug = text(value.slug, MAX_NAME_LENGTH);
  const specification = text(value.specification, MAX_ID_LENGTH);
  const line = {
    id,
    name: text(value.name, MAX_NAME_LENGTH) || "Piece from the atelier",
    image: imageUrl(value.image),
    size,
    price: price ?? 0,
    quantity,
    ...(/^#[0-9a-f]{6}$/i.test(color) ? { color } : {}),
    ...(colorName ? { colorName } : {}),
    ...(slug ? { slug } : {}),
    ...(SPECIFICATION.test(specification) ? { specification } : {}),
  };
  return { ...line, cartItemId: cartItemIdOf(line) };
}

function decode(stored: unknown): unknown {
  if (stored === null || stored === undefined || stored === "") return [];
  if (typeof stored !== "string") return stored;
  try {
    return JSON.parse(stored);
  } catch {
    return null;
  }
}

/**
 * Reads a stored cart, as text or decoded. Never throws: repairs lines with a product and a size, joins lines
 * of one variant.
 */
export function parseCart(stored: unknown): StoredCart {
  const repairs = new Map<CartRepair, number>();
  const note = (repair: CartRepair) => repairs.set(repair, (repairs.get(repair) ?? 0) + 1);
  const decoded = decode(stored);
  if (!Array.isArray(decoded)) {
    note("cart_unreadable");
    return { cart: [], repairs };
  }
  const lines = new Map<string, CartLine>();
  for (const value of decoded) {
    const line = readLine(value, note);
    if (!line) {
      note("line_unreadable");
      continue;
    }
    const same = lines.get(line.cartItemId);
    if (same) {
      const quantity = Math.min(MAX_QUANTITY_PER_LINE, same.quantity + line.quantity);
      lines.set(line.cartItemId, { ...line, quantity });
    } else if (lines.size < MAX_LINES) lines.set(line.cartItemId, line);
    else note("too_many_lines");
  }
  return { cart: [...lines.values()], repairs };
}

/** Null removes the entry of an empty cart (specification 4). */
export function serializeCart(cart: Cart): string | null {
  return cart.length === 0 ? null : JSON.stringify(cart);
}

/** Only repairs that the visitor can act on. */
export function repairMessages(repairs: ReadonlyMap<CartRepair, number>): string[] {
  const messages: string[] = [];
  if (repairs.has("cart_unreadable")) {
    messages.push("We could not read the cart stored in this browser, so it starts empty.");
  }
  if (repairs.has("line_unreadable")) {
    messages.push("Part of your cart could not be read. Everything else is here.");
  }
  if (repairs.has("quantity_corrected")) {
    messages.push(
      `A quantity was not possible and was set between 1 and ${MAX_QUANTITY_PER_LINE}. Please check it.`,
    );
  }
  if (repairs.has("price_unknown")) {
    messages.push("A price could not be read. You will see the right one at checkout.");
  }
  if (repairs.has("too_many_lines")) {
    messages.push(`Your cart holds up to ${MAX_LINES} different pieces. The first ones were kept.`);
  }
  return messages;
}
