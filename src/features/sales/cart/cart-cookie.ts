import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { CartRefusal } from "./cart.ts";
import { MAX_QUANTITY_PER_LINE } from "./cart.ts";

/** Used by browsers without JavaScript. */
export type CookieLine = {
  readonly productId: string;
  readonly size: string;
  /** #RRGGBB, or "" for a product without colors. */
  readonly color: string;
  /** The id of the fit specification of a made-to-measure item, or "". */
  readonly specification: string;
  readonly quantity: number;
};

/** Fits in a cookie. */
export const MAX_COOKIE_LINES = 20;

const ID = /^[0-9a-f-]{36}$/;
const SPECIFICATION = /^([0-9a-f-]{36})?$/;
const COLOR = /^(#[0-9A-F]{6})?$/;
const MAX_SIZE_LENGTH = 40;

const BETWEEN_FIELDS = "~";
const BETWEEN_LINES = "!";

/** Encodes a text together with the two separators of the cookie. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[~!]/g, (each) => `%${each.charCodeAt(0).toString(16)}`);

export function cookieLineKey(line: Omit<CookieLine, "quantity">): string {
  const { productId, size, color, specification } = line;
  return [productId, size, color, ...(specification ? [specification] : [])].join("|");
}

/** "" for an empty cart. */
export function serializeCookieCart(lines: readonly CookieLine[]): string {
  return lines
    .map(({ productId, size, color, specification, quantity }) =>
      [
        productId,
        encode(size),
        color.slice(1),
        quantity,
        ...(specification ? [specification] : []),
      ].join(BETWEEN_FIELDS),
    )
    .join(BETWEEN_LINES);
}

function parseLine(text: string): CookieLine | null {
  const [productId = "", encoded = "", hex = "", count = "", specification = ""] =
    text.split(BETWEEN_FIELDS);
  const size = decode(encoded);
  const color = hex === "" ? "" : `#${hex}`;
  const quantity = Number(count);
  const isWhole = Number.isInteger(quantity) && quantity >= 1 && quantity <= MAX_QUANTITY_PER_LINE;
  const isKnown = ID.test(productId) && COLOR.test(color) && SPECIFICATION.test(specification);
  if (!isKnown || !isWhole || size === "" || size.length > MAX_SIZE_LENGTH) return null;
  return { productId, size, color, specification, quantity };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/** Never throws: unreadable lines are left out. */
export function parseCookieCart(value: string): CookieLine[] {
  const lines = value.split(BETWEEN_LINES).map(parseLine);
  return lines.filter((line) => line !== null).slice(0, MAX_COOKIE_LINES);
}

/** Adds one item, as a new line or to the same line. */
export function addCookieLine(
  lines: readonly CookieLine[],
  item: Omit<CookieLine, "quantity">,
): Result<CookieLine[], CartRefusal> {
  const key = cookieLineKey(item);
  const present = lines.find((line) => cookieLineKey(line) === key);
  if (!present) {
    if (lines.length >= MAX_COOKIE_LINES) return fail("cart_full");
    return ok([...lines, { ...item, quantity: 1 }]);
  }
  if (present.quantity >= MAX_QUANTITY_PER_LINE) return fail("line_full");
  return ok(
    lines.map((line) => (line === present ? { ...line, quantity: line.quantity + 1 } : line)),
  );
}

/** Gives the line of a specification another one in its place; adds the item when no line has it any more. */
export function replaceCookieLine(
  lines: readonly CookieLine[],
  item: Omit<CookieLine, "quantity">,
  specification: string,
): Result<CookieLine[], CartRefusal> {
  const isReplaced = (line: CookieLine) =>
    line.productId === item.productId &&
    line.size === item.size &&
    line.specification === specification;
  if (!lines.some(isReplaced)) return addCookieLine(lines, item);
  return ok(
    lines.map((line) => (isReplaced(line) ? { ...line, specification: item.specification } : line)),
  );
}

/** 0 or less, or no number, removes the line. */
export function changeCookieLine(
  lines: readonly CookieLine[],
  key: string,
  quantity: number,
): CookieLine[] {
  const count = Math.min(MAX_QUANTITY_PER_LINE, Math.trunc(quantity));
  return lines
    .map((line) => (cookieLineKey(line) === key ? { ...line, quantity: count } : line))
    .filter((line) => line.quantity >= 1);
}
