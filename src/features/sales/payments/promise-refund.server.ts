import { eq } from "drizzle-orm";
import { formatLongDay } from "#core/business-days.ts";
import { orderNumber } from "#core/document-number.ts";
import type { Transaction } from "#db/client.server.ts";
import { returnRequests } from "#db/schema/returns.server.ts";
import type { EmailDeps } from "#features/base/mail/enqueue-email.server.ts";
import { enqueueEmail } from "#features/base/mail/enqueue-email.server.ts";
import { getShippingSettings } from "#features/base/settings/site-settings-queries.server.ts";
import { getSiteShell } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import type { Order } from "#features/orders/order/order.ts";
import { orderPage } from "#features/orders/order/order.ts";
import { recordOrderEvent } from "#features/orders/order/stored-order-events.server.ts";
import type { RefundRow } from "./payment-queries.server.ts";
import { refundPromisedEmail } from "./refund-email.ts";
import { moneyBackDueDay } from "./transfer-back.ts";

export type PromiseDeps = Pick<EmailDeps, "clock" | "jobs" | "publicUrl">;

/** Since when the shop owes a refund's money (`moneyBackDueDay`). */
async function owedSince(tx: Transaction, { createdAt, returnRequestId }: RefundRow) {
  if (returnRequestId === null) return createdAt;
  const [requested] = await tx
    .select({ receivedAt: returnRequests.receivedAt })
    .from(returnRequests)
    .where(eq(returnRequests.id, returnRequestId));
  return requested?.receivedAt ?? createdAt;
}

/**
 * Tells the customer of a refund that the owner sends from the bank account: how much, by which day, and that the shop needs to know
 * the account. It has not left; `recordRefundSent` says so later. In the transaction that writes the refund.
 */
export async function promiseRefund(
  tx: Transaction,
  { jobs, publicUrl }: PromiseDeps,
  { order, refund }: { order: Order; refund: RefundRow },
): Promise<void> {
  const { amountMinor, currency, id: refundId, reason } = refund;
  const amount = { minorUnits: amountMinor, currency };
  const dueDay = moneyBackDueDay(await owedSince(tx, refund), await getShippingSettings(tx));
  const until = formatLongDay(dueDay);
  await recordOrderEvent(tx, {
    orderId: order.id,
    type: "refund_promised",
    detail: { refundId, amount, reason, until },
  });
  const { general } = await getSiteShell(tx);
  await enqueueEmail(tx, jobs, {
    ...refundPromisedEmail({
      siteName: general.siteName,
      siteUrl: publicUrl,
      contactEmail: general.contactEmail,
      customerName: order.address?.fullName,
      orderNumber: orderNumber(order.id),
      orderUrl: orderPage(publicUrl, order),
      amount,
      reason,
      until,
    }),
    dedupeKey: `refund-promised:${refundId}`,
    recipient: order.customerEmail,
  });
}
