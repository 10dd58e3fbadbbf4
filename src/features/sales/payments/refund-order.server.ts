import { and, asc, eq, inArray, lt } from "drizzle-orm";
import { isId, newId } from "#core/ids.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Transaction } from "#db/client.server.ts";
import { bumpForStock } from "#db/content-version.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { payments, refundItems, refunds } from "#db/schema/payments.server.ts";
import { recordChanges, recordShopChange } from "#features/base/audit/record-change.server.ts";
import type { Actor, Admin, SignedIn } from "#features/base/identity/actor.ts";
import { isAdmin } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import { notePaymentTrouble } from "#features/base/settings/payment-trouble.server.ts";
import { cancelRefundedGarments } from "#features/garments/garment/stored-garments.server.ts";
import type { Order } from "#features/orders/order/order.ts";
import { lockOrder } from "#features/orders/order/order-queries.server.ts";
import { splitRefund } from "#features/orders/store-credit/store-credit.ts";
import type { Logger } from "#platform/logger.server.ts";
import type { Payments, ProviderRefund, RefundRequest } from "#platform/payments.server.ts";
import type { RefundRow, ReviewedPayment } from "./payment-queries.server.ts";
import { findRefunds, listPayments, listReviewedPayments } from "./payment-queries.server.ts";
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

export type RefundDeps = SettleRefundDeps & { payments: Payments; logger: Logger };

export type RefundInput = RefundDraft & { actor: Actor; orderId: string };

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
 * asked: a repeated press or the sweep is the same refund. 'pending' while undecided; the sweep asks again.
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
    return executeRefunds(deps, written.value);
  },
);

/** Executes a refund's parts, the provider's first: if refused, store credit stays too. */
export async function executeRefunds(
  deps: RefundDeps,
  [first, ...others]: readonly RefundRow[],
): Promise<Result<{ refundId: string; status: RefundStatus }, "provider">> {
  if (!first) throw new Error("A refund has a part");
  const status = first.status === "pending" ? await executeRefund(deps, first) : first.status;
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

/** Refunds the rest of a mismatched payment; the order stays. Idempotent by key. */
export const refundPayment = asAdmin(
  async (
    deps: RefundDeps,
    input: { actor: Admin; orderId: string; paymentId: string; key: string },
  ): Promise<Result<{ refundId: string; status: RefundStatus }, RefundFailure>> => {
    const { actor, key, orderId, paymentId } = input;
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
        return ok(await insertReviewRefund(tx, { actor, key, orderId }, payment));
      },
    );
    if (!written.ok) return written;
    const refund = written.value;
    const status = refund.status === "pending" ? await executeRefund(deps, refund) : refund.status;
    return status === "failed" ? fail("provider") : ok({ refundId: refund.id, status });
  },
);

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
      paymentId,
      orderId,
      provider: payment.provider,
      idempotencyKey: key,
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

/** Executes a written refund at the provider; 'pending' without a result. */
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
    return writeRefund(tx, order, input);
  });
}

/**
 * `restock`: to stock; `key`: one press. `asCredit`: all becomes store credit, else each payment returns as
 * it was made.
 */
export type RefundDraft = {
  amount: MoneyAmount;
  asCredit?: boolean;
  reason: string;
  items: readonly (RefundedItem & { restock: boolean })[];
  returnRequestId: string | null;
  key: string;
};

/** Of the part in store credit. */
const creditKey = (key: string) => `${key}:credit`;

/** The parts one press wrote, or none; 'not_found' for another order's key. */
export async function findRefundByIdempotencyKey(
  tx: Transaction,
  order: Order,
  key: string,
): Promise<Result<readonly RefundRow[], "not_found">> {
  const parts = await tx
    .select()
    .from(refunds)
    .where(inArray(refunds.idempotencyKey, [key, creditKey(key)]))
    .orderBy(asc(refunds.idempotencyKey));
  return parts.every(({ orderId }) => orderId === order.id) ? ok(parts) : fail("not_found");
}

type RefundPart = { paymentId: string; provider: string; amountMinor: number };

