import { isId } from "#core/ids.ts";
import type { Database } from "#db/client.server.ts";
import type { Order } from "#features/orders/order/order.ts";
import { paymentAccountLabel } from "#features/orders/order/order-event-details.ts";
import { findOrderById } from "#features/orders/order/order-queries.server.ts";
import type { PaymentProvider, Payments, ProviderRefund } from "#platform/payments.server.ts";
import type { RefundRow } from "./payment-queries.server.ts";

type Paid = Pick<Order["payment"], "providerAccount" | "paymentIntentId">;

/** Whether the money went to another account than the keys'; payments carry their order's id. */
export async function isOfOtherAccount(provider: PaymentProvider, payment: Paid): Promise<boolean> {
  const { providerAccount, paymentIntentId } = payment;
  if (
    !paymentIntentId ||
    providerAccount === null ||
    (await provider.isOwnAccount(providerAccount))
  )
    return false;
  return (await provider.referenceOf(paymentIntentId)) === null;
}

/** isOfOtherAccount by order id; false when the provider cannot be asked: the refund finds out. */
export async function isPaidToOtherAccount(
  deps: { db: Database; payments: Payments },
  orderId: string,
): Promise<boolean> {
  const order = isId(orderId) ? await findOrderById(deps.db, orderId) : null;
  return order !== null && isAtOtherAccount(deps, order.payment);
}

/** isOfOtherAccount with the payment's provider; false when it cannot be asked. */
export async function isAtOtherAccount(
  { payments }: { payments: Payments },
  payment: Paid & { provider: string },
): Promise<boolean> {
  try {
    return await isOfOtherAccount(await payments.of(payment.provider), payment);
  } catch {
    return false;
  }
}

/** The keys changed meanwhile: only the other account knows the result. */
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
