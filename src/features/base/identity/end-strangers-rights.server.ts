import { and, eq, ne, sql } from "drizzle-orm";
import type { Transaction } from "#db/client.server.ts";
import { cartLines } from "#db/schema/cart.server.ts";
import { addresses } from "#db/schema/customers.server.ts";
import { authAccounts, verifications } from "#db/schema/identity.server.ts";
import { measurementProfiles } from "#db/schema/measurement.server.ts";
import { measurementGroups } from "#db/schema/measurement-links.server.ts";
import { paymentCustomers } from "#db/schema/payments.server.ts";
import { dropSecondFactors } from "./credentials.server.ts";

/**
 * Ends what a stranger may have left in an account whose email nobody had confirmed (ADR 0095): every way in beside its password and
 * its sessions, and all that an order would take over without being entered again. Addresses, saved cards and made-to-measure lines
 * of the cart are removed, because they are quickly entered again. Measured people and links that ask others to measure are set
 * apart: they are asked about, because an honest customer would lose an hour's work. The name stays and is shown, because mails
 * begin with it.
 */
export async function endStrangersRights(tx: Transaction, userId: string): Promise<void> {
  await endOtherWaysThan(tx, userId);
  await tx.delete(addresses).where(eq(addresses.userId, userId));
  await tx
    .delete(cartLines)
    .where(and(eq(cartLines.userId, userId), ne(cartLines.specification, "")));
  // A job has the provider delete the customers that are without an account.
  await tx
    .update(paymentCustomers)
    .set({ userId: null })
    .where(eq(paymentCustomers.userId, userId));
  await setPeopleApart(tx, userId);
}

/** Takes the measured people and the sent links out of the account, until it says whether they are its own. */
async function setPeopleApart(tx: Transaction, userId: string): Promise<void> {
  const apart = { userId: null, setApartFor: userId };
  await tx
    .update(measurementProfiles)
    // The time is that of the measurements.
    .set({ ...apart, updatedAt: sql`${measurementProfiles.updatedAt}` })
    .where(eq(measurementProfiles.userId, userId));
  await tx.update(measurementGroups).set(apart).where(eq(measurementGroups.userId, userId));
}

/** Ends what could open the account beside its password and its sessions. */
export async function endOtherWaysThan(tx: Transaction, userId: string): Promise<void> {
  await dropSecondFactors(tx, userId);
  await tx
    .delete(authAccounts)
    .where(and(eq(authAccounts.userId, userId), ne(authAccounts.providerId, "credential")));
  await tx.delete(verifications).where(eq(verifications.value, userId));
}
