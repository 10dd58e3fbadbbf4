import { createHash } from "node:crypto";
import { and, eq, inArray } from "drizzle-orm";
import { formatDayRange } from "#core/business-days.ts";
import type { Destination } from "#core/delivery-address.ts";
import { countryName, destinationCode, reaches } from "#core/delivery-address.ts";
import { newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { orders } from "#db/schema/orders.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { isSignedIn } from "#features/base/identity/actor.ts";
import {
  clearPaymentTrouble,
  notePaymentTrouble,
} from "#features/base/settings/payment-trouble.server.ts";
import { paymentTroubleMessage } from "#features/base/settings/payment-trouble-messages.ts";
import type { ShippingSettings } from "#features/base/settings/settings-sections.ts";
import type { DeliveryCase } from "#features/base/settings/shipping-methods.ts";
import { availableShippingMethods } from "#features/base/settings/shipping-methods.ts";
import { getShippingSettings } from "#features/base/settings/site-settings-queries.server.ts";
import type { HoldAllowance } from "#features/catalog/inventory/hold-limits.server.ts";
import { holdersOf } from "#features/catalog/inventory/hold-limits.server.ts";
import { promiseOrder } from "#features/garments/scheduling/promise-order.server.ts";
import type { Order, OrderStatus } from "#features/orders/order/order.ts";
import { promiseOf } from "#features/orders/order/order.ts";
import { findOrderById, findOrderByKey } from "#features/orders/order/order-queries.server.ts";
import type { StoreCredit } from "#features/orders/store-credit/store-credit.ts";
import { creditPart } from "#features/orders/store-credit/store-credit.ts";
import { findSpendableCredit } from "#features/orders/store-credit/store-credit-queries.server.ts";
import {
  cancelReplacedCheckout,
  expireCheckout,
  expireOnRequest,
} from "#features/sales/payments/expire-checkout.server.ts";
import { holdCredit } from "#features/sales/payments/order-credit.server.ts";
import { RESERVATION_MS } from "#features/sales/payments/payment.ts";
import { findChosenProvider } from "#features/sales/payments/payment-choices.server.ts";
import type { SettlementDeps } from "#features/sales/payments/payment-records.server.ts";
import { isProviderError, isStillOpening } from "#platform/payment-trouble.ts";
import type { ProviderName } from "#platform/payments.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import type { CartQuote } from "./cart-change.ts";
import type { CheckoutRequest } from "./checkout-input.ts";
import { CHECKOUT_MESSAGES } from "./checkout-messages.ts";
import type { OpenedPayment } from "./open-payment.server.ts";
import {
  destinationOf,
  findOpening,
  isUnserved,
  noteResumption,
  openPayment,
} from "./open-payment.server.ts";
import { quoteCart, withReadyDays } from "./quote-cart.server.ts";
import type { Reservation, ReservationOutcome } from "./reserve-order.server.ts";
import { reserveOrder } from "./reserve-order.server.ts";

/** The box seals the contracts of made-to-measure lines. */
export type CheckoutDeps = SettlementDeps & { measurementBox: SecretBox };

/** Of an earlier press: a page, an order without one, nothing, or an order that cannot be checked. */
type Resumption =
  | { kind: "page"; payment: OpenedPayment }
  | { kind: "unopened"; order: Order }
  | { kind: "none" }
  | { kind: "unsure" };

/** Never payable; the key may begin another. */
const OVER: readonly OrderStatus[] = ["cancelled", "expired", "refunded"];

/**
 * Resolves a repeated press: the order's page, or its confirmation once paid. An order that
 * is over loses its key.
 */
async function resumeOrder(deps: SettlementDeps, idempotencyKey: string): Promise<Resumption> {
  const order = await findOrderByKey(deps.db, idempotencyKey);
  if (!order) return { kind: "none" };
  const status = await statusNow(deps, order);
  if (status === "unsure") return { kind: "unsure" };
  const { sessionId, url: paymentUrl } = order.payment;
  if (status === "completed" && sessionId) {
    const url = `${deps.publicUrl}/checkout/success?session_id=${sessionId}`;
    return { kind: "page", payment: { sessionId, url } };
  }
  if (status !== "pending") {
    await giveUpKey(deps, idempotencyKey);
    return { kind: "none" };
  }
  if (!sessionId || !paymentUrl) return { kind: "unopened", order };
  return { kind: "page", payment: { sessionId, url: paymentUrl } };
}

/** Ends an order whose time has passed first. */
async function statusNow(
  deps: SettlementDeps,
  order: Order,
): Promise<OrderStatus | "unsure" | null> {
  const hasLapsed = order.reservedUntil !== null && order.reservedUntil <= deps.clock.now();
  if (order.status !== "pending" || !hasLapsed) return order.status;
  try {
    const ending = { as: "expired", because: "time_passed" } as const;
    const status = await expireOnRequest(deps, { orderId: order.id, ...ending });
    return status === "recent" ? "unsure" : status;
  } catch (error) {
    deps.logger.warn({ err: error, orderId: order.id }, "checkout: lapsed session not ended");
    return "unsure";
  }
}

/** A late-paid order keeps its key. */
async function giveUpKey(deps: SettlementDeps, idempotencyKey: string): Promise<void> {
  await deps.db
    .update(orders)
    .set({ idempotencyKey: null })
    .where(and(eq(orders.idempotencyKey, idempotencyKey), inArray(orders.status, OVER)));
}

/** `changed`: the cart as sold now; `limited`: as reservable now. */
export type PlaceOrderFailure =
  | { code: "changed" | "limited"; message: string; quote: CartQuote }
  | { code: "provider" | "too_large" | "unserved" | "credit"; message: string };

/** `creditToken`: the browser's private link; `clientIp`: null where unknown. */
type CheckoutInput = CheckoutRequest & {
  actor: Actor;
  creditToken?: string | null;
  clientIp?: string | null;
};

/** Stripe's limit of eight digits, in minor units. */
const MAX_TOTAL_MINOR = 99_999_999;

const CHANGED = "Some things in your cart changed. Please look at them before you pay.";

const LIMITED =
  "We cannot reserve all of your cart at once, so that others find something too. Please reduce the quantities, pay or cancel earlier orders, or sign in.";

/** When others buy the same items meanwhile. */
const MAX_ROUNDS = 3;

/**
 * The key hashed with account, email and cart, so that a stranger's same key is another order. Without
 * prices: after a change of price it finds its order.
 */
function ownKey({ actor, customerEmail, idempotencyKey, lines }: CheckoutInput): string {
  const userId = isSignedIn(actor) ? actor.userId : null;
  const cart = lines.map(({ color, productId, quantity, size, specification }) => [
    productId,
    size,
    color,
    quantity,
    ...(specification ? [specification] : []),
  ]);
  const sent = [idempotencyKey ?? newId(), userId, customerEmail.toLowerCase(), cart];
  return createHash("sha256").update(JSON.stringify(sent)).digest("base64url");
}

/**
 * Turns a cart into a pending order with reserved items and an open page (decisions C1 and C3). A sender's
 * same key is the same order while payable. Prices and stock are the server's: if others were shown, nothing
 * is written and the changes are returned. When the provider fails, the order is cancelled and its items
 * released.
 */
export async function placeOrder(
  deps: CheckoutDeps,
  input: CheckoutInput,
): Promise<Result<OpenedPayment, PlaceOrderFailure>> {
  const idempotencyKey = ownKey(input);
  const provider = await findProvider(deps, input.method);
  const { replacesSession } = input;
  if (replacesSession) {
    const earlier = await resume(deps, input, idempotencyKey);
    if (earlier) return earlier;
    if (provider) await cancelReplacedCheckout(deps, replacesSession);
  }
  // Most presses are the first: an earlier order, which may hold what is missing, is looked for on failure.
  for (let press = 1; press <= MAX_ROUNDS; press += 1) {
    const begun = await beginOrder(deps, input, { idempotencyKey, provider });
    if (begun.ok) return pay(deps, input, begun.value.order, begun.value.shipping);
    // A concurrent press may hold it.
    const earlier = await resume(deps, input, idempotencyKey);
    if (earlier) return earlier;
    if (press > 1 && begun.error.code !== "exists") return fail(begun.error);
  }
  return fail({ code: "changed", message: CHANGED, quote: await quoteToShow(deps, input) });
}

type Begun = { order: Order; shipping: ShippingSettings };

async function beginOrder(
  deps: CheckoutDeps,
  input: CheckoutInput,
  order: { idempotencyKey: string; provider: ProviderName | null },
): Promise<Result<Begun, PlaceOrderFailure | { code: "exists" }>> {
  const { idempotencyKey, provider } = order;
  if (!provider) return noSession();
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const quote = await quoteCart(deps, input);
    const refusal = await refusalOf(deps, quote);
    if (refusal) return fail(refusal);
    const payer = await choosePayer(deps, input, { quote, provider });
    if (!payer.ok) return payer;
    const outcome = await reserve(deps, input, { quote, idempotencyKey, provider: payer.value });
    if (outcome.kind === "placed") {
      for (const change of outcome.changes) await deps.content.settle(change);
      return ok(outcome);
    }
    if (outcome.kind === "exists") return fail({ code: "exists" });
    if (outcome.kind === "limited") return limited(deps, input, outcome.allowance);
    // Another order was faster: quote again.
  }
  return fail({ code: "changed", message: CHANGED, quote: await quoteToShow(deps, input) });
}

