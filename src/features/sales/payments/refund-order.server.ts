import { and, asc, eq, lt, notInArray } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import { MANUAL_PROVIDERS } from "#core/payment-providers.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Transaction } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { payments, refunds } from "#db/schema/payments.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin, SignedIn } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import { notePaymentTrouble } from "#features/base/settings/payment-trouble.server.ts";
import { lockOrder } from "#features/orders/order/order-queries.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import type { Payments, ProviderRefund, RefundRequest } from "#platform/payments.server.ts";
import { isOwedByTransfer } from "./payment.ts";
import type { RefundRow, ReviewedPayment } from "./payment-queries.server.ts";
import { listReviewedPayments } from "./payment-queries.server.ts";
import type { PaymentRow } from "./payment-records.server.ts";
import type { RefundStatus } from "./refund.ts";
import type { SettleRefundDeps } from "./settle-refund.server.ts";
import { settleRefund } from "./settle-refund.server.ts";
import { isSentByHand } from "./transfer-back.ts";
import type { RefundDraft } from "./write-refund.server.ts";
import { findRefundByIdempotencyKey, writeRefund } from "./write-refund.server.ts";
import {
  failedAtOtherAccount,
  isOfOtherAccount,
  isPaidToOtherAccount,
} from "./wrong-provider-account.server.ts";

export type RefundDeps = SettleRefundDeps & { payments: Payments; logger: Logger };

/** 'provider': refused; 'elsewhere': the money is in its other account. */
export type RefundFailure =
  | "forbidden"
  | "not_found"
  | "not_refundable"
  | "too_much"
  | "provider"
  | "elsewhere";

/**
 * Refunds a paid order in part or whole (decision C3), never more than paid. Written before the provider is
 * asked: a repeated press or the sweep is the same refund. 'pending' while undecided; the sweep asks again. What a transfer brought
 * is pending until the owner has sent it (`recordRefundSent`).
 */
export const refundOrder = asAdmin(
  async (
    deps: RefundDeps,
    input: RefundDraft & { actor: Admin; orderId: string },
  ): Promise<Result<{ refundId: string; status: RefundStatus }, RefundFailure>> => {
    if (!input.asCredit && (await isPaidToOtherAccount(deps, input.orderId)))
      return fail("elsewhere");
    const written = await writeDown(deps, input);
    if (!written.ok) return fail(written.error);
    return executeRefunds(deps, written.value, { isSent: input.isSent === true });
  },
);

/** `isSent`: the owner has sent what was transferred from the bank account; without it such a refund waits for her. */
type Sending = { isSent: boolean };

const NOT_SENT: Sending = { isSent: false };

/** Executes a refund's parts, the provider's first: if refused, store credit stays too. */
export async function executeRefunds(
  deps: RefundDeps,
  [first, ...others]: readonly RefundRow[],
  sending: Sending = NOT_SENT,
): Promise<Result<{ refundId: string; status: RefundStatus }, "provider">> {
  if (!first) throw new Error("A refund has a part");
  const status =
    first.status === "pending" ? await executeRefund(deps, first, sending) : first.status;
  for (const refund of others) {
    if (refund.status !== "pending") continue;
    if (status === "failed") await refuseRefund(deps, refund);
    else await executeRefund(deps, refund);
  }
  return status === "failed" ? fail("provider") : ok({ refundId: first.id, status });
}

async function refuseRefund(deps: RefundDeps, refund: RefundRow): Promise<void> {
  const { amountMinor, currency, id, orderId, paymentId } = refund;
  await settleRefund(deps, {
    payment: { id: paymentId, orderId },
    providerRefund: {
      id: null,
      key: id,
      paymentId: null,
      status: "failed",
      amount: { minorUnits: amountMinor, currency },
      failure: "The other part of this refund was refused.",
    },
  });
}

