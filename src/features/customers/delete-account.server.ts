import { and, eq } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { tidyLine } from "#core/submitted-text.ts";
import type { Database } from "#db/client.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isSignedIn } from "#features/identity/actor.ts";
import { enqueueMail } from "#features/mail/enqueue-mail.server.ts";
import { claimGuestOrders } from "#features/orders/claim-guest-orders.server.ts";
import { requestProviderCustomerDeletion } from "#features/payments/delete-provider-customers.server.ts";
import { getSiteShell } from "#features/settings/site-settings-queries.server.ts";
import type { JobQueue } from "#platform/jobs.server.ts";
import {
  eraseByEmail,
  eraseFromOrders,
  eraseVerifications,
  eraseWaitingMails,
} from "./erase-traces.server.ts";
import { goodbyeEmail } from "./goodbye-email.ts";

/** Why an account was not deleted: not the account's email, an order being paid right now, or an account that runs the house. */
export type DeleteAccountFailure = "forbidden" | "not_confirmed" | "order_pending" | "staff";

/**
 * Deletes the actor's own account for good (decision A4): personal data, sessions, addresses, measurements and messages go, orders
 * stay for the books without saying whose they were, and a last mail says so; all in one transaction. The customer that the payment provider
 * keeps, with their cards, follows by a job. The typed email is the confirmation.
 */
export async function deleteAccount(
  deps: { db: Database; jobs: JobQueue; publicUrl: string },
  input: { actor: Actor; typedEmail: string },
): Promise<Result<null, DeleteAccountFailure>> {
  const { actor } = input;
  if (!isSignedIn(actor)) return fail("forbidden");
  // Its orders bought without an account are the same person's, and are to forget them too.
  await claimGuestOrders(deps, { actor });
  return deps.db.transaction(async (tx) => {
    const [profile] = await tx
      .select({
        email: profiles.email,
        verified: profiles.emailVerified,
        role: profiles.role,
      })
      .from(profiles)
      .where(eq(profiles.id, actor.userId))
      .for("update");
    if (!profile) return fail("forbidden" as const);
    if (profile.role === "admin") return fail("staff" as const);
    if (tidyLine(input.typedEmail).toLowerCase() !== profile.email.toLowerCase()) {
      return fail("not_confirmed" as const);
    }
    const [pending] = await tx
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.userId, actor.userId), eq(orders.status, "pending")))
      .limit(1);
    if (pending) return fail("order_pending" as const);
    await eraseFromOrders(tx, eq(orders.userId, actor.userId));
    if (profile.verified) await eraseByEmail(tx, profile.email);
    await eraseWaitingMails(tx, { email: profile.email, isConfirmed: profile.verified });
    await eraseVerifications(tx, actor.userId);
    await tx.delete(profiles).where(eq(profiles.id, actor.userId));
    await requestProviderCustomerDeletion(tx, deps.jobs);
    const { general } = await getSiteShell(tx);
    await enqueueMail(tx, deps.jobs, {
      ...goodbyeEmail({ ...general, siteUrl: deps.publicUrl }),
      dedupeKey: `account-deleted:${actor.userId}`,
      kind: "account-deleted",
      recipient: profile.email,
    });
    return ok(null);
  });
}
