import { data, redirect } from "react-router";
import { z } from "zod";
import { fitPagePath } from "#app/components/product/product-url.ts";
import {
  cartCookie,
  cartHintCookie,
  cookieContextFor,
  readCartCookie,
  readCreditToken,
} from "#app/web/browser-cookies.ts";
import { PRIVATE } from "#app/web/cache-headers.ts";
import type { AppDeps } from "#app/web/context.ts";
import { parseForm, readFlatFormData, rejectForm } from "#app/web/form.server.ts";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { findActor } from "#features/base/identity/sessions.server.ts";
import { findProductsByIds } from "#features/catalog/listing/catalog-queries.server.ts";
import { CUSTOM_SIZE, isAvailable } from "#features/catalog/products/product.ts";
import type { Cart, CartRefusal } from "#features/sales/cart/cart.ts";
import { cartItemIdOf, cartRefusalMessage } from "#features/sales/cart/cart.ts";
import type { CookieLine } from "#features/sales/cart/cart-cookie.ts";
import {
  addCookieLine,
  changeCookieLine,
  cookieLineKey,
  parseCookieCart,
  replaceCookieLine,
  serializeCookieCart,
} from "#features/sales/cart/cart-cookie.ts";
import type { CartQuote } from "#features/sales/checkout/cart-change.ts";
import {
  cartChangeMessage,
  changedItem,
  toStoredLine,
} from "#features/sales/checkout/cart-change.ts";
import type { RequestedLine } from "#features/sales/checkout/checkout-input.ts";
import { parseCheckoutRequest } from "#features/sales/checkout/checkout-input.ts";
import { placeOrder } from "#features/sales/checkout/place-order.server.ts";
import { quoteCart } from "#features/sales/checkout/quote-cart.server.ts";
import { retrieveOrder } from "#features/sales/checkout/retrieve-order.server.ts";
import { CLIENT_IP_HEADER } from "#platform/auth.server.ts";

/** The cart's cookie is sent nowhere else. */
const SIMPLE_CART_PATH = "/cart/simple";

type StoredCart = { lines: readonly CookieLine[]; sessionId: string };

/** Holds lines and the payment session opened for them. */
function readStoredCart(request: Request): StoredCart {
  const [cart = "", sessionId = ""] = readCartCookie(request).split("@");
  return { lines: parseCookieCart(cart), sessionId };
}

function storedCartHeaders(deps: AppDeps, { lines, sessionId }: StoredCart): Headers {
  const headers = new Headers(PRIVATE);
  const value = lines.length === 0 ? "" : `${serializeCookieCart(lines)}@${sessionId}`;
  const context = cookieContextFor(deps.publicUrl);
  headers.append("Set-Cookie", cartCookie(value, context));
  headers.append("Set-Cookie", cartHintCookie(value !== "", context));
  return headers;
}

const toRequested = (line: CookieLine): RequestedLine => ({
  key: cookieLineKey(line),
  productId: line.productId,
  size: line.size,
  color: line.color === "" ? null : line.color,
  ...(line.specification !== "" && { specification: line.specification }),
  quantity: line.quantity,
  shown: null,
});

/** A paid order empties the cart (specification 4). */
async function isPaid(deps: AppDeps, actor: Actor, sessionId: string): Promise<boolean> {
  if (sessionId === "") return false;
  const order = await retrieveOrder(deps, { sessionId, actor }).catch(() => null);
  return order?.status === "completed" || Boolean(order?.transfer);
}

/** Applies the shop's prices and reports changes. */
export async function readSimpleCart(deps: AppDeps, request: Request) {
  const stored = readStoredCart(request);
  const actor = await findActor(deps, request);
  if (await isPaid(deps, actor, stored.sessionId)) {
    const headers = storedCartHeaders(deps, { lines: [], sessionId: "" });
    const quote = await quoteCart(deps, { actor, lines: [], shownTotal: null });
    return { quote, notes: [], sessionId: "", headers };
  }
  const quote = await quoteCart(deps, {
    actor,
    clientIp: request.headers.get(CLIENT_IP_HEADER),
    lines: stored.lines.map(toRequested),
    shownTotal: null,
    now: deps.clock.now(),
  });
  const notes = quote.changes.map((change) => {
    const line = quote.lines.find(({ key }) => key === change.key);
    return cartChangeMessage(change, line && changedItem(line));
  });
  return { quote, notes, sessionId: stored.sessionId, headers: new Headers(PRIVATE) };
}