/** With the days of what is made to measure. */
const quoteToShow = (
  deps: SettlementDeps,
  input: Parameters<typeof quoteCart>[1],
): Promise<CartQuote> => quoteCart(deps, { ...input, now: deps.clock.now() });

const MINUTE_MS = 60_000;

/** Offers what the visitor may hold now. */
async function limited(
  deps: SettlementDeps,
  input: CheckoutInput,
  { freeAt, inAll, ofVariant }: HoldAllowance,
): Promise<Result<Begun, PlaceOrderFailure>> {
  const waitMs = freeAt && freeAt.getTime() - deps.clock.now().getTime();
  const waitMinutes = waitMs && Math.max(1, Math.ceil(waitMs / MINUTE_MS));
  const limit = { ofVariant, inAll, waitMinutes };
  const quote = await quoteToShow(deps, { ...input, limit });
  return fail({ code: "limited", message: LIMITED, quote });
}

/** Why the quote cannot be paid. A changed one has the days of what is made to measure. */
async function refusalOf(
  deps: SettlementDeps,
  quote: CartQuote,
): Promise<PlaceOrderFailure | null> {
  if (quote.changes.length > 0) {
    const dated = await withReadyDays(deps.db, quote, deps.clock.now());
    return { code: "changed", message: CHANGED, quote: dated };
  }
  if (quote.total.minorUnits <= MAX_TOTAL_MINOR) return null;
  return {
    code: "too_large",
    message: "This order is too large to pay online. Please write to us and we arrange it.",
  };
}

