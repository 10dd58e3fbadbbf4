import { and, eq } from "drizzle-orm";
import { bumpContentVersion } from "#db/content-version.server.ts";
import { orderEvents } from "#db/schema/orders.server.ts";
import type { Order, OrderStatus } from "#features/orders/order.ts";
import { holdsReservation } from "#features/orders/order.ts";
import {
  findOrderById,
  findOrderBySession,
  lockOrder,
} from "#features/orders/order-queries.server.ts";
import { isProviderError, PaymentProviderError } from "#platform/payment-trouble.ts";
import type { PaymentProvider } from "#platform/payments.server.ts";
import type { CheckoutDeps } from "./checkout-deps.server.ts";
import { RESERVATION_MS } from "./checkout-deps.server.ts";
import type { OrderEnding } from "./release-order.server.ts";
import { releaseOrder } from "./release-order.server.ts";
import { settleSession } from "./settle-payment.server.ts";

/**
 * After its hold, an order waits so long for the keys that opened it to come back. Its page ends at the provider a minute after the hold, and an
 * owner who saved the wrong keys soon hears of it.
 */
const KEYS_MAY_COME_BACK_MS = 60 * 60 * 1000;

/**
 * What to do with a pending order whose session the provider does not know. Under the account that opened it that means it is over: false. Under
 * another one it means nothing, and it may have been paid: the owner finds it flagged on the order, and it keeps its pieces until its page has
 * ended and a while has passed. True when it has; throws PaymentProviderError('other_account') before.
 */
async function handleWrongProviderAccount(
  deps: CheckoutDeps,
  order: Order,
  provider: PaymentProvider,
): Promise<boolean> {
  const { paymentAccount: account } = order;
  if (account !== null && (await provider.isOwnAccount(account))) return false;
  await flagOnce(deps, order);
  const heldUntil = order.reservedUntil?.getTime() ?? order.createdAt.getTime() + RESERVATION_MS;
  if (deps.clock.now().getTime() >= heldUntil + KEYS_MAY_COME_BACK_MS) return true;
  throw new PaymentProviderError("other_account", `opened under ${account ?? "other keys"}`);
}

/** Tells the owner once on the order's timeline. */
async function flagOnce({ db }: CheckoutDeps, order: Order): Promise<void> {
  const type = "other_account";
  await db.transaction(async (tx) => {
    await lockOrder(tx, order.id);
    const isIt = and(eq(orderEvents.orderId, order.id), eq(orderEvents.type, type));
    if ((await tx.$count(orderEvents, isIt)) > 0) return;
    const detail = order.paymentAccount ? { account: order.paymentAccount } : {};
    await tx.insert(orderEvents).values({ orderId: order.id, type, detail });
  });
}

/**
 * Ends a pending order from the shop's side: first at the provider, so that nobody can pay it any more, then here, and its pieces
 * are back at once. If it was paid a moment before, it is completed instead. Answers with the status the order has then, null when
 * there is none. Throws when the provider cannot be asked, or knows nothing of it because it was opened under another account; the order then
 * keeps its hold.
 */
export async function expireCheckout(
  deps: CheckoutDeps,
  input: Ending,
): Promise<OrderStatus | null> {
  const order = await findOrderById(deps.db, input.orderId);
  if (!order || !holdsReservation(order.status)) return order?.status ?? null;
  const { paymentSessionId } = order;
  const provider = paymentSessionId ? await findOpener(deps, order) : null;
  if (paymentSessionId && !provider)
    return releaseAndPublish(deps, { ...input, because: "keys_gone" });
  if (paymentSessionId && provider) {
    const isEnded = await provider.endSession(paymentSessionId);
    if (isEnded === false) {
      const session = await provider.readSession(paymentSessionId);
      if (session) await settleSession(deps, provider.name, session);
      return (await findOrderById(deps.db, order.id))?.status ?? null;
    }
    if (isEnded === null && (await handleWrongProviderAccount(deps, order, provider))) {
      return releaseAndPublish(deps, {
        ...input,
        because: "other_account",
        account: order.paymentAccount,
      });
    }
  }
  return releaseAndPublish(deps, input);
}

type Ending = { orderId: string } & OrderEnding;

/** No session of the provider lives longer than this. */
const LONGEST_SESSION_MS = 24 * 60 * 60 * 1000;

/** Who opened the order's page; null when its keys are gone and no session can be open any more. Throws while one still may be. */
async function findOpener(deps: CheckoutDeps, order: Order): Promise<PaymentProvider | null> {
  try {
    return await deps.payments.of(order.paymentProvider);
  } catch (error) {
    const isGone = isProviderError(error) && error.trouble === "no_keys";
    const age = deps.clock.now().getTime() - order.createdAt.getTime();
    if (isGone && age > LONGEST_SESSION_MS) return null;
    throw error;
  }
}

async function releaseAndPublish(deps: CheckoutDeps, ending: Ending): Promise<OrderStatus | null> {
  const version = await deps.db.transaction(async (tx) => {
    const locked = await lockOrder(tx, ending.orderId);
    const result = locked ? await releaseOrder(tx, locked, ending) : null;
    return result?.isStockChanged ? bumpContentVersion(tx) : null;
  });
  if (version !== null) await deps.content.settle(version);
  return (await findOrderById(deps.db, ending.orderId))?.status ?? null;
}

/**
 * Gives back what a shopper's earlier, unfinished checkout still holds, when the same browser starts another one; a provider
 * that cannot be asked leaves it to the clock.
 */
export async function cancelReplacedCheckout(deps: CheckoutDeps, sessionId: string): Promise<void> {
  const order = await findOrderBySession(deps.db, sessionId);
  if (!order) return;
  try {
    await expireCheckout(deps, { orderId: order.id, as: "cancelled", because: "replaced" });
  } catch (error) {
    deps.logger.warn({ err: error, orderId: order.id }, "checkout: earlier session not ended");
  }
}
