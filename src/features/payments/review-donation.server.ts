import type { SQL } from "drizzle-orm";
import { and, asc, count, desc, eq, gt, inArray, isNotNull, sql } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { ReportedAmount } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { donations } from "#db/schema/donations.server.ts";
import { payments } from "#db/schema/payments.server.ts";
import { recordChanges } from "#features/audit/record-change.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import { notePaymentTrouble } from "#features/settings/payment-trouble.server.ts";
import type { ProviderRefund } from "#platform/payments.server.ts";
import type { ReviewReason } from "./payment.ts";
import { isUnderReview } from "./payment.ts";
import { recordWithoutOrder } from "./payment-events.server.ts";
import type { PaymentRow, SettlementDeps } from "./payment-records.server.ts";
import { isOfOtherAccount } from "./wrong-provider-account.server.ts";

/** Settles a review without a refund. */
const STORED = "kept a payment of";

const waits: SQL | undefined = and(
  inArray(payments.status, ["wrong_amount", "wrong_currency", "duplicate"]),
  gt(payments.capturedMinor, payments.refundedMinor),
  isNotNull(payments.donationId),
  sql`not exists (select from audit_log a where a.subject = 'donation' and a.subject_id = ${payments.id}::text and a.action = ${STORED})`,
);

/** Donations that wait for the owner's decision: under review, not refunded and not kept. */
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
};

/** Those that wait do not count. */
const MAX_DONATIONS = 100;

/** The paid donations for an admin: those that wait for a decision first, then the newest. */
export async function listDonations(
  db: Queryable,
  { actor }: { actor: Actor },
): Promise<Result<DonationRow[], "forbidden">> {
  if (!isAdmin(actor)) return fail("forbidden");
  const isWaiting = sql<boolean>`coalesce(${waits}, false)`;
  const rows = await db
    .select({ payment: payments, email: donations.email, isWaiting })
    .from(payments)
    .innerJoin(donations, eq(donations.id, payments.donationId))
    .where(gt(payments.capturedMinor, 0))
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
}

async function findWaiting(db: Queryable, paymentId: string): Promise<PaymentRow | null> {
  if (!isId(paymentId)) return null;
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.id, paymentId), waits));
  return row ?? null;
}

type Input = { actor: Actor; paymentId: string };

/** Settles a review without a refund: the money stays with the shop. */
export async function keepDonation(
  { db }: Pick<SettlementDeps, "db">,
  { actor, paymentId }: Input,
): Promise<Result<null, "forbidden" | "not_found">> {
  if (!isAdmin(actor)) return fail("forbidden");
  return db.transaction(async (tx) => {
    const payment = await findWaiting(tx, paymentId);
    if (!payment) return fail("not_found" as const);
    const after = { amountMinor: payment.capturedMinor, currency: payment.currency };
    await recordChanges(tx, actor, [
      { action: STORED, subject: "donation", subjectId: payment.id, before: null, after },
    ]);
    return ok(null);
  });
}

/** 'provider': it refused or could not be reached; 'elsewhere': the money is in another account of it. */
export type DonationRefundFailure = "forbidden" | "not_found" | "provider" | "elsewhere";

/**
 * Refunds what is left of a donation's payment under review. The provider's key is the payment with what was returned
 * before, so repeated presses are one refund (house rule 10).
 */
export async function refundDonation(
  deps: Pick<SettlementDeps, "db" | "clock" | "payments" | "logger">,
  { actor, paymentId }: Input,
): Promise<Result<ProviderRefund["status"], DonationRefundFailure>> {
  if (!isAdmin(actor)) return fail("forbidden");
  const payment = await findWaiting(deps.db, paymentId);
  if (!payment) return fail("not_found");
  const refund = await requestRefund(deps, payment);
  if (refund === "elsewhere") return fail("elsewhere");
  if (!refund || refund.status === "failed") return fail("provider");
  const { minorUnits: amountMinor, currency } = refund.amount;
  await recordChanges(deps.db, actor, [
    {
      action: "refunded a payment of",
      subject: "donation",
      subjectId: payment.id,
      before: { status: payment.status },
      after: { amountMinor, currency },
    },
  ]);
  await recordWithoutOrder(deps, payment, { type: "refunds.changed", refunds: [refund] });
  return ok(refund.status);
}

async function requestRefund(
  deps: Pick<SettlementDeps, "db" | "clock" | "payments" | "logger">,
  payment: PaymentRow,
): Promise<ProviderRefund | "elsewhere" | null> {
  const { paymentIntentId: paymentId, capturedMinor, refundedMinor, currency } = payment;
  try {
    const provider = await deps.payments.of(payment.provider);
    if (await isOfOtherAccount(provider, payment)) return "elsewhere";
    const key = `${payment.id}:${refundedMinor}`;
    const known = paymentId ? await provider.listRefunds(paymentId) : [];
    const earlier = known.find((each) => each.key === key && each.status !== "failed");
    if (earlier) return earlier;
    const amount = { minorUnits: capturedMinor - refundedMinor, currency };
    return await provider.refund({ key, sessionId: payment.sessionId ?? "", paymentId, amount });
  } catch (error) {
    deps.logger.error({ err: error, paymentId: payment.id }, "refund: not asked");
    await notePaymentTrouble(deps, error);
    return null;
  }
}
