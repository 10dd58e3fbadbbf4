import type { Transaction } from "#db/client.server.ts";
import { orderEvents } from "#db/schema/orders.server.ts";
import { enqueueMail } from "#features/mail/enqueue-mail.server.ts";
import type { Order } from "#features/orders/order.ts";
import { orderNumber } from "#features/orders/order.ts";
import { orderPage } from "#features/orders/order-page.ts";
import { reopenReturn } from "#features/returns/reopen-return.server.ts";
import { getSiteShell } from "#features/settings/site-settings-queries.server.ts";
import type { JobQueue } from "#platform/jobs.server.ts";
import { applyRefund, refundAmount } from "./apply-refund.server.ts";
import { refundFailedEmail } from "./refund-failed-email.ts";
import type { RefundRow } from "./refund-queries.server.ts";

type Deps = { jobs: JobQueue; publicUrl: string };

/**
 * Takes a refund back that did not arrive: the shop holds the money, and the return it was for waits for it again. The customer is told on the
 * order and by mail of what they were told had gone; of one that never went they hear nothing. The order is locked.
 */
export async function revertRefund(
  tx: Transaction,
  deps: Deps,
  { order, refund, failure }: { order: Order; refund: RefundRow; failure: string | null },
): Promise<void> {
  if (refund.status === "succeeded") await applyRefund(tx, order, refund, "refund_failed");
  const asked = await reopenReturn(tx, refund.returnRequestId);
  const told = refund.status === "succeeded" || asked?.reopened === true;
  await tx.insert(orderEvents).values({
    orderId: order.id,
    type: "refund_failed",
    detail: {
      refundId: refund.id,
      amount: refundAmount(order, refund),
      failure,
      told,
      ...(asked ? { authorizationNumber: asked.authorizationNumber } : {}),
    },
  });
  if (told) await tellCustomer(tx, deps, order, refund);
}

async function tellCustomer(
  tx: Transaction,
  { jobs, publicUrl }: Deps,
  order: Order,
  refund: RefundRow,
): Promise<void> {
  const { general } = await getSiteShell(tx);
  await enqueueMail(tx, jobs, {
    ...refundFailedEmail({
      siteName: general.siteName,
      siteUrl: publicUrl,
      contactEmail: general.contactEmail,
      orderNumber: orderNumber(order.id),
      orderUrl: orderPage(publicUrl, order),
      amount: refundAmount(order, refund),
    }),
    dedupeKey: `refund-failed:${refund.id}`,
    kind: "refund-failed",
    recipient: order.customerEmail,
  });
}
