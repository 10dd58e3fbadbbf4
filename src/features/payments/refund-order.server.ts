import { and, asc, eq, lt } from "drizzle-orm";
import { isId, newId } from "#core/ids.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Transaction } from "#db/client.server.ts";
import { payments, refundItems, refunds } from "#db/schema/payments.server.ts";
import { recordChanges } from "#features/audit/record-change.server.ts";
import type { Actor, SignedIn } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import type { Order } from "#features/orders/order.ts";
import { lockOrder } from "#features/orders/order-queries.server.ts";
import { notePaymentTrouble } from "#features/settings/payment-trouble.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import type { Payments, ProviderRefund } from "#platform/payments.server.ts";
import type { RefundRow, ReviewedPayment } from "./payment-queries.server.ts";
import { findRefunds, listReviewedPayments } from "./payment-queries.server.ts";
import type { PaymentRow } from "./payment-records.server.ts";
import type { RefundedItem, RefundStatus } from "./refund.ts";
import { validateRefund } from "./refund.ts";
import type { SettleRefundDeps } from "./settle-refund.server.ts";
import { settleRefund } from "./settle-refund.server.ts";
import {
  failedAtOtherAccount,
  isOfOtherAccount,
  isPaidToOtherAccount,
} from "./wrong-provider-account.server.ts";

/** What refunding works with. */
export type RefundDeps = SettleRefundDeps & { payments: Payments; logger: Logger };

/** A refund as the owner asks for it. */
export type RefundInput = RefundDraft & { actor: Actor; orderId: string };

/** Why no money went back; 'provider': it was asked and refused; 'elsewhere': the money lies in another account of it. */
export type RefundFailure =
  | "forbidden"
  | "not_found"
  | "not_refundable"
  | "too_much"
  | "provider"
  | "elsewhere";

/**
 * Gives money of a paid order back, in part or whole (decision C3), never more than was paid over all its refunds, concurrent ones too. It is
 * written down before the provider is asked, so that the same press, or the sweep after a crash, is the same refund. 'pending' when the provider
 * could not be asked or has not decided: the sweep goes on asking. One of an order that was paid to another account of the provider is refused.
 */
export async function refundOrder(
  deps: RefundDeps,
  input: RefundInput,
): Promise<Result<{ refundId: string; status: RefundStatus }, RefundFailure>> {
  if (!isAdmin(input.actor)) return fail("forbidden");
  if (await isPaidToOtherAccount(deps, input.orderId)) return fail("elsewhere");
  const written = await writeDown(deps, input);
  if (!written.ok) return fail(written.error);
  const refund = written.value;
  const status = refund.status === "pending" ? await executeRefund(deps, refund) : refund.status;
  return status === "failed" ? fail("provider") : ok({ refundId: refund.id, status });
}

/**
 * Gives a payment that does not match its order back, all that is left of it, to where it came from. The order stays as it is. The same key
 * is the same refund (house rule 10).
 */
export async function refundPayment(
  deps: RefundDeps,
  input: { actor: Actor; orderId: string; paymentId: string; key: string },
): Promise<Result<{ refundId: string; status: RefundStatus }, RefundFailure>> {
  const { actor, key, orderId, paymentId } = input;
  if (!isAdmin(actor)) return fail("forbidden");
  if (!isId(orderId) || !isId(paymentId)) return fail("not_found");
  const written = await deps.db.transaction(
    async (tx): Promise<Result<RefundRow, "not_found" | "not_refundable" | "too_much">> => {
      const order = await lockOrder(tx, orderId);
      if (!order) return fail("not_found");
      const earlier = await findRefundByIdempotencyKey(tx, order, key);
      if (!earlier.ok) return earlier;
      if (earlier.value) return ok(earlier.value);
      const reviewed = await listReviewedPayments(tx, orderId);
      const payment = reviewed.find(({ id }) => id === paymentId);
      if (!payment) return fail("not_found");
      if (payment.left.minorUnits === 0) return fail("not_refundable");
      return ok(await insertReviewRefund(tx, { actor, key, orderId }, payment));
    },
  );
  if (!written.ok) return written;
  const refund = written.value;
  const status = refund.status === "pending" ? await executeRefund(deps, refund) : refund.status;
  return status === "failed" ? fail("provider") : ok({ refundId: refund.id, status });
}

