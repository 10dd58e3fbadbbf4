import { and, eq, or, sql } from "drizzle-orm";
import { newId } from "#core/ids.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import type { CacheInvalidation } from "#db/content-version.server.ts";
import { bumpContentVersion } from "#db/content-version.server.ts";
import { orderEvents, orders } from "#db/schema/orders.server.ts";
import { paymentMovements, refundItems, refunds } from "#db/schema/refunds.server.ts";
import { enqueueEmail } from "#features/mail/enqueue-email.server.ts";
import type { Order, OrderStatus } from "#features/orders/order.ts";
import { canBecome, orderNumber } from "#features/orders/order.ts";
import { orderPage } from "#features/orders/order-page.ts";
import { lockOrder } from "#features/orders/order-queries.server.ts";
import { restockItems } from "#features/orders/stock-ledger.server.ts";
import { BUSINESS_LABELS } from "#features/settings/business-facts.ts";
import { getSiteShell } from "#features/settings/site-settings-queries.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import type { ProviderName, ProviderRefund } from "#platform/payments.server.ts";
import type { RefundStatus } from "./refund.ts";
import { canRefundBecome } from "./refund.ts";
import { refundEmail, refundFailedEmail } from "./refund-email.ts";
import type { RefundRow } from "./refund-queries.server.ts";
import { reopenReturn } from "./reopen-return.server.ts";

/** What a refund gives back, in the order's currency. */
function refundAmount(order: Order, row: RefundRow): MoneyAmount {
  return money(row.amountMinor, order.totals.total.currency);
}

/**
 * Writes the movement into the ledger and onto the order, whose status follows: refunded when nothing is left, completed when something is.
 * Tells whether nothing is left.
 */
async function applyRefund(
  tx: Transaction,
  order: Order,
  row: RefundRow,
  kind: "refund" | "refund_failed",
): Promise<boolean> {
  const back = kind === "refund" ? row.amountMinor : -row.amountMinor;
  await tx
    .insert(paymentMovements)
    .values({
      orderId: order.id,
      kind,
      amountMinor: -back,
      currency: row.currency,
      provider: row.provider,
      providerId: row.id,
    })
    .onConflictDoNothing();
  const total = order.totals.total.minorUnits;
  // Within the total, whatever the provider's own desk allowed: the ledger keeps the true sums.
  const refunded = Math.min(total, Math.max(0, order.refunded.minorUnits + back));
  const status: OrderStatus = refunded === total ? "refunded" : "completed";
  await tx
    .update(orders)
    .set({
      refundedMinor: refunded,
      ...(canBecome(order.status, status) ? { status } : {}),
    })
    .where(eq(orders.id, order.id));
  return refunded === total;
}

type Deps = { jobs: JobQueue; publicUrl: string };

/**
 * Takes a refund back that did not arrive: the shop holds the money, and the return it was for waits for it again. The customer is told on the
 * order and by mail of what they were told had gone; of one that never went they hear nothing. The order is locked.
 */
async function revertRefund(
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
  await enqueueEmail(tx, jobs, {
    ...refundFailedEmail({
      siteName: general.siteName,
      siteUrl: publicUrl,
      contactEmail: general.contactEmail,
      orderNumber: orderNumber(order.id),
      orderUrl: orderPage(publicUrl, order),
      amount: refundAmount(order, refund),
    }),
    dedupeKey: `refund-failed:${refund.id}`,
    recipient: order.customerEmail,
  });
}

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
  await enqueueEmail(tx, deps.jobs, {
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
    recipient: order.customerEmail,
  });
  return isStockChanged;
}
