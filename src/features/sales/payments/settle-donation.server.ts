import { and, asc, eq, inArray, lt } from "drizzle-orm";
import type { MoneyAmount } from "#core/money-amount.ts";
import { amountIn, money } from "#core/money-amount.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import { donations } from "#db/schema/donations.server.ts";
import { payments } from "#db/schema/payments.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { SessionEvent } from "#platform/payments.server.ts";
import { isUnpaid } from "./payment.ts";
import type { Decision, PaymentRow } from "./payment-records.server.ts";
import { changePayment, recordCapture } from "./payment-records.server.ts";

type DonationRow = typeof donations.$inferSelect;

/**
 * Applies a message about a donation in the caller's transaction; null when unknown. Completes with the paid
 * sum, also after expiry. Another currency or second payment goes under review.
 */
export async function settleDonation(
  tx: Transaction,
  deps: { clock: Clock },
  donationId: string,
  event: SessionEvent,
): Promise<Decision | null> {
  const [donation] = await tx
    .select()
    .from(donations)
    .where(eq(donations.id, donationId))
    .for("update");
  if (!donation) return null;
  const { session, type } = event;
  const rows = await tx
    .select()
    .from(payments)
    .where(eq(payments.donationId, donationId))
    .orderBy(asc(payments.createdAt));
  const payment =
    rows.find(({ sessionId }) => sessionId === session.id) ??
    rows.find(({ status }) => isUnpaid(status)) ??
    null;
  if (type === "session.paid") return settlePaidDonation(tx, deps, { donation, payment }, event);
  if (type !== "session.expired" && type !== "session.failed") return { settlement: "unchanged" };
  if (donation.status !== "pending" || !payment) return { settlement: "unchanged" };
  await changePayment(tx, payment.id, type === "session.failed" ? "failed" : "expired");
  await tx.update(donations).set({ status: "expired" }).where(eq(donations.id, donationId));
  return { settlement: "released" };
}

async function settlePaidDonation(
  tx: Transaction,
  { clock }: { clock: Clock },
  { donation, payment }: { donation: DonationRow; payment: PaymentRow | null },
  event: SessionEvent,
): Promise<Decision> {
  if (payment && !isUnpaid(payment.status)) return { settlement: "unchanged" };
  const { total } = event.session;
  const currency = donation.currency === "GYD" ? "GYD" : "USD";
  const amount = amountIn(total, currency);
  const capture = { payment, of: { donationId: donation.id }, requestedMinor: total.minorUnits };
  if (donation.status === "completed" || !amount) {
    const status = donation.status === "completed" ? "duplicate" : "wrong_currency";
    await recordCapture(tx, { ...capture, status }, event);
    const isPending = and(eq(donations.id, donation.id), eq(donations.status, "pending"));
    await tx.update(donations).set({ status: "expired" }).where(isPending);
    return { settlement: "under_review" };
  }
  const completedAt = clock.now();
  await recordCapture(tx, { ...capture, status: "captured" }, event);
  await tx
    .update(donations)
    .set({ status: "completed", completedAt, amountMinor: amount.minorUnits })
    .where(eq(donations.id, donation.id));
  const { email, id } = donation;
  return {
    settlement: "completed",
    event: { type: "donation_completed", id, email, amount, completedAt },
  };
}

export type DonationView = { status: DonationRow["status"]; amount: MoneyAmount };

export async function findDonationBySession(db: Database, sessionId: string) {
  const [row] = await db
    .select({ donation: donations, provider: payments.provider })
    .from(payments)
    .innerJoin(donations, eq(donations.id, payments.donationId))
    .where(eq(payments.sessionId, sessionId));
  if (!row) return null;
  const { amountMinor, currency, status } = row.donation;
  const view: DonationView = {
    status,
    amount: money(amountMinor, currency === "GYD" ? "GYD" : "USD"),
  };
  return { view, provider: row.provider };
}

/** Pending since before a moment, oldest first, with sessions. */
export function listPendingDonations(db: Database, before: Date, limit: number) {
  return db
    .select({
      id: donations.id,
      createdAt: donations.createdAt,
      sessionId: payments.sessionId,
      provider: payments.provider,
    })
    .from(donations)
    .leftJoin(payments, eq(payments.donationId, donations.id))
    .where(and(eq(donations.status, "pending"), lt(donations.createdAt, before)))
    .orderBy(asc(donations.createdAt))
    .limit(limit);
}

/** Ends a pending donation with its payment. */
export async function expireDonation(db: Database, donationId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const ended = await tx
      .update(donations)
      .set({ status: "expired" })
      .where(and(eq(donations.id, donationId), eq(donations.status, "pending")))
      .returning({ id: donations.id });
    if (ended.length === 0) return;
    const own = and(
      eq(payments.donationId, donationId),
      inArray(payments.status, ["pending", "processing"]),
    );
    await tx.update(payments).set({ status: "expired" }).where(own);
  });
}