async function insertReviewRefund(
  tx: Transaction,
  { actor, key, orderId }: { actor: SignedIn; key: string; orderId: string },
  { id: paymentId, left }: ReviewedPayment,
): Promise<RefundRow> {
  const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId));
  if (!payment) throw new Error("The payment is gone");
  const [refund] = await tx
    .insert(refunds)
    .values({
      ...{ paymentId, orderId, provider: payment.provider, idempotencyKey: key },
      ...{ amountMinor: left.minorUnits, currency: left.currency },
      ...{ actorId: actor.userId, actorName: actor.name },
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

/** Asks the provider for a refund that was written down, and applies its answer; 'pending' when there is none. */
export async function executeRefund(deps: RefundDeps, refund: RefundRow): Promise<RefundStatus> {
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
  const { orderId, paymentIntentId: paymentId } = payment;
  try {
    const provider = await deps.payments.of(payment.provider);
    if (await isOfOtherAccount(provider, payment)) return failedAtOtherAccount(payment, refund);
    // An earlier try may have been carried out though its answer was lost, longer ago than a provider remembers keys.
    const known = paymentId ? await provider.listRefunds(paymentId) : [];
    const earlier = known.find(
      (each) => each.key === refund.id || (each.id && each.id === refund.providerRefundId),
    );
    if (earlier) return earlier;
    return await provider.refund({
      key: refund.id,
      sessionId: payment.sessionId ?? "",
      paymentId,
      amount: { minorUnits: refund.amountMinor, currency: refund.currency },
    });
  } catch (error) {
    deps.logger.error({ err: error, orderId, refundId: refund.id }, "refund: not asked");
    await notePaymentTrouble(deps, error);
    return null;
  }
}

async function writeDown(
  deps: RefundDeps,
  input: RefundInput,
): Promise<Result<RefundRow, Exclude<RefundFailure, "provider" | "elsewhere">>> {
  const { actor, orderId } = input;
  if (!isAdmin(actor)) return fail("forbidden");
  if (!isId(orderId)) return fail("not_found");
  return deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return fail("not_found" as const);
    return writeRefund(tx, order, { ...input, actor });
  });
}

/** What a refund is: `restock` puts the pieces on the shelf again, `key` is one press of the button. */
export type RefundDraft = {
  amount: MoneyAmount;
  reason: string;
  items: readonly (RefundedItem & { restock: boolean })[];
  returnRequestId: string | null;
  key: string;
};

/** The refund that the same press of the button wrote, or null; 'not_found' when the key is another order's. */
export async function findRefundByIdempotencyKey(
  tx: Transaction,
  order: Order,
  key: string,
): Promise<Result<RefundRow | null, "not_found">> {
  const [twin] = await tx.select().from(refunds).where(eq(refunds.idempotencyKey, key));
  if (!twin) return ok(null);
  return twin.orderId === order.id ? ok(twin) : fail("not_found");
}

/**
 * Writes a refund of a locked order down, before the provider is asked: from then on its money and its pieces count as given, so that whoever
 * locks the order next sees it. The same key is the same refund (house rule 10).
 */
export async function writeRefund(
  tx: Transaction,
  order: Order,
  draft: RefundDraft & { actor: SignedIn },
): Promise<Result<RefundRow, "not_found" | "not_refundable" | "too_much">> {
  const { actor, amount, items, key, reason, returnRequestId } = draft;
  const twin = await findRefundByIdempotencyKey(tx, order, key);
  if (!twin.ok) return twin;
  if (twin.value) return ok(twin.value);
  const earlier = await findRefunds(tx, order.id);
  const refusal = validateRefund(order, earlier, { amount, pieces: items });
  if (refusal) return fail(refusal);
  const id = newId();
  const [refund] = await tx
    .insert(refunds)
    .values({
      id,
      paymentId: order.payment.id,
      orderId: order.id,
      returnRequestId,
      amountMinor: amount.minorUnits,
      currency: amount.currency,
      reason,
      idempotencyKey: key,
      provider: order.payment.provider,
      actorId: actor.userId,
      actorName: actor.name,
    })
    .returning();
  if (!refund) throw new Error("The refund was not written");
  if (items.length > 0) {
    await tx.insert(refundItems).values(
      items.map(({ orderItemId, quantity, restock }) => ({
        refundId: id,
        orderItemId,
        quantity,
        restocked: restock,
      })),
    );
  }
  await recordChanges(tx, actor, [
    {
      action: "refunded",
      subject: "order",
      subjectId: order.id,
      before: { refundedMinor: order.refunded.minorUnits },
      after: { refundId: id, amountMinor: amount.minorUnits, reason },
    },
  ]);
  return ok(refund);
}

/** One round's portion. */
const SWEEP_BATCH = 100;

/** A refund younger than this is still in the hands of whoever pressed the button. */
const QUIET_MS = 60 * 1000;

/** Asks the provider about refunds that went quiet, oldest first, and for those it never heard of. Tells how many came to which end. */
export async function sweepRefunds(
  deps: RefundDeps,
): Promise<{ succeeded: number; failed: number; left: number }> {
  const before = new Date(deps.clock.now().getTime() - QUIET_MS);
  const quiet = await deps.db
    .select()
    .from(refunds)
    .where(and(eq(refunds.status, "pending"), lt(refunds.createdAt, before)))
    .orderBy(asc(refunds.createdAt))
    .limit(SWEEP_BATCH);
  const tally = { succeeded: 0, failed: 0, left: 0 };
  for (const refund of quiet) {
    const status = await executeRefund(deps, refund);
    tally[status === "pending" ? "left" : status] += 1;
  }
  return tally;
}
