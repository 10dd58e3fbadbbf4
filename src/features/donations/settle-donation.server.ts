import { eq } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import { donations } from "#db/schema/donations.server.ts";
import { enqueueEmail } from "#features/mail/enqueue-email.server.ts";
import { recordCharge } from "#features/payments/record-charge.server.ts";
import { recordPaymentMessage } from "#features/payments/record-payment-message.server.ts";
import { getSiteShell } from "#features/settings/site-settings-queries.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import type { Payments, SessionEvent } from "#platform/payments.server.ts";
import { toSessionEvent } from "#platform/payments.server.ts";
import { donationReceiptEmail } from "./donation-receipt-email.ts";

/** What settling donations works with. */
export type SettleDonationDeps = {
  db: Database;
  payments: Payments;
  jobs: JobQueue;
  clock: Clock;
  logger: Logger;
  publicUrl: string;
};

type DonationRow = typeof donations.$inferSelect;

/** What a message came to: 'unknown' when it is about no donation, and then nothing was written. */
export type DonationSettlement = "completed" | "released" | "unchanged" | "duplicate" | "unknown";

/**
 * Applies one message of the payment provider to a donation, in one transaction and at most once, however often, late or out of
 * order it comes; a paid donation gets its receipt. Throws only when the database is away, so that the provider sends it again.
 */
export async function settleDonation(
  deps: SettleDonationDeps,
  event: SessionEvent,
): Promise<DonationSettlement> {
  const { reference } = event.session;
  if (!isId(reference)) return "unknown";
  return deps.db.transaction(async (tx) => {
    const [donation] = await tx
      .select()
      .from(donations)
      .where(eq(donations.id, reference))
      .for("update");
    if (!donation) return "unknown";
    const { id: sessionId, status, total } = event.session;
    const recorded = await recordPaymentMessage(tx, event, {
      sessionId,
      payload: { reference, status, total, kind: "donation" },
      processedAt: deps.clock.now(),
    });
    if (recorded === null) return "duplicate";
    if (event.type === "session.paid") return complete(tx, deps, donation, event);
    if (event.type === "session.expired" || event.type === "session.failed") {
      return expire(tx, donation);
    }
    return "unchanged";
  });
}

/** Money that comes late is never refused: a donation that had expired is completed too, with the sum that was really paid. */
async function complete(
  tx: Transaction,
  deps: SettleDonationDeps,
  donation: DonationRow,
  { provider, session }: SessionEvent,
): Promise<DonationSettlement> {
  if (donation.status === "completed") return "unchanged";
  const { minorUnits, currency } = session.total;
  const completedAt = deps.clock.now();
  await tx
    .update(donations)
    .set({
      status: "completed",
      completedAt,
      amountMinor: minorUnits,
      currency,
      providerSessionId: session.id,
      paymentIntentId: session.paymentId,
    })
    .where(eq(donations.id, donation.id));
  await recordCharge(tx, { donationId: donation.id }, provider, session);
  const { general } = await getSiteShell(tx);
  await enqueueEmail(tx, deps.jobs, {
    ...donationReceiptEmail({
      amount: session.total,
      donationId: donation.id,
      completedAt,
      siteName: general.siteName,
      siteUrl: deps.publicUrl,
      contactEmail: general.contactEmail,
    }),
    dedupeKey: `donation-receipt:${donation.id}`,
    recipient: donation.email,
  });
  return "completed";
}

async function expire(tx: Transaction, donation: DonationRow): Promise<DonationSettlement> {
  if (donation.status !== "pending") return "unchanged";
  await tx.update(donations).set({ status: "expired" }).where(eq(donations.id, donation.id));
  return "released";
}

/** Asks the provider about a session and applies what it says, for messages that are late or lost; one still open is left alone. */
export async function reconcileDonation(
  deps: SettleDonationDeps,
  sessionId: string,
): Promise<DonationSettlement> {
  const provider = await deps.payments.ofSession(sessionId);
  const session = await provider.readSession(sessionId);
  if (!session) return "unknown";
  const event = toSessionEvent(provider.name, session);
  return event ? settleDonation(deps, event) : "unchanged";
}
