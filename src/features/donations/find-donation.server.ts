import { eq } from "drizzle-orm";
import type { MoneyAmount } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import { donations } from "#db/schema/donations.server.ts";
import type { SettleDonationDeps } from "./settle-donation.server.ts";
import { reconcileDonation } from "./settle-donation.server.ts";

/** What a donor sees of their gift when they come back. */
export type DonationView = { status: "pending" | "completed" | "expired"; amount: MoneyAmount };

/**
 * The donation of a payment session, or null when there is none. While it is pending the provider itself is asked, so that a late
 * message leaves no donor wondering; one that cannot be asked leaves it pending.
 */
export async function findDonation(
  deps: SettleDonationDeps,
  sessionId: string,
): Promise<DonationView | null> {
  const held = await read(deps, sessionId);
  if (held?.status !== "pending") return held;
  try {
    await reconcileDonation(deps, sessionId);
  } catch (error) {
    deps.logger.warn({ err: error }, "donations: the provider could not be asked");
    return held;
  }
  return read(deps, sessionId);
}

async function read(deps: SettleDonationDeps, sessionId: string): Promise<DonationView | null> {
  const [row] = await deps.db
    .select()
    .from(donations)
    .where(eq(donations.providerSessionId, sessionId));
  if (!row) return null;
  const currency = row.currency === "GYD" ? "GYD" : "USD";
  return { status: row.status, amount: money(row.amountMinor, currency) };
}
