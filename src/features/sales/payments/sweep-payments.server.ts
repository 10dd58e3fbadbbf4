import { and, asc, eq, lt } from "drizzle-orm";
import { orders } from "#db/schema/orders.server.ts";
import { notePaymentTrouble } from "#features/base/settings/payment-trouble.server.ts";
import { DONATION_SESSION_MS } from "#features/sales/donations/open-donation.server.ts";
import { checkSession } from "./check-sessions.server.ts";
import { expireCheckout } from "./expire-checkout.server.ts";
import type { Settlement, SettlementDeps } from "./payment-records.server.ts";
import type { DonationView } from "./settle-donation.server.ts";
import {
  expireDonation,
  findDonationBySession,
  listPendingDonations,
} from "./settle-donation.server.ts";
import { settleSession } from "./settle-session.server.ts";

/** The next run follows after a minute. */
const MAX_ORDERS = 500;

const MAX_DONATIONS = 200;

/** For pages unknown to the provider: another account's keys may return. */
const KEYS_MAY_COME_BACK_MS = 60 * 60 * 1000;

/**
 * Ends orders past their time to pay, oldest first. Asks the provider first, so a lost message completes its
 * order. Returns how many by result.
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

/** Null when the provider knows none. */
async function reconcile(
  deps: SettlementDeps,
  { provider: name, sessionId }: { provider: string; sessionId: string },
): Promise<Settlement | null> {
  const provider = await deps.payments.of(name);
  const session = await provider.readSession(sessionId);
  return session && ((await settleSession(deps, provider.name, session)) ?? "unchanged");
}

/** A session's donation, or null. A pending one asks the provider every few seconds at most. */
export async function findDonation(
  deps: SettlementDeps,
  sessionId: string,
): Promise<DonationView | null> {
  const found = await findDonationBySession(deps.db, sessionId);
  if (found?.view.status !== "pending") return found?.view ?? null;
  try {
    await checkSession(deps, { provider: found.provider, sessionId });
  } catch (error) {
    deps.logger.warn({ err: error }, "donations: the provider could not be asked");
    return found.view;
  }
  return (await findDonationBySession(deps.db, sessionId))?.view ?? null;
}

/** Settles donations past their time to pay, oldest first, by the provider's state. Returns how many by result. */
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
        // No page opened, or it ended long ago.
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