const CREDIT_CHANGED =
  "Your store credit is not what it was. Please look at the amounts before you pay.";

function findChosenCredit(
  deps: SettlementDeps,
  { actor, creditToken = null, shownCredit }: CheckoutInput,
): Promise<StoreCredit | null> {
  if (shownCredit === null) return Promise.resolve(null);
  return findSpendableCredit(deps.db, { actor, token: creditToken, currency: "USD" });
}

/** Minor units; 0 without any method. */
function cheapestShipping(
  shipping: ShippingSettings,
  order: DeliveryCase,
  destination: Destination,
): number {
  const ways = availableShippingMethods(shipping, order).filter((way) => reaches(way, destination));
  return ways.length === 0 ? 0 : Math.min(...ways.map(({ price }) => price.minorUnits));
}

/**
 * Store credit if it covers the order with a shipping method, else the provider. Less credit than shown is
 * refused.
 */
async function choosePayer(
  deps: SettlementDeps,
  input: CheckoutInput,
  { quote, provider }: { quote: CartQuote; provider: ProviderName },
): Promise<Result<ProviderName, PlaceOrderFailure>> {
  const { shownCredit } = input;
  if (shownCredit === null) return ok(provider);
  const credit = await findChosenCredit(deps, input);
  const balance = credit?.balance.minorUnits ?? 0;
  const worth = quote.total;
  if (creditPart(balance, worth.minorUnits) < shownCredit || balance === 0) {
    return fail({ code: "credit", message: CREDIT_CHANGED });
  }
  const madeToMeasure = quote.lines.some((line) => line.madeToMeasure);
  const delivery = { worth, madeToMeasure, now: deps.clock.now() };
  const shipping = await getShippingSettings(deps.db);
  const cheapest = cheapestShipping(shipping, delivery, input.destination);
  return ok(balance >= worth.minorUnits + cheapest ? "store_credit" : provider);
}

