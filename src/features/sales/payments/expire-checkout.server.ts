import { DAY_MS } from "#core/duration.ts";
import { isId } from "#core/ids.ts";
import { bumpForStock } from "#db/content-version.server.ts";
import type { Order, OrderStatus } from "#features/orders/order/order.ts";
import { holdsReservation } from "#features/orders/order/order.ts";
import {
  findOrderById,
  findOrderBySession,
  lockOrder,
} from "#features/orders/order/order-queries.server.ts";
import {
  hasOrderEvent,
  recordOrderEvent,
} from "#features/orders/order/stored-order-events.server.ts";
import { isProviderError, PaymentProviderError } from "#platform/payment-trouble.ts";
import type { PaymentProvider } from "#platform/payments.server.ts";
import { claimSessionEnd } from "./check-sessions.server.ts";
import { isUnderReview, RESERVATION_MS } from "./payment.ts";
import type { OrderEnding, SettlementDeps } from "./payment-records.server.ts";
import { releaseOrder } from "./payment-records.server.ts";
import { settleSession } from "./settle-session.server.ts";
import { sendSettlementEmail } from "./settlement-emails.server.ts";

/** How long an order waits for its keys. Its page ends a minute after the reservation. */
const KEYS_MAY_COME_BACK_MS = 60 * 60 * 1000;

/**
 * Handles a session the provider does not know. Same account: it is gone, false. Another account: flags the
 * order and keeps its items for an hour, then true; before, throws PaymentProviderError('other_account').
 */
async function handleWrongProviderAccount(
  deps: SettlementDeps,
  order: Order,
  provider: PaymentProvider,
): Promise<boolean> {
  const { providerAccount } = order.payment;
  if (providerAccount !== null && (await provider.isOwnAccount(providerAccount))) return false;
  await flagOnce(deps, order);
  const heldUntil = order.reservedUntil?.getTime() ?? order.createdAt.getTime() + RESERVATION_MS;
  if (deps.clock.now().getTime() >= heldUntil + KEYS_MAY_COME_BACK_MS) return true;
  throw new PaymentProviderError(
    "other_account",
    `opened under ${providerAccount ?? "other keys"}`,
  );
}

async function flagOnce({ db }: SettlementDeps, order: Order): Promise<void> {
  const orderId = order.id;
  const type = "other_account";
  await db.transaction(async (tx) => {
    await lockOrder(tx, orderId);
    if (await hasOrderEvent(tx, { orderId, type })) return;
    const { providerAccount } = order.payment;
    await recordOrderEvent(tx, {
      orderId,
      type,
      detail: providerAccount ? { account: providerAccount } : {},
    });
  });
}

/**
 * Ends a pending order at the provider, then here; one paid meanwhile is completed. Returns its status, null
 * without one. Throws when the provider cannot be asked or another account opened it; the reservation stays.
 */
export async function expireCheckout(
  deps: SettlementDeps,
  input: Ending,
): Promise<OrderStatus | null> {
  const order = await findOrderById(deps.db, input.orderId);
  if (!order || !holdsReservation(order.status)) return order?.status ?? null;
  const { sessionId, status } = order.payment;
  // Ended with money that does not pay.
  if (isUnderReview(status)) {
    return releaseAndPublish(deps, { ...input, because: "payment_under_review" });
  }
  if (!sessionId) return releaseAndPublish(deps, input);
  return expireSession(deps, input, { order, sessionId });
}

type Ending = { orderId: string } & OrderEnding;

/** Ends the payment page at its provider before the order. */
async function expireSession(
  deps: SettlementDeps,
  input: Ending,
  { order, sessionId }: { order: Order; sessionId: string },
): Promise<OrderStatus | null> {
  const provider = await findOpener(deps, order);
  if (!provider) return releaseAndPublish(deps, { ...input, because: "keys_gone" });
  const isEnded = await provider.endSession(sessionId);
  if (isEnded === false) {
    const session = await provider.readSession(sessionId);
    if (session) await settleSession(deps, provider.name, session);
    return (await findOrderById(deps.db, order.id))?.status ?? null;
  }
  if (isEnded === null && (await handleWrongProviderAccount(deps, order, provider))) {
    return releaseAndPublish(deps, {
      ...input,
      because: "other_account",
      account: order.payment.providerAccount,
    });
  }
  return releaseAndPublish(deps, input);
}

/** No provider's session lives longer. */
const MAX_SESSION_MS = DAY_MS;

/** The page's provider; null when its keys are gone and no session can be open. Throws while one may be. */
async function findOpener(deps: SettlementDeps, order: Order): Promise<PaymentProvider | null> {
  try {
    return await deps.payments.of(order.payment.provider);
  } catch (error) {
    const isGone = isProviderError(error) && error.trouble === "no_keys";
    const age = deps.clock.now().getTime() - order.createdAt.getTime();
    if (isGone && age > MAX_SESSION_MS) return null;
    throw error;
  }
}

async function releaseAndPublish(
  deps: SettlementDeps,
  ending: Ending,
): Promise<OrderStatus | null> {
  const change = await deps.db.transaction(async (tx) => {
    const locked = await lockOrder(tx, ending.orderId);
    const result = locked ? await releaseOrder(tx, locked, ending) : null;
    if (result?.event) await sendSettlementEmail(tx, deps, result.event);
    return bumpForStock(tx, result?.changedProducts ?? []);
  });
  if (change) await deps.content.settle(change);
  return (await findOrderById(deps.db, ending.orderId))?.status ?? null;
}

/**
 * expireCheckout for a visitor; 'recent' when requested within SESSION_CHECK_MS and still pending, so that
 * reloads do not flood the provider.
 */
export async function expireOnRequest(
  deps: SettlementDeps,
  ending: Ending,
): Promise<OrderStatus | "recent" | null> {
  const order = await findOrderById(deps.db, ending.orderId);
  if (!order || !holdsReservation(order.status)) return order?.status ?? null;
  const { sessionId } = order.payment;
  if (sessionId && !(await claimSessionEnd(deps, sessionId))) return "recent";
  return expireCheckout(deps, ending);
}

/** Releases what this browser's earlier checkout reserves. Without the provider the sweep does. */
export async function cancelReplacedCheckout(
  deps: SettlementDeps,
  sessionId: string,
): Promise<void> {
  const order = await findOrderBySession(deps.db, sessionId);
  // Money may be on its way.
  if (order?.payment.status !== "pending") return;
  try {
    await expireOnRequest(deps, { orderId: order.id, as: "cancelled", because: "replaced" });
  } catch (error) {
    deps.logger.warn({ err: error, orderId: order.id }, "checkout: earlier session not ended");
  }
}

/** Ends a left checkout. Returns its status, null without one. Without the provider the sweep ends it. */
export async function cancelCheckout(
  deps: SettlementDeps,
  input: { orderId: string | null; because?: "visitor_cancelled" | "customer_cancelled" },
): Promise<OrderStatus | null> {
  const { orderId, because = "visitor_cancelled" } = input;
  if (!orderId || !isId(orderId)) return null;
  try {
    const status = await expireOnRequest(deps, { orderId, as: "cancelled", because });
    return status === "recent" ? "pending" : status;
  } catch (error) {
    deps.logger.warn({ err: error, orderId }, "checkout: session not ended");
    return "pending";
  }
}