export type SimpleCartLines = {
  readonly lines: Cart;
  readonly notes: readonly string[];
  /** "" without an open payment session for these lines. */
  readonly sessionId: string;
};

/** Returns browser cart lines at the shop's prices. Changes nothing. */
export async function readSimpleCartLines(deps: AppDeps, request: Request): Promise<Response> {
  const { quote, notes, sessionId, headers } = await readSimpleCart(deps, request);
  const lines = quote.lines.map(toStoredLine).map((line) => {
    return { ...line, cartItemId: cartItemIdOf(line) };
  });
  return Response.json({ lines, notes, sessionId } satisfies SimpleCartLines, { headers });
}

export function clearSimpleCart(deps: AppDeps): Response {
  const headers = storedCartHeaders(deps, { lines: [], sessionId: "" });
  return new Response(null, { status: 204, headers });
}

const schema = z.object({
  // "plain" comes from the made-to-measure page, which names the item in the URL (`plainItemPath`).
  intent: z.enum(["add", "change", "remove", "checkout", "plain"]),
  product: z.string().default(""),
  size: z.string().max(40).default(""),
  color: z.string().max(7).default(""),
  key: z.string().default(""),
  quantity: z.coerce.number().catch(Number.NaN),
  customerEmail: z.string().default(""),
  destination: z.string().default(""),
  method: z.string().default(""),
  idempotencyKey: z.string().default(""),
});

type Fields = z.output<typeof schema>;

type Item = Omit<CookieLine, "quantity">;

/** Stores changed lines and shows the cart; a message when the cart is full. */
function showChanged(
  deps: AppDeps,
  stored: StoredCart,
  changed: Result<CookieLine[], CartRefusal>,
): Result<Response, string> {
  if (!changed.ok) return fail(cartRefusalMessage(changed.error));
  const headers = storedCartHeaders(deps, { ...stored, lines: changed.value });
  return ok(redirect(SIMPLE_CART_PATH, { status: 303, headers }));
}

type PlainItem = { productId: string; color: string; specification: string; replaces: string };

/**
 * Where a form of the made-to-measure page goes on, with its method: only this path has the cart's cookie. `replaces` is the
 * specification of the line to change.
 */
export function plainItemPath(item: PlainItem): string {
  return `${SIMPLE_CART_PATH}?${new URLSearchParams(item)}`;
}

