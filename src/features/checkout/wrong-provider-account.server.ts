import { and, eq } from "drizzle-orm";
import { orderEvents } from "#db/schema/orders.server.ts";
import type { Order } from "#features/orders/order.ts";
import { lockOrder } from "#features/orders/order-queries.server.ts";
import { PaymentProviderError } from "#platform/payment-trouble.ts";
import type { PaymentProvider } from "#platform/payments.server.ts";
import type { CheckoutDeps } from "./checkout-deps.server.ts";
import { RESERVATION_MS } from "./checkout-deps.server.ts";

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
export async function handleWrongProviderAccount(
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