/**
 * Refunds the rest of a mismatched payment, or records that the owner sent back what was transferred of an order that ended; the
 * order stays. `asCredit`: what a transfer brought becomes store credit of the order's customer instead. Idempotent by key.
 */
export const refundPayment = asAdmin(
  async (
    deps: RefundDeps,
    input: { actor: Admin; orderId: string; paymentId: string; key: string; asCredit?: boolean },
  ): Promise<Result<{ refundId: string; status: RefundStatus }, RefundFailure>> => {
    const { actor, asCredit = false, key, orderId, paymentId } = input;
    if (!isId(orderId) || !isId(paymentId)) return fail("not_found");
    const written = await inTransaction(
      deps.db,
      async (tx): Promise<Result<RefundRow, "not_found" | "not_refundable" | "too_much">> => {
        const order = await lockOrder(tx, orderId);
        if (!order) return fail("not_found");
        const earlier = await findRefundByIdempotencyKey(tx, order, key);
        if (!earlier.ok) return earlier;
        const [twin] = earlier.value;
        if (twin) return ok(twin);
        const reviewed = await listReviewedPayments(tx, orderId);
        const payment = reviewed.find(({ id }) => id === paymentId);
        if (!payment) return fail("not_found");
        if (payment.left.minorUnits === 0) return fail("not_refundable");
        // Credit is in the shop's currency, and an erased person could not receive it.
        const isCreditable = isOwedByTransfer(payment) && !order.customerEmail.endsWith(".invalid");
        if (asCredit && !isCreditable) return fail("not_refundable");
        return ok(await insertReviewRefund(tx, { actor, asCredit, key, orderId }, payment));
      },
    );
    if (!written.ok) return written;
    const refund = written.value;
    const isSent = isSentByHand(refund);
    const status =
      refund.status === "pending" ? await executeRefund(deps, refund, { isSent }) : refund.status;
    return status === "failed" ? fail("provider") : ok({ refundId: refund.id, status });
  },
);

const creditReasonOf = (reason: ReviewedPayment["reason"]): string =>
  reason === "further_transfer"
    ? "Your transfer beside what your order cost"
    : "Your transfer for an order that had ended";

async function insertReviewRefund(
  tx: Transaction,
  {
    actor,
    asCredit,
    key,
    orderId,
  }: { actor: SignedIn; asCredit: boolean; key: string; orderId: string },
  { id: paymentId, left, reason }: ReviewedPayment,
): Promise<RefundRow> {
  const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId));
  if (!payment) throw new Error("The payment is gone");
  const [refund] = await tx
    .insert(refunds)
    .values({
      paymentId,
      orderId,
      provider: asCredit ? "store_credit" : payment.provider,
      idempotencyKey: key,
      reason: asCredit ? creditReasonOf(reason) : "",
      amountMinor: left.minorUnits,
      currency: left.currency,
      actorId: actor.userId,
      actorName: actor.name,
    })
    .returning();
  if (!refund) throw new Error("The refund was not written");
  await recordChanges(tx, actor, [
    {
      action: "refunded a payment of",
      subject: "order",
      subjectId: orderId,
      before: { status: payment.status },
      after: { refundId: refund.id, amountMinor: left.minorUnits, currency: left.currency },
    },
  ]);
  return refund;
}

/** Executes a written refund at the provider; 'pending' without a result, and while the owner has not sent a transfer. */
export async function executeRefund(
  deps: RefundDeps,
  refund: RefundRow,
  { isSent }: Sending = NOT_SENT,
): Promise<RefundStatus> {
  if (isSentByHand(refund) && !isSent) return "pending";
  const [payment] = await deps.db.select().from(payments).where(eq(payments.id, refund.paymentId));
  if (!payment) return "pending";
  const providerRefund = await requestRefund(deps, payment, refund);
  if (!providerRefund) return "pending";
  return (await settleRefund(deps, { payment, providerRefund })) ?? "pending";
}