/** Null for a URL that `plainItemPath` did not make. */
function readPlainItem(request: Request): (Item & { replaces: string }) | null {
  const query = new URL(request.url).searchParams;
  const [productId = "", color = "", specification = "", replaces = ""] = [
    "productId",
    "color",
    "specification",
    "replaces",
  ].map((name) => query.get(name) ?? "");
  const isColor = /^(#[0-9A-F]{6})?$/.test(color);
  if (!isId(productId) || !isId(specification) || !isColor) return null;
  return { productId, size: CUSTOM_SIZE, color, specification, replaces };
}

/** Adds one made-to-measure item, or changes a line in its place. */
function putPlainItem(deps: AppDeps, request: Request, stored: StoredCart) {
  const item = readPlainItem(request);
  if (!item) return fail("This piece is no longer offered.");
  const { replaces, ...line } = item;
  const changed = isId(replaces)
    ? replaceCookieLine(stored.lines, line, replaces)
    : addCookieLine(stored.lines, line);
  return showChanged(deps, stored, changed);
}

/** A message when the item is not sold. */
async function findItem(
  deps: AppDeps,
  { product: productId, size, color: submittedColor }: Fields,
): Promise<Result<Item, string>> {
  const [product] = isId(productId) ? await findProductsByIds(deps.db, [productId]) : [];
  if (!product) return fail("This piece is no longer offered.");
  const chosen = size === "" && product.sizes.length === 1 ? (product.sizes[0] ?? "") : size;
  if (chosen === "") return fail("Please choose a size");
  const color = product.colors.length === 0 ? "" : submittedColor.toUpperCase();
  if (!isAvailable(product, chosen, color === "" ? null : color)) {
    return fail(`${product.name} in size ${chosen} is sold out.`);
  }
  return ok({ productId, size: chosen, color, specification: "" });
}

/** Adds a product in a size, or goes on to its measurements. */
async function addItem(
  deps: AppDeps,
  stored: StoredCart,
  fields: Fields,
): Promise<Result<Response, string>> {
  const item = await findItem(deps, fields);
  if (!item.ok) return item;
  const { color, productId, size } = item.value;
  // Custom needs measurements before it is in the cart.
  if (size === CUSTOM_SIZE) {
    const path = fitPagePath(productId, color === "" ? null : { hex: color, name: "" });
    return ok(redirect(path, { status: 303, headers: PRIVATE }));
  }
  return showChanged(deps, stored, addCookieLine(stored.lines, item.value));
}

/** Names each changed line, because without JavaScript one click cannot accept the changes. */
function limitedText({ changes, lines }: CartQuote): string {
  const named = new Map(lines.map((line) => [line.key, changedItem(line)]));
  return changes.map((change) => cartChangeMessage(change, named.get(change.key ?? ""))).join(" ");
}

/** Returns the payment page or a message. */
async function checkOut(
  deps: AppDeps,
  request: Request,
  { stored, fields }: { stored: StoredCart; fields: Fields },
): Promise<{ url: string; sessionId: string } | { field: "customerEmail" | ""; message: string }> {
  const parsed = parseCheckoutRequest({
    ...fields,
    items: stored.lines.map((line) => ({
      cartItemId: cookieLineKey(line),
      id: line.productId,
      size: line.size,
      color: line.color,
      specification: line.specification,
      quantity: line.quantity,
    })),
    replacesSession: stored.sessionId || null,
  });
  if (!parsed.ok) {
    const { code, message } = parsed.error;
    return { field: code.startsWith("email") ? "customerEmail" : "", message };
  }
  const actor = await findActor(deps, request);
  const creditToken = readCreditToken(request);
  const clientIp = request.headers.get(CLIENT_IP_HEADER);
  const placed = await placeOrder(deps, { ...parsed.value, actor, clientIp, creditToken });
  if (placed.ok) return placed.value;
  const { error } = placed;
  const message = error.code === "limited" ? limitedText(error.quote) : error.message;
  return { field: "", message };
}

/** Redirects or returns errors. */
export async function handleSimpleCartForm(deps: AppDeps, request: Request) {
  const stored = readStoredCart(request);
  const submission = await parseForm(await readFlatFormData(request), schema);
  if (submission.status !== "success") return rejectForm(submission);
  const fields = submission.value;
  const show = (lines: readonly CookieLine[], to: string, sessionId = stored.sessionId) =>
    redirect(to, { status: 303, headers: storedCartHeaders(deps, { lines, sessionId }) });
  switch (fields.intent) {
    case "add": {
      const added = await addItem(deps, stored, fields);
      return added.ok ? added.value : rejectForm(submission, { formErrors: [added.error] });
    }
    case "plain": {
      const put = putPlainItem(deps, request, stored);
      return put.ok ? put.value : rejectForm(submission, { formErrors: [put.error] });
    }
    case "change":
      return show(changeCookieLine(stored.lines, fields.key, fields.quantity), SIMPLE_CART_PATH);
    case "remove":
      return show(changeCookieLine(stored.lines, fields.key, 0), SIMPLE_CART_PATH);
    case "checkout": {
      const opened = await checkOut(deps, request, { stored, fields });
      if ("url" in opened) return show(stored.lines, opened.url, opened.sessionId);
      const { field, message } = opened;
      return rejectForm(
        submission,
        field === "" ? { formErrors: [message] } : { fieldErrors: { [field]: [message] } },
      );
    }
  }
}

export function simpleCartPage<Value>(value: Value, headers: Headers) {
  return data(value, { headers });
}
