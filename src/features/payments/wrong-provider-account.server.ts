import { isId } from "#core/ids.ts";
import type { Database } from "#db/client.server.ts";
import type { Order } from "#features/orders/order.ts";
import { paymentAccountLabel } from "#features/orders/order-events.ts";
import { findOrderById } from "#features/orders/order-queries.server.ts";
import type { PaymentProvider, Payments, ProviderRefund } from "#platform/payments.server.ts";
import type { RefundRow } from "./payment-queries.server.ts";

type Paid = Pick<Order["payment"], "providerAccount" | "paymentIntentId">;

/** Whether money was paid to another account than the provider's keys belong to: every payment carries its order's id there. */
export async function isOfOtherAccount(provider: PaymentProvider, payment: Paid): Promise<boolean> {
  const { providerAccount: account, paymentIntentId } = payment;
  if (!paymentIntentId || account === null || (await provider.isOwnAccount(account))) return false;
  return (await provider.referenceOf(paymentIntentId)) === null;
}

/** The same of an order by its id, before a refund is written down; where the provider cannot be asked, false: the refund itself will find out. */
export async function isPaidToOtherAccount(
  deps: { db: Database; payments: Payments },
  orderId: string,
): Promise<boolean> {
  const order = isId(orderId) ? await findOrderById(deps.db, orderId) : null;
  if (!order) return false;
  try {
    return await isOfOtherAccount(await deps.payments.of(order.payment.provider), order.payment);
  } catch {
    return false;
  }
}

/** A refund that was on its way when the keys changed: only the other account knows whether the money went. */
export function failedAtOtherAccount(payment: Paid, refund: RefundRow): ProviderRefund {
  return {
    id: null,
    key: refund.id,
    paymentId: payment.paymentIntentId,
    amount: { minorUnits: refund.amountMinor, currency: refund.currency },
    status: "failed",
    failure: `It was asked for at ${paymentAccountLabel(payment.providerAccount)}: look there whether the money went back`,
  };
}