function reserve(
  deps: CheckoutDeps,
  input: CheckoutInput,
  order: Pick<Reservation, "quote" | "idempotencyKey" | "provider">,
): Promise<ReservationOutcome> {
  return reserveOrder(deps, {
    ...order,
    customerEmail: input.customerEmail,
    userId: input.actor.role === "customer" ? input.actor.userId : null,
    destination: destinationCode(input.destination),
    reservedUntil: new Date(deps.clock.now().getTime() + RESERVATION_MS),
    holders: holdersOf({ ...input, clientIp: input.clientIp ?? null }),
  });
}

/** Null when its keys cannot be used. */
async function findProvider(deps: SettlementDeps, method: string): Promise<ProviderName | null> {
  try {
    return (await findChosenProvider(deps, method)).name;
  } catch (error) {
    deps.logger.error({ err: error }, "checkout: no payment provider");
    await notePaymentTrouble(deps, error);
    return null;
  }
}

const noSession = () =>
  fail({ code: "provider", message: CHECKOUT_MESSAGES.sessionFailed } as const);

/** An earlier press's page, or null. */
async function resume(
  deps: SettlementDeps,
  input: CheckoutInput,
  idempotencyKey: string,
): Promise<Result<OpenedPayment, PlaceOrderFailure> | null> {
  const found = await resumeOrder(deps, idempotencyKey);
  switch (found.kind) {
    case "page":
      return ok(found.payment);
    case "unopened":
      await noteResumption(deps, found.order);
      return pay(deps, input, found.order);
    case "unsure":
      // A second order could charge twice.
      return noSession();
    case "none":
      return null;
  }
}

/**
 * After a failed opening: another press's page, or none. Cancels the order unless another press is opening
 * its page; the sweep is the fallback.
 */
async function giveUpOpening(
  deps: SettlementDeps,
  order: Order,
  error: unknown,
): Promise<OpenedPayment | null> {
  const { isResumed, opened } = await findOpening(deps, order);
  if (!opened && !isResumed) await cancelFailedCheckout(deps, order, error);
  return opened;
}

/** Notes why. */
async function cancelFailedCheckout(
  deps: SettlementDeps,
  order: Order,
  error: unknown,
): Promise<void> {
  const why = isProviderError(error) ? paymentTroubleMessage(error) : "";
  const ending = { as: "cancelled", because: "provider_failed", why } as const;
  try {
    await expireCheckout(deps, { orderId: order.id, ...ending });
  } catch (failure) {
    deps.logger.warn({ err: failure, orderId: order.id }, "checkout: order not given up");
  }
}