/** The order's payment and its store credit. */
async function partsOf(
  tx: Transaction,
  order: Order,
  { amount, asCredit }: RefundDraft,
): Promise<readonly RefundPart[]> {
  const rows = await listPayments(tx, order.id);
  const deposit = rows.find(
    ({ id, method, status }) =>
      id !== order.payment.id && method === "store_credit" && status === "captured",
  );
  const own = rows.find(({ id }) => id === order.payment.id);
  const provider = asCredit ? "store_credit" : order.payment.provider;
  const whole = { paymentId: order.payment.id, provider, amountMinor: amount.minorUnits };
  if (!deposit || !own) return [whole];
  const pending = await tx
    .select({ paymentId: refunds.paymentId, minor: refunds.amountMinor })
    .from(refunds)
    .where(and(eq(refunds.orderId, order.id), eq(refunds.status, "pending")));
  const partOf = ({ capturedMinor, id, refundedMinor }: PaymentRow) => ({
    capturedMinor,
    returnedMinor: pending
      .filter(({ paymentId }) => paymentId === id)
      .reduce((sum, { minor }) => sum + minor, refundedMinor),
  });
  const { creditMinor, restMinor } = splitRefund(amount.minorUnits, {
    rest: partOf(own),
    credit: partOf(deposit),
  });
  return [
    { ...whole, amountMinor: restMinor },
    { paymentId: deposit.id, provider: "store_credit", amountMinor: creditMinor },
  ].filter(({ amountMinor }) => amountMinor > 0);
}

/**
 * Writes a locked order's refund before the provider is asked; its money and items then count as refunded, and
 * garments that did not ship are cancelled. `actor` is null for a guest. Idempotent by key.
 */
export async function writeRefund(
  tx: Transaction,
  order: Order,
  draft: RefundDraft & { actor: SignedIn | null },
): Promise<Result<readonly RefundRow[], "not_found" | "not_refundable" | "too_much">> {
  const { actor, amount, items, key, reason, returnRequestId } = draft;
  const twin = await findRefundByIdempotencyKey(tx, order, key);
  if (!twin.ok || twin.value.length > 0) return twin;
  // An erased person could not receive the credit.
  if (draft.asCredit && order.customerEmail.endsWith(".invalid")) return fail("not_refundable");
  const earlier = await findRefunds(tx, order.id);
  const refusal = validateRefund(order, earlier, { amount, refundedItems: items });
  if (refusal) return fail(refusal);
  const parts = await partsOf(tx, order, draft);
  const written = await tx
    .insert(refunds)
    .values(
      parts.map((part, index) => ({
        ...part,
        id: newId(),
        orderId: order.id,
        returnRequestId,
        currency: amount.currency,
        reason,
        idempotencyKey: index === 0 ? key : creditKey(key),
        actorId: actor?.userId ?? null,
        actorName: actor?.name ?? "",
      })),
    )
    .returning();
  const [refund] = written;
  if (!refund) throw new Error("The refund was not written");
  const id = refund.id;
  let changedProducts: readonly string[] = [];
  if (items.length > 0) {
    await tx.insert(refundItems).values(
      items.map(({ orderItemId, quantity, restock }) => ({
        refundId: id,
        orderItemId,
        quantity,
        restocked: restock,
      })),
    );
    changedProducts = await cancelRefundedGarments(tx, {
      orderId: order.id,
      isWhole: false,
      at: refund.createdAt,
      staff: actor && isAdmin(actor) ? actor : null,
    });
  }
  const change = {
    action: "refunded",
    subject: "order" as const,
    subjectId: order.id,
    before: { refundedMinor: order.refunded.minorUnits },
    after: { refundId: id, amountMinor: amount.minorUnits, reason },
  };
  if (actor) await recordChanges(tx, actor, [change]);
  else await recordShopChange(tx, change);
  await bumpForStock(tx, changedProducts);
  return ok(written);
}

const SWEEP_BATCH = 100;

/** A younger refund is still being requested. */
const QUIET_MS = 60 * 1000;

/** Asks about pending refunds, oldest first. Returns how many by result. */
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
