import { isId } from "#core/ids.ts";
import { money } from "#core/money-amount.ts";
import type { Database } from "#db/client.server.ts";
import { paymentAccountLabel } from "#features/orders/account-messages.ts";
import type { Order } from "#features/orders/order.ts";
import { findOrderById } from "#features/orders/order-queries.server.ts";
import type { PaymentProvider, Payments, ProviderRefund } from "#platform/payments.server.ts";
import type { RefundRow } from "./refund-queries.server.ts";

/** Whether the order was paid to another account than the provider's keys belong to: every payment carries its order's id there. */
export async function isOfOtherAccount(provider: PaymentProvider, order: Order): Promise<boolean> {
  const { paymentAccount: account, paymentId } = order;
  if (!paymentId || account === null || (await provider.isOwnAccount(account))) return false;
  return (await provider.referenceOf(paymentId)) === null;
}

/** The same of an order by its id, before a refund is written down; where the provider cannot be asked, false: the refund itself will find out. */
export async function isPaidToOtherAccount(
  deps: { db: Database; payments: Payments },
  orderId: string,
): Promise<boolean> {
  const order = isId(orderId) ? await findOrderById(deps.db, orderId) : null;
  if (!order) return false;
  try {
    return await isOfOtherAccount(await deps.payments.of(order.paymentProvider), order);
  } catch {
    return false;
  }
}

/** A refund that was on its way when the keys changed: only the other account knows whether the money went. */
export function failedAtOtherAccount(order: Order, refund: RefundRow): ProviderRefund {
  const { currency } = order.totals.total;
  return {
    id: null,
    key: refund.id,
    paymentId: order.paymentId,
    amount: money(refund.amountMinor, currency),
    status: "failed",
    failure: `It was asked for at ${paymentAccountLabel(order.paymentAccount)}: look there whether the money went back`,
  };
}
