import { and, asc, eq, lt } from "drizzle-orm";
import { donations } from "#db/schema/donations.server.ts";
import { DONATION_SESSION_MS } from "./open-donation.server.ts";
import type { SettleDonationDeps } from "./settle-donation.server.ts";
import { reconcileDonation } from "./settle-donation.server.ts";

/** A page that the provider does not know may belong to another account, whose keys the owner may save again: so much longer it is waited for. */
const KEYS_MAY_COME_BACK_MS = 60 * 60 * 1000;

/** One round's portion. */
const SWEEP_BATCH = 200;

/**
 * Settles donations whose time to pay has passed, oldest first: the provider is asked, so a payment whose message was lost still
 * gets its receipt. One that cannot be asked about waits for the next round. Tells how many came to which end.
 */
export async function sweepDonations(
  deps: SettleDonationDeps,
): Promise<{ completed: number; expired: number; left: number }> {
  const before = new Date(deps.clock.now().getTime() - DONATION_SESSION_MS);
  const overdue = await deps.db
    .select({
      id: donations.id,
      sessionId: donations.providerSessionId,
      createdAt: donations.createdAt,
    })
    .from(donations)
    .where(and(eq(donations.status, "pending"), lt(donations.createdAt, before)))
    .orderBy(asc(donations.createdAt))
    .limit(SWEEP_BATCH);
  const tally = { completed: 0, expired: 0, left: 0 };
  for (const { id, sessionId, createdAt } of overdue) {
    try {
      const settled = sessionId ? await reconcileDonation(deps, sessionId) : "unknown";
      if (settled === "completed") tally.completed += 1;
      else if (settled === "released") tally.expired += 1;
      else if (settled === "unknown" && sessionId && +before - +createdAt < KEYS_MAY_COME_BACK_MS) {
        tally.left += 1;
      } else if (settled === "unknown") {
        // No page ever opened, or the provider knows of none and it would have ended long ago: nobody can pay it.
        await deps.db
          .update(donations)
          .set({ status: "expired" })
          .where(and(eq(donations.id, id), eq(donations.status, "pending")));
        tally.expired += 1;
      } else tally.left += 1;
    } catch (error) {
      tally.left += 1;
      deps.logger.warn({ err: error, donationId: id }, "donations: not swept");
    }
  }
  return tally;
}