async function requestRefund(
  deps: RefundDeps,
  payment: PaymentRow,
  refund: RefundRow,
): Promise<ProviderRefund | null> {
  const { orderId, paymentIntentId } = payment;
  try {
    const provider = await deps.payments.of(refund.provider);
    // For money of any method.
    if (refund.provider === "store_credit")
      return await provider.refund(requestOf(payment, refund));
    if (await isOfOtherAccount(provider, payment)) return failedAtOtherAccount(payment, refund);
    // An earlier attempt may have succeeded unseen, before the provider's memory of keys.
    const known = paymentIntentId ? await provider.listRefunds(paymentIntentId) : [];
    const earlier = known.find(
      (each) => each.key === refund.id || (each.id && each.id === refund.providerRefundId),
    );
    if (earlier) return earlier;
    return await provider.refund(requestOf(payment, refund));
  } catch (error) {
    deps.logger.error({ err: error, orderId, refundId: refund.id }, "refund: not asked");
    await notePaymentTrouble(deps, error);
    return null;
  }
}

const requestOf = (payment: PaymentRow, refund: RefundRow): RefundRequest => ({
  key: refund.id,
  sessionId: payment.sessionId ?? "",
  paymentId: payment.paymentIntentId,
  amount: { minorUnits: refund.amountMinor, currency: refund.currency },
});

async function writeDown(
  deps: RefundDeps,
  input: RefundDraft & { actor: Admin; orderId: string },
): Promise<Result<readonly RefundRow[], "not_found" | "not_refundable" | "too_much">> {
  const { orderId } = input;
  if (!isId(orderId)) return fail("not_found");
  return inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return fail("not_found" as const);
    return writeRefund(tx, deps, order, input);
  });
}

const SWEEP_BATCH = 100;

/** A younger refund is still being requested. */
const QUIET_MS = 60 * 1000;

/**
 * Records that the owner has sent a refund of a transfer from the bank account: ledger, order and email follow, as when a provider
 * confirms one. Idempotent: a sent refund stays as it is. 'not_found' for a refund that a provider returns.
 */
export const recordRefundSent = asAdmin(
  async (
    deps: RefundDeps,
    input: { actor: Admin; orderId: string; refundId: string },
  ): Promise<Result<null, "not_found">> => {
    const { actor, orderId, refundId } = input;
    if (!isId(orderId) || !isId(refundId)) return fail("not_found");
    const [refund] = await deps.db
      .select()
      .from(refunds)
      .where(and(eq(refunds.id, refundId), eq(refunds.orderId, orderId)));
    if (!refund || !isSentByHand(refund)) return fail("not_found");
    if (refund.status !== "pending") return ok(null);
    await executeRefund(deps, refund, { isSent: true });
    const { amountMinor, currency } = refund;
    await recordChanges(deps.db, actor, [
      {
        action: "sent a refund of",
        subject: "order",
        subjectId: orderId,
        before: { status: "pending" },
        after: { refundId, amountMinor, currency },
      },
    ]);
    return ok(null);
  },
);

/** Asks about pending refunds, oldest first. What the owner sends is not asked about. Returns how many by result. */
export async function sweepRefunds(
  deps: RefundDeps,
): Promise<{ succeeded: number; failed: number; left: number }> {
  const before = new Date(deps.clock.now().getTime() - QUIET_MS);
  const quiet = await deps.db
    .select()
    .from(refunds)
    .where(
      and(
        eq(refunds.status, "pending"),
        lt(refunds.createdAt, before),
        notInArray(refunds.provider, [...MANUAL_PROVIDERS]),
      ),
    )
    .orderBy(asc(refunds.createdAt))
    .limit(SWEEP_BATCH);
  const tally = { succeeded: 0, failed: 0, left: 0 };
  for (const refund of quiet) {
    const status = await executeRefund(deps, refund);
    tally[status === "pending" ? "left" : status] += 1;
  }
  return tally;
}
