import { eq } from "drizzle-orm";
import type { Database } from "#db/client.server.ts";
import { donations } from "#db/schema/donations.server.ts";
import { paymentMovements } from "#db/schema/refunds.server.ts";
import type { DisputeEvent, RefundEvent } from "#platform/payments.server.ts";

/**
 * Writes into the ledger what left of a donation again: gifts are given back at the provider's own desk, and disputed there. Tells whether the
 * payment was a donation's.
 */
export async function settleDonationRefunds(
  deps: { db: Database },
  event: RefundEvent | DisputeEvent,
): Promise<boolean> {
  const [donation] = await deps.db
    .select({ id: donations.id })
    .from(donations)
    .where(eq(donations.paymentIntentId, event.paymentId));
  if (!donation) return false;
  const movements = movementsOf(event).map(({ amount, sign, ...movement }) => ({
    ...movement,
    donationId: donation.id,
    amountMinor: sign * amount.minorUnits,
    currency: amount.currency,
    provider: event.provider,
  }));
  if (movements.length === 0) return true;
  await deps.db.insert(paymentMovements).values(movements).onConflictDoNothing();
  return true;
}

function movementsOf(event: RefundEvent | DisputeEvent) {
  if (event.type === "refunds.changed") {
    return event.refunds.flatMap(({ id, amount, status }) =>
      id && status === "succeeded"
        ? [{ kind: "refund" as const, providerId: id, amount, sign: -1 }]
        : [],
    );
  }
  const { amount, id, outcome } = event.dispute;
  const taken = { kind: "dispute" as const, providerId: id, amount, sign: -1 };
  const won = { kind: "dispute_won" as const, providerId: id, amount, sign: 1 };
  return outcome === "won" ? [taken, won] : [taken];
}
