import type { SQL } from "drizzle-orm";
import { and, asc, count, desc, eq, gt, inArray, isNotNull, sql } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { ReportedAmount } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable, Transaction } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { donations } from "#db/schema/donations.server.ts";
import { payments, refunds } from "#db/schema/payments.server.ts";
import { textContains } from "#db/text-contains.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin, SignedIn } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import type { ProviderRefund } from "#platform/payments.server.ts";
import type { ReviewReason } from "./payment.ts";
import { isUnderReview } from "./payment.ts";
import type { RefundRow } from "./payment-queries.server.ts";
import type { PaymentRow, SettlementDeps } from "./payment-records.server.ts";
import type { RefundStatus } from "./refund.ts";
import type { RefundDeps } from "./refund-order.server.ts";
import { executeRefund } from "./refund-order.server.ts";
import { isAtOtherAccount } from "./wrong-provider-account.server.ts";

/** Settles a review without a refund. */
const STORED = "kept a payment of";

const waits: SQL | undefined = and(
  inArray(payments.status, ["wrong_amount", "wrong_currency", "duplicate"]),
  gt(payments.capturedMinor, payments.refundedMinor),
  isNotNull(payments.donationId),
  sql`not exists (select from refunds r where r.payment_id = ${payments.id} and r.status = 'pending')`,
  sql`not exists (select from audit_log a where a.subject = 'donation' and a.subject_id = ${payments.id}::text and a.action = ${STORED})`,
);

/** Donations under review, not kept, without a refund on its way. */
export async function countDonationsToReview(db: Queryable): Promise<number> {
  const [row] = await db.select({ waiting: count() }).from(payments).where(waits);
  return row?.waiting ?? 0;
}

export type DonationRow = {
  /** The payment's id. */
  id: string;
  email: string;
  at: Date;
  captured: ReportedAmount;
  refunded: ReportedAmount;
  /** Null for a donation that is in order. */
  reason: ReviewReason | null;
  isWaiting: boolean;
  /** The shop's newest refund; null without one. */
  lastRefund: RefundStatus | null;
};

/** Those that wait do not count. */
const MAX_DONATIONS = 100;

/** Paid donations for an admin: undecided first, then newest; with a search those of emails that contain it. */
export const listDonations = asAdmin(
  async (db: Queryable, input: { search: string }): Promise<Result<DonationRow[]>> => {
    const isWaiting = sql<boolean>`coalesce(${waits}, false)`;
    const lastRefund = sql<RefundStatus | null>`(
    select r.status from refunds r where r.payment_id = ${payments.id} order by r.created_at desc, r.id desc limit 1)`;
    const found = input.search ? textContains([donations.email], input.search) : undefined;
    const rows = await db
      .select({ payment: payments, email: donations.email, isWaiting, lastRefund })
      .from(payments)
      .innerJoin(donations, eq(donations.id, payments.donationId))
      .where(and(gt(payments.capturedMinor, 0), found))
      .orderBy(desc(isWaiting), desc(payments.createdAt), asc(payments.id))
      .limit(MAX_DONATIONS);
    return ok(
      rows.map(({ payment, ...row }) => ({
        ...row,
        id: payment.id,
        at: payment.createdAt,
        captured: { minorUnits: payment.capturedMinor, currency: payment.currency },
        refunded: { minorUnits: payment.refundedMinor, currency: payment.currency },
        reason: isUnderReview(payment.status) ? payment.status : null,
      })),
    );
  },
);

async function findWaiting(db: Queryable, paymentId: string): Promise<PaymentRow | null> {
  if (!isId(paymentId)) return null;
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.id, paymentId), waits));
  return row ?? null;
}

type Input = { actor: Admin; paymentId: string };

/** Settles a review without refund. */
export const keepDonation = asAdmin(
  async (
    { db }: Pick<SettlementDeps, "db">,
    { actor, paymentId }: Input,
  ): Promise<Result<null, "not_found">> => {
    return inTransaction(db, async (tx) => {
      const payment = await findWaiting(tx, paymentId);
      if (!payment) return fail("not_found" as const);
      const after = { amountMinor: payment.capturedMinor, currency: payment.currency };
      await recordChanges(tx, actor, [
        { action: STORED, subject: "donation", subjectId: payment.id, before: null, after },
      ]);
      return ok(null);
    });
  },
);

/** 'provider': refused; 'elsewhere': the money is in its other account. */
export type DonationRefundFailure = "forbidden" | "not_found" | "provider" | "elsewhere";

/**
 * Refunds the rest of a donation under review. Written before the provider is asked: the first press is the
 * refund; the sweep finishes one without a result ('pending').
 */
export const refundDonation = asAdmin(
  async (
    deps: RefundDeps,
    { actor, paymentId }: Input,
  ): Promise<Result<ProviderRefund["status"], DonationRefundFailure>> => {
    const payment = await findWaiting(deps.db, paymentId);
    if (!payment) return fail("not_found");
    if (await isAtOtherAccount(deps, payment)) return fail("elsewhere");
    const refund = await deps.db.transaction((tx) => writeDonationRefund(tx, actor, paymentId));
    if (!refund) return fail("not_found");
    const status = await executeRefund(deps, refund);
    return status === "failed" ? fail("provider") : ok(status);
  },
);

/** Null when already written or settled. */
async function writeDonationRefund(
  tx: Transaction,
  actor: SignedIn,
  paymentId: string,
): Promise<RefundRow | null> {
  await tx
    .select({ id: payments.id })
    .from(payments)
    .where(eq(payments.id, paymentId))
    .for("update");
  const payment = await findWaiting(tx, paymentId);
  if (!payment) return null;
  const { capturedMinor, currency, provider, refundedMinor } = payment;
  const amountMinor = capturedMinor - refundedMinor;
  const [refund] = await tx
    .insert(refunds)
    .values({
      paymentId,
      provider,
      amountMinor,
      currency,
      actorId: actor.userId,
      actorName: actor.name,
    })
    .returning();
  if (!refund) throw new Error("The refund was not written");
  await recordChanges(tx, actor, [
    {
      action: "refunded a payment of",
      subject: "donation",
      subjectId: paymentId,
      before: { status: payment.status },
      after: { amountMinor, currency },
    },
  ]);
  return refund;
}
