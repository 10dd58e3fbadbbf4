import { eq } from "drizzle-orm";
import { orderNumber } from "#core/document-number.ts";
import type { Transaction } from "#db/client.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { unsubscribeUrl } from "#features/base/identity/unsubscribe.server.ts";
import { enqueueEmail, withdrawEmail } from "#features/base/mail/enqueue-email.server.ts";
import { getSiteShell } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import { findPolicyVersion } from "#features/garments/contract/contract-queries.server.ts";
import type { Stage } from "#features/garments/garment/garment.ts";
import type {
  GarmentRow,
  ProductionDeps,
} from "#features/garments/garment/stored-garments.server.ts";
import { nameForWearer } from "#features/orders/order/line-description.ts";
import { orderPage } from "#features/orders/order/order.ts";
import { garmentApprovedEmail, garmentFinishedEmail } from "./production-email.ts";
import { refundLinesAfterApproval } from "./refund-policy.ts";

const REPORTED = ["approved", "finished"] as const satisfies readonly Stage[];

const keyOf = (stage: Stage, garmentId: string) => `garment-${stage}:${garmentId}`;

/**
 * Emails a subscribed customer when the garment is approved to cut and when it is finished, once each. An undone stage
 * withdraws its unsent email. `garment` is as it was before.
 */
export async function reportStage(
  tx: Transaction,
  deps: Pick<ProductionDeps, "auth" | "jobs" | "publicUrl">,
  { garment, to }: { garment: GarmentRow; to: Stage },
): Promise<void> {
  const left = REPORTED.find((stage) => stage === garment.stage);
  if (left && to !== "cut") await withdrawEmail(tx, keyOf(left, garment.id));
  if (to !== "approved" && to !== "finished") return;
  const { id, userId, customerEmail, shippingAddress } = orders;
  const { productName, wearer } = orderItems;
  const [order] = await tx
    .select({ id, userId, customerEmail, shippingAddress, productName, wearer })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(eq(orderItems.id, garment.orderItemId));
  if (!order) return;
  const policyVersion = await findPolicyVersion(tx, garment.orderItemId);
  const { general } = await getSiteShell(tx);
  const progress = {
    siteName: general.siteName,
    siteUrl: deps.publicUrl,
    contactEmail: general.contactEmail,
    orderNumber: orderNumber(order.id),
    orderUrl: orderPage(deps.publicUrl, order),
    customerName: order.shippingAddress?.fullName,
    productName: nameForWearer(order.productName, order.wearer),
  };
  const email =
    to === "finished"
      ? garmentFinishedEmail(progress)
      : garmentApprovedEmail({ ...progress, refundLines: refundLinesAfterApproval(policyVersion) });
  await enqueueEmail(tx, deps.jobs, {
    ...email,
    dedupeKey: keyOf(to, garment.id),
    recipient: order.customerEmail,
    unsubscribeUrl: (reader, topic) =>
      unsubscribeUrl(deps.auth, deps.publicUrl, { userId: reader, topic }),
  });
}
