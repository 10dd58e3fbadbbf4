import { and, eq, gt, inArray, lt, ne, notExists } from "drizzle-orm";
import { DELETED_EMAIL } from "#core/email.ts";
import type { Database } from "#db/client.server.ts";
import { donations } from "#db/schema/donations.server.ts";
import { payments } from "#db/schema/payments.server.ts";

/**
 * Removes the email of at most `limit` donations that ended unpaid before a moment. Paid ones stay for the
 * books. Returns how many, 0 when done.
 */
export async function eraseUnpaidDonations(
  db: Database,
  input: { before: Date; limit: number },
): Promise<number> {
  const { before, limit } = input;
  const withMoney = db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.donationId, donations.id), gt(payments.capturedMinor, 0)));
  const old = db
    .select({ id: donations.id })
    .from(donations)
    .where(
      and(
        eq(donations.status, "expired"),
        lt(donations.createdAt, before),
        ne(donations.email, DELETED_EMAIL),
        notExists(withMoney),
      ),
    )
    .limit(limit);
  const rows = await db
    .update(donations)
    .set({ email: DELETED_EMAIL })
    .where(inArray(donations.id, old))
    .returning({ id: donations.id });
  return rows.length;
}
