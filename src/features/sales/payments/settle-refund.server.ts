import { and, eq, or, sql } from "drizzle-orm";
import { newId } from "#core/ids.ts";
import { money } from "#core/money-amount.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import type { CacheInvalidation } from "#db/content-version.server.ts";
import { bumpForStockAndImpact } from "#db/content-version.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { paymentMovements, payments, refunds } from "#db/schema/payments.server.ts";
import type { Order, OrderStatus } from "#features/orders/order/order.ts";
import { canBecome } from "#features/orders/order/order.ts";
import { lockOrder } from "#features/orders/order/order-queries.server.ts";
import { recordOrderEvent } from "#features/orders/order/stored-order-events.server.ts";
import { refundAsCredit } from "#features/orders/store-credit/store-credit-ledger.server.ts";
import { issueDocument } from "#features/sales/documents/issue-document.server.ts";
import { reopenReturn } from "#features/sales/returns/reopen-return.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import type { ProviderRefund } from "#platform/payments.server.ts";
import { isBesideOrder } from "./payment.ts";
import type { RefundRow } from "./payment-queries.server.ts";
import type { PaymentRow } from "./payment-records.server.ts";
import { forgetPaidAccount } from "./payout-account.server.ts";
import type { RefundStatus } from "./refund.ts";
import { canRefundBecome, refundedLines } from "./refund.ts";
import { endRefundedWork, itemsOfRefund, restockRefunded, staffOf } from "./return-goods.server.ts";
import { settleWithoutOrder } from "./settle-without-order.server.ts";
import type { SettlementEvent } from "./settlement-emails.server.ts";
import { sendSettlementEmail } from "./settlement-emails.server.ts";
import { isSentByHand } from "./transfer-back.ts";

export type SettleRefundDeps = {
  db: Database;
  content: CacheInvalidation;
  jobs: JobQueue;
  clock: Clock;
  publicUrl: string;
};

export type ReportedRefund = {
  payment: Pick<PaymentRow, "id" | "orderId">;
  providerRefund: ProviderRefund;
};

/** Each locked or guarded by the order's lock. */
type Subject = { order: Order; payment: PaymentRow; refund: RefundRow };

type Applied = { changedProducts: readonly string[]; event: SettlementEvent | null };

/**
 * Applies a reported refund in one transaction, repeated and in any order. Locks the order, then stock, cloth and store credit, and
 * raises the content version last, in the order of a checkout. Imports those made at the
 * provider. A donation has no order. Returns its status, null when the order is gone.
 */
export async function settleRefund(
  deps: SettleRefundDeps,
  { payment: { id: paymentId, orderId }, providerRefund }: ReportedRefund,
): Promise<RefundStatus | null> {
  if (orderId === null) {
    const event = { type: "refunds.changed" as const, refunds: [providerRefund] };
    await settleWithoutOrder(deps, paymentId, event);
    return providerRefund.status;
  }
  const { status, change } = await deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId));
    if (!order || !payment) return { status: null, change: null };
    const refund =
      (await findReported(tx, payment, providerRefund)) ??
      (await importRefund(tx, order, payment, providerRefund));
    if (!canRefundBecome(refund.status, providerRefund.status)) {
      return { status: refund.status, change: null };
    }
    await tx
      .update(refunds)
      .set({
        status: providerRefund.status,
        providerRefundId: providerRefund.id ?? refund.providerRefundId,
        failure: providerRefund.failure,
        settledAt: deps.clock.now(),
      })
      .where(eq(refunds.id, refund.id));
    const subject = { order, payment, refund };
    const { event, changedProducts } =
      providerRefund.status === "succeeded"
        ? await giveBack(tx, deps, subject)
        : await revertRefund(tx, subject, providerRefund.failure);
    await issueRefundDocument(tx, deps, subject, providerRefund.status);
    if (isSentByHand(refund)) await forgetPaidAccount(tx, order.id);
    if (event) await sendSettlementEmail(tx, deps, event);
    return {
      status: providerRefund.status,
      change: await bumpForStockAndImpact(tx, changedProducts),
    };
  });
  if (change) await deps.content.settle(change);
  return status;
}

/** A credit note, or a debit note for a returned refund. Money that never paid the order is on no invoice. */
async function issueRefundDocument(
  tx: Transaction,
  { clock }: { clock: Clock },
  { order, payment, refund }: Subject,
  status: RefundStatus,
): Promise<void> {
  const isBack = status === "failed" && refund.status === "succeeded";
  if (isBesideOrder(payment.status) || !(isBack || status === "succeeded")) return;
  const kind = isBack ? "debit_note" : "credit_note";
  await issueDocument(tx, { kind, order, refundId: refund.id, issuedAt: clock.now() });
}

async function findReported(
  tx: Transaction,
  payment: PaymentRow,
  { id, key }: ProviderRefund,
): Promise<RefundRow | null> {
  const isIt = [
    ...(key ? [sql`${refunds.id}::text = ${key}`] : []),
    ...(id ? [eq(refunds.providerRefundId, id)] : []),
  ];
  if (isIt.length === 0) return null;
  const [row] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.paymentId, payment.id), or(...isIt)))
    .for("update");
  if (row && id && row.providerRefundId === null) {
    await tx.update(refunds).set({ providerRefundId: id }).where(eq(refunds.id, row.id));
  }
  return row ?? null;
}

