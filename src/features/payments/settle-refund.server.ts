import { and, eq, or, sql } from "drizzle-orm";
import { newId } from "#core/ids.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import type { CacheInvalidation } from "#db/content-version.server.ts";
import { bumpContentVersion } from "#db/content-version.server.ts";
import { orderEvents } from "#db/schema/orders.server.ts";
import { refundItems, refunds } from "#db/schema/refunds.server.ts";
import { enqueueMail } from "#features/mail/enqueue-mail.server.ts";
import type { Order } from "#features/orders/order.ts";
import { orderNumber } from "#features/orders/order.ts";
import { lockOrder } from "#features/orders/order-queries.server.ts";
import { restockItems } from "#features/orders/stock-ledger.server.ts";
import { BUSINESS_LABELS } from "#features/settings/business-facts.ts";
import { getSiteShell } from "#features/settings/site-settings-queries.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { JobQueue } from "#platform/jobs.server.ts";
import type { ProviderName, ProviderRefund } from "#platform/payments.server.ts";
import { applyRefund, refundAmount } from "./apply-refund.server.ts";
import type { RefundStatus } from "./refund.ts";
import { canRefundBecome } from "./refund.ts";
import { refundEmail } from "./refund-email.ts";
import type { RefundRow } from "./refund-queries.server.ts";
import { revertRefund } from "./revert-refund.server.ts";

/** What settling refunds works with. */
export type SettleRefundDeps = {
  db: Database;
  content: CacheInvalidation;
  jobs: JobQueue;
  clock: Clock;
  publicUrl: string;
};

/** What the provider says of one refund of an order. */
export type ReportedRefund = {
  orderId: string;
  provider: ProviderName;
  providerRefund: ProviderRefund;
};

/**
 * Applies what the provider says of a refund, in one transaction and in any order, however often: the refund, the ledger, the order, the pieces
 * and the mail change together. One made at the provider and not here is taken in. Answers with where the refund stands, null when it is about
 * no order of ours.
 */
export async function settleRefund(
  deps: SettleRefundDeps,
  { orderId, provider, providerRefund }: ReportedRefund,
): Promise<RefundStatus | null> {
  const { status, version } = await deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order || order.paymentProvider !== provider) return { status: null, version: null };
    const row =
      (await findTold(tx, order, providerRefund)) ??
      (await importRefund(tx, order, providerRefund));
    if (!canRefundBecome(row.status, providerRefund.status))
      return { status: row.status, version: null };
    await tx
      .update(refunds)
      .set({
        status: providerRefund.status,
        providerRefundId: providerRefund.id ?? row.providerRefundId,
        failure: providerRefund.failure,
        settledAt: deps.clock.now(),
      })
      .where(eq(refunds.id, row.id));
    const changed = await applyToOrder(tx, deps, order, row, providerRefund);
    return {
      status: providerRefund.status,
      version: changed ? await bumpContentVersion(tx) : null,
    };
  });
  if (version !== null) await deps.content.settle(version);
  return status;
}

async function findTold(
  tx: Transaction,
  order: Order,
  told: ProviderRefund,
): Promise<RefundRow | null> {
  const isIt = [
    ...(told.key ? [sql`${refunds.id}::text = ${told.key}`] : []),
    ...(told.id ? [eq(refunds.providerRefundId, told.id)] : []),
  ];
  if (isIt.length === 0) return null;
  const [row] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, order.id), or(...isIt)))
    .for("update");
  if (row && told.id && row.providerRefundId === null) {
    await tx.update(refunds).set({ providerRefundId: told.id }).where(eq(refunds.id, row.id));
  }
  return row ?? null;
}

/** Writes a refund down that somebody made at the provider's own desk. */
async function importRefund(
  tx: Transaction,
  order: Order,
  told: ProviderRefund,
): Promise<RefundRow> {
  const [row] = await tx
    .insert(refunds)
    .values({
      id: newId(),
      orderId: order.id,
      amountMinor: told.amount.minorUnits,
      currency: told.amount.currency,
      provider: order.paymentProvider,
      providerRefundId: told.id,
    })
    .returning();
  if (!row) throw new Error("The refund was not written");
  return row;
}

/** Changes the order as the refund's new state asks; tells whether counted stock changed. */
async function applyToOrder(
  tx: Transaction,
  deps: SettleRefundDeps,
  order: Order,
  row: RefundRow,
  told: ProviderRefund,
): Promise<boolean> {
  if (told.status === "succeeded") return giveBack(tx, deps, order, row);
  await revertRefund(tx, deps, { order, refund: row, failure: told.failure });
  return false;
}

async function giveBack(
  tx: Transaction,
  deps: SettleRefundDeps,
  order: Order,
  row: RefundRow,
): Promise<boolean> {
  const isWhole = await applyRefund(tx, order, row, "refund");
  const items = await tx.select().from(refundItems).where(eq(refundItems.refundId, row.id));
  const isStockChanged = await restockItems(tx, {
    orderId: order.id,
    actor: row.actorId
      ? { role: "admin", userId: row.actorId, name: row.actorName, email: "" }
      : null,
    pieces: items
      .filter((item) => item.restocked)
      .flatMap(({ orderItemId, quantity }) => {
        const line = order.lines.find((each) => each.id === orderItemId);
        return line?.variantId ? [{ variantId: line.variantId, quantity }] : [];
      }),
  });
  const amount = refundAmount(order, row);
  await tx.insert(orderEvents).values({
    orderId: order.id,
    type: "refunded",
    detail: { refundId: row.id, amount, whole: isWhole, reason: row.reason },
  });
  const { general } = await getSiteShell(tx);
  await enqueueMail(tx, deps.jobs, {
    ...refundEmail({
      siteName: general.siteName,
      siteUrl: deps.publicUrl,
      contactEmail: general.contactEmail,
      orderNumber: orderNumber(order.id),
      orderUrl: order.userId
        ? `${deps.publicUrl}/profile/orders/${order.id}`
        : `${deps.publicUrl}/checkout/success?session_id=${order.paymentSessionId ?? ""}`,
      amount,
      isWhole,
      reason: row.reason,
      lines: items.flatMap(({ orderItemId, quantity }) => {
        const line = order.lines.find((each) => each.id === orderItemId);
        return line ? [{ name: line.productName, size: line.size, quantity }] : [];
      }),
      refund: BUSINESS_LABELS.refund,
    }),
    dedupeKey: `refund:${row.id}`,
    kind: "refund",
    recipient: order.customerEmail,
  });
  return isStockChanged;
}