async function leaveUnserved(deps: SettlementDeps, order: Order) {
  const ending = { as: "cancelled", because: "not_shipped_there" } as const;
  await expireCheckout(deps, { orderId: order.id, ...ending });
  const country = countryName(destinationOf(order).country);
  const message = `We do not ship to ${country} yet. Please choose another country or write to us.`;
  return fail({ code: "unserved", message } as const);
}

/** Null, with the order cancelled, when the credit is gone. */
async function withCredit(
  deps: SettlementDeps,
  input: CheckoutInput,
  order: Order,
  known?: ShippingSettings,
): Promise<Order | null> {
  if (input.shownCredit === null) return order;
  const credit = await findChosenCredit(deps, input);
  const expectedMinor = input.shownCredit;
  const at = deps.clock.now();
  const { madeToMeasure, totals } = order;
  const delivery = { worth: totals.total, madeToMeasure, now: at, ...promiseOf(order) };
  const shipping = known ?? (await getShippingSettings(deps.db));
  const cheapestMinor = cheapestShipping(shipping, delivery, destinationOf(order));
  // An earlier press may have reserved the last credit.
  const accountId = credit?.id ?? null;
  const hold = { orderId: order.id, accountId, expectedMinor, cheapestMinor, at };
  const isHeld = await deps.db.transaction((tx) => holdCredit(tx, hold));
  if (isHeld) return findOrderById(deps.db, order.id);
  await expireCheckout(deps, { orderId: order.id, as: "cancelled", because: "credit_gone" });
  return null;
}

const STILL_OPENING =
  "Your payment page is still being opened. Please try again in a moment; your items stay reserved.";

/** Their success says nothing about the card provider. */
const OWN: readonly string[] = ["test", "manual", "store_credit"];

const NO_DAY =
  "The atelier cannot promise a day for your made-to-measure garments at the moment. Please write to us.";

/** The order with the days that its made-to-measure lines are promised for; refused, with the order cancelled, without them. */
async function promised(
  deps: SettlementDeps,
  input: CheckoutInput,
  placed: Order,
): Promise<Result<Order, PlaceOrderFailure>> {
  const outcome = await promiseOrder(deps, placed);
  if (outcome.ok) return outcome;
  await expireCheckout(deps, { orderId: placed.id, as: "cancelled", because: "no_promise" });
  const { error } = outcome;
  if (error.code === "no_day") return fail({ code: "unserved", message: NO_DAY });
  const quote = await quoteToShow(deps, input);
  const day = formatDayRange({ from: error.day, until: error.day });
  const gone = quote.lines.flatMap(({ key, madeToMeasure }) =>
    madeToMeasure ? [{ kind: "need_by_gone" as const, key, day }] : [],
  );
  const changes = [...gone, ...quote.changes];
  return fail({ code: "changed", message: CHANGED, quote: { ...quote, changes } });
}

async function pay(
  deps: SettlementDeps,
  input: CheckoutInput,
  written: Order,
  shipping?: ShippingSettings,
): Promise<Result<OpenedPayment, PlaceOrderFailure>> {
  if (shipping && isUnserved(written, shipping, deps.clock.now()))
    return leaveUnserved(deps, written);
  const dated = await promised(deps, input, written);
  if (!dated.ok) return dated;
  const placed = dated.value;
  const order = await withCredit(deps, input, placed, shipping);
  if (!order) return fail({ code: "credit", message: CREDIT_CHANGED });
  try {
    const opened = await openPayment(deps, order, shipping);
    if (!OWN.includes(order.payment.provider)) await clearPaymentTrouble(deps.db);
    return ok(opened);
  } catch (error) {
    deps.logger.error({ err: error, orderId: order.id }, "checkout: no payment session");
    await notePaymentTrouble(deps, error);
    // Only the first press may cancel.
    const opened = shipping ? await giveUpOpening(deps, order, error) : null;
    if (opened) return ok(opened);
    return isStillOpening(error) ? fail({ code: "provider", message: STILL_OPENING }) : noSession();
  }
}