/** Made in the provider's dashboard. */
async function importRefund(
  tx: Transaction,
  order: Order,
  payment: PaymentRow,
  { amount, id }: ProviderRefund,
): Promise<RefundRow> {
  const [row] = await tx
    .insert(refunds)
    .values({
      id: newId(),
      paymentId: payment.id,
      orderId: order.id,
      amountMinor: amount.minorUnits,
      currency: amount.currency,
      provider: payment.provider,
      providerRefundId: id,
    })
    .returning();
  if (!row) throw new Error("The refund was not written");
  return row;
}

const amountOf = ({ amountMinor, currency }: RefundRow) => ({ minorUnits: amountMinor, currency });

/**
 * Writes the movement to ledger, payment and, if it pays, the order. Returns whether nothing is left. Sums
 * stay within what was paid; the ledger has the reported ones.
 */
async function applyRefund(
  tx: Transaction,
  { order, payment, refund }: Subject,
  kind: "refund" | "refund_failed",
): Promise<boolean> {
  const back = kind === "refund" ? refund.amountMinor : -refund.amountMinor;
  const within = (total: number, refunded: number) => Math.min(total, Math.max(0, refunded + back));
  await tx
    .insert(paymentMovements)
    .values({
      orderId: order.id,
      paymentId: payment.id,
      kind,
      amountMinor: -back,
      currency: refund.currency,
      provider: refund.provider,
      providerId: refund.id,
      method: refund.provider === "store_credit" ? "Store credit" : "",
    })
    .onConflictDoNothing();
  const returned = within(payment.capturedMinor, payment.refundedMinor);
  await tx.update(payments).set({ refundedMinor: returned }).where(eq(payments.id, payment.id));
  if (isBesideOrder(payment.status)) return returned === payment.capturedMinor;
  const total = order.totals.total.minorUnits;
  const refunded = within(total, order.refunded.minorUnits);
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

type Returned = { isReviewed: boolean; isDeposit: boolean; isCredit: boolean };

/** The step of the timeline. */
function stepOf({ isCredit, isDeposit, isReviewed }: Returned) {
  if (isCredit) return "refunded_as_credit";
  if (isDeposit) return "deposit_returned";
  return isReviewed ? "payment_returned" : "refunded";
}

async function giveBack(
  tx: Transaction,
  { clock }: SettleRefundDeps,
  subject: Subject,
): Promise<Applied> {
  const { order, payment, refund } = subject;
  const isReviewed = isBesideOrder(payment.status);
  const isDeposit = payment.status === "owed_back";
  const isWhole = await applyRefund(tx, subject, "refund");
  const items = await itemsOfRefund(tx, refund);
  // What a transfer gives back was put into stock when the refund was written (`writeRefund`).
  const restocked = isSentByHand(refund) ? [] : await restockRefunded(tx, { order, refund });
  const ended = isReviewed
    ? []
    : await endRefundedWork(tx, { order, refund, isWhole, at: clock.now() });
  const changedProducts = [...restocked, ...ended];
  const staff = staffOf(refund);
  const { id: refundId, reason } = refund;
  const amount = amountOf(refund);
  const credit =
    refund.provider === "store_credit"
      ? await refundAsCredit(tx, {
          id: refundId,
          orderId: order.id,
          customerEmail: order.customerEmail,
          amount: money(refund.amountMinor, order.totals.total.currency),
          note: reason,
          actor: staff,
          at: clock.now(),
        })
      : null;
  await recordOrderEvent(tx, {
    orderId: order.id,
    type: stepOf({ isReviewed, isDeposit, isCredit: credit !== null }),
    detail: { refundId, amount, whole: isWhole, reason },
  });
  if (credit) return { changedProducts, event: { type: "credited", order, refund, credit } };
  const lines = refundedLines(order, items);
  const of = isDeposit ? "deposit" : isReviewed ? "review" : isWhole ? "order" : "part";
  return {
    changedProducts,
    event: {
      type: "refunded",
      order,
      refundId,
      amount,
      of,
      reason,
      lines,
      isTransfer: isSentByHand(refund),
    },
  };
}

/** The return waits again. Only reported refunds are emailed. */
async function revertRefund(
  tx: Transaction,
  subject: Subject,
  failure: string | null,
): Promise<Applied> {
  const { order, refund } = subject;
  if (refund.status === "succeeded") await applyRefund(tx, subject, "refund_failed");
  const reopened = await reopenReturn(tx, refund.returnRequestId);
  const isReported = refund.status === "succeeded" || reopened?.reopened === true;
  const amount = amountOf(refund);
  await recordOrderEvent(tx, {
    orderId: order.id,
    type: "refund_failed",
    detail: {
      refundId: refund.id,
      amount,
      failure,
      isReported,
      ...(reopened ? { authorizationNumber: reopened.authorizationNumber } : {}),
    },
  });
  const event = { type: "refund_failed" as const, order, refundId: refund.id, amount };
  return { changedProducts: [], event: isReported ? event : null };
}
