import { and, asc, eq, lt } from "drizzle-orm";
import { orders } from "#db/schema/orders.server.ts";
import { DONATION_SESSION_MS } from "#features/donations/open-donation.server.ts";
import { notePaymentTrouble } from "#features/settings/payment-trouble.server.ts";
import { expireCheckout } from "./expire-checkout.server.ts";
import type { Settlement, SettlementDeps } from "./payment-records.server.ts";
import type { DonationView } from "./settle-donation.server.ts";
import {
  expireDonation,
  findDonationBySession,
  listPendingDonations,
} from "./settle-donation.server.ts";
import { settleSession } from "./settle-session.server.ts";

/** Orders of one round; the next one follows a minute later. */
const MAX_ORDERS = 500;

/** Donations of one round. */
const MAX_DONATIONS = 200;

/** A page that the provider does not know may belong to another account, whose keys the owner may save again: so much longer it is waited for. */
const KEYS_MAY_COME_BACK_MS = 60 * 60 * 1000;

/**
 * Ends every order whose time to pay has passed, oldest first: the provider is asked before anything is given back, so a payment whose
 * message was lost completes its order here. One that cannot be asked about is left for the next round. Tells how many came to which end.
 */
export async function sweepReservations(
  deps: SettlementDeps,
): Promise<{ expired: number; completed: number; left: number }> {
  const overdue = await deps.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.status, "pending"), lt(orders.reservedUntil, deps.clock.now())))
    .orderBy(asc(orders.reservedUntil))
    .limit(MAX_ORDERS);
  const tally = { expired: 0, completed: 0, left: 0 };
  for (const { id } of overdue) {
    try {
      const status = await expireCheckout(deps, {
        orderId: id,
        as: "expired",
        because: "time_passed",
      });
      if (status === "completed") tally.completed += 1;
      else if (status === "pending") tally.left += 1;
      else tally.expired += 1;
    } catch (error) {
      tally.left += 1;
      await notePaymentTrouble(deps, error);
      deps.logger.warn({ err: error, orderId: id }, "checkout: reservation not swept");
    }
  }
  return tally;
}

/** Asks the provider about a session and applies what it says; one still open is left alone. Null when the provider knows none. */
async function reconcile(
  deps: SettlementDeps,
  { provider: name, sessionId }: { provider: string; sessionId: string },
): Promise<Settlement | null> {
  const provider = await deps.payments.of(name);
  const session = await provider.readSession(sessionId);
  return session && ((await settleSession(deps, provider.name, session)) ?? "unchanged");
}

/**
 * The donation of a payment session, or null when there is none. While it is pending the provider itself is asked, so that a late
 * message leaves no donor wondering; one that cannot be asked leaves it pending.
 */
export async function findDonation(
  deps: SettlementDeps,
  sessionId: string,
): Promise<DonationView | null> {
  const found = await findDonationBySession(deps.db, sessionId);
  if (found?.view.status !== "pending") return found?.view ?? null;
  try {
    await reconcile(deps, { provider: found.provider, sessionId });
  } catch (error) {
    deps.logger.warn({ err: error }, "donations: the provider could not be asked");
    return found.view;
  }
  return (await findDonationBySession(deps.db, sessionId))?.view ?? null;
}

/**
 * Settles donations whose time to pay has passed, oldest first: the provider is asked, so a payment whose message was lost still
 * gets its receipt. One that cannot be asked about waits for the next round. Tells how many came to which end.
 */
export async function sweepDonations(
  deps: SettlementDeps,
): Promise<{ completed: number; expired: number; left: number }> {
  const before = new Date(deps.clock.now().getTime() - DONATION_SESSION_MS);
  const tally = { completed: 0, expired: 0, left: 0 };
  for (const { id, ...page } of await listPendingDonations(deps.db, before, MAX_DONATIONS)) {
    try {
      const { createdAt, provider, sessionId } = page;
      const settled = sessionId && provider ? await reconcile(deps, { provider, sessionId }) : null;
      const mayComeBack = sessionId && +before - +createdAt < KEYS_MAY_COME_BACK_MS;
      if (settled === "completed") tally.completed += 1;
      else if (settled === "released") tally.expired += 1;
      else if (settled || mayComeBack) tally.left += 1;
      else {
        // No page ever opened, or the provider knows of none and it would have ended long ago: nobody can pay it.
        await expireDonation(deps.db, id);
        tally.expired += 1;
      }
    } catch (error) {
      tally.left += 1;
      deps.logger.warn({ err: error, donationId: id }, "donations: not swept");
    }
  }
  return tally;
}
