import type { MoneyAmount } from "#core/money-amount.ts";
import { addMoney, money, multiplyMoney, parseMoney, toDecimal } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { ProductColor, ProductSummary } from "#features/catalog/products/product.ts";
import { availableOf, imagesOfColor, priceOf } from "#features/catalog/products/product.ts";
import { imageVariantPath } from "#ui/image-widths.ts";

/** Stored under 'cart' (specification 3). `price`: dollars, display only. */
export type CartLine = {
  readonly id: string;
  readonly name: string;
  readonly image: string;
  readonly size: string;
  readonly price: number;
  readonly quantity: number;
  readonly color?: string;
  readonly colorName?: string;
  readonly slug?: string;
  /** The id of the fit specification of a made-to-measure item. */
  readonly specification?: string;
  readonly cartItemId: string;
};

/** Oldest line first. */
export type Cart = readonly CartLine[];

export const MAX_QUANTITY_PER_LINE = 99;

/** Fits the browser's storage and one checkout. */
export const MAX_LINES = 100;

export type CartRefusal = "line_full" | "cart_full" | "none_left";

export function cartRefusalMessage(refusal: CartRefusal, available: number | null = null): string {
  if (refusal === "none_left") {
    if (!available) return "This size has just sold out.";
    return available === 1
      ? "The last one in this size is already in your cart."
      : `Only ${available} left in this size, and your cart has all of them.`;
  }
  return refusal === "line_full"
    ? `You can order up to ${MAX_QUANTITY_PER_LINE} pieces of one size. For more, write to us.`
    : `Your cart is full: it holds up to ${MAX_LINES} different pieces. Remove one to add another.`;
}

/** Product id and size, with the color and the fit specification if there are any (specification 3). */
export function cartItemIdOf(
  line: Pick<CartLine, "id" | "size" | "color" | "specification">,
): string {
  return [line.id, line.size, line.color, line.specification].filter(Boolean).join("|");
}

/**
 * Adds one item: a new line, or one more with the newest name, image and price (specification 4). At most
 * `available`; null is no limit.
 */
export function addLine(
  cart: Cart,
  item: Omit<CartLine, "cartItemId" | "quantity">,
  available: number | null = null,
): Result<Cart, CartRefusal> {
  const cartItemId = cartItemIdOf(item);
  const existing = cart.find((line) => line.cartItemId === cartItemId);
  if (available !== null && (existing?.quantity ?? 0) >= available) return fail("none_left");
  if (!existing) {
    if (cart.length >= MAX_LINES) return fail("cart_full");
    return ok([...cart, { ...item, cartItemId, quantity: 1 }]);
  }
  if (existing.quantity >= MAX_QUANTITY_PER_LINE) return fail("line_full");
  const grown = { ...item, cartItemId, quantity: existing.quantity + 1 };
  return ok(cart.map((line) => (line.cartItemId === cartItemId ? grown : line)));
}

/** Sets a line's quantity; 0 or less removes it (specification 4), others are clamped. */
export function setQuantity(cart: Cart, cartItemId: string, quantity: number): Cart {
  if (Number.isNaN(quantity)) return cart;
  if (quantity <= 0) return removeLine(cart, cartItemId);
  const count = Math.min(MAX_QUANTITY_PER_LINE, Math.max(1, Math.trunc(quantity)));
  return cart.map((line) => (line.cartItemId === cartItemId ? { ...line, quantity: count } : line));
}

/** Adds lines up to the cart's limits. */
export function addLines(cart: Cart, lines: readonly Omit<CartLine, "cartItemId">[]): Cart {
  let grown = cart;
  for (const line of lines) {
    const cartItemId = cartItemIdOf(line);
    const existing = grown.find((other) => other.cartItemId === cartItemId);
    if (existing) grown = setQuantity(grown, cartItemId, existing.quantity + line.quantity);
    else if (grown.length < MAX_LINES) grown = grown.concat({ ...line, cartItemId });
  }
  return grown;
}

/** Unchanged without such a line. */
export function removeLine(cart: Cart, cartItemId: string): Cart {
  return cart.filter((line) => line.cartItemId !== cartItemId);
}

/** Restores a removed line at its position, or adds its quantity to the same variant's. */
export function restoreLine(cart: Cart, line: CartLine, position: number): Cart {
  const existing = cart.find((other) => other.cartItemId === line.cartItemId);
  if (existing) return setQuantity(cart, line.cartItemId, existing.quantity + line.quantity);
  return [...cart.slice(0, position), line, ...cart.slice(position)].slice(0, MAX_LINES);
}

/** Keys of lines whose quantity differs. */
export function changedLineKeys(before: Cart, after: Cart): string[] {
  const items = (cart: Cart) => new Map(cart.map((line) => [line.cartItemId, line.quantity]));
  const old = items(before);
  const now = items(after);
  return [...new Set([...old.keys(), ...now.keys()])].filter(
    (key) => old.get(key) !== now.get(key),
  );
}

/** Shown in the header (decision S1). */
export function countItems(cart: Cart): number {
  return cart.reduce((quantity, line) => quantity + line.quantity, 0);
}

/** Zero for an invalid stored price; checkout corrects it. */
export function unitPriceOf(line: Pick<CartLine, "price">): MoneyAmount {
  return parseMoney(line.price) ?? money(0);
}

/** Discounts are not deducted (specification 9). */
export function subtotal(cart: Cart): MoneyAmount {
  return addMoney(cart.map((line) => multiplyMoney(unitPriceOf(line), line.quantity)));
}

export type ChosenVariant = {
  readonly product: Pick<
    ProductSummary,
    "id" | "slug" | "name" | "price" | "compareAt" | "sizes" | "variants" | "images"
  > & { readonly inStock?: boolean };
  readonly size: string;
  readonly color: ProductColor | null;
  /** Of a made-to-measure item: its specification, and its price with the options. */
  readonly fit?: {
    readonly specification: string;
    readonly price: MoneyAmount;
    /** The image that stands for the garment in its cloth (`shownGarment`); null without one. */
    readonly imageId: string | null;
  };
};

/** How many are known to be available; null without a limit. */
export function availableOfChoice({ product, size, color }: ChosenVariant): number | null {
  const { variants, inStock = true } = product;
  return variants.length > 0 ? availableOf({ variants, inStock }, size, color?.hex ?? null) : null;
}

/** Builds the line that the browser stores of a chosen variant (specification 3). */
export function toCartLine(item: ChosenVariant): Omit<CartLine, "cartItemId" | "quantity"> {
  const { product, size, color, fit } = item;
  const [ofColor] = imagesOfColor(product.images, color?.hex ?? null);
  const imageId = fit ? fit.imageId : ofColor?.id;
  return {
    id: product.id,
    slug: product.slug,
    name: product.name,
    image: imageId ? imageVariantPath(imageId, 320, "webp") : "",
    size,
    price: toDecimal(fit?.price ?? priceOf(product, { size, color: color?.hex ?? null }).price),
    ...(color ? { color: color.hex, colorName: color.name } : {}),
    ...(fit ? { specification: fit.specification } : {}),
  };
}
