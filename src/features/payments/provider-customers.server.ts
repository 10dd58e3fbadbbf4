import { and, asc, eq, isNull } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import { paymentCustomers } from "#db/schema/payments.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isSignedIn } from "#features/identity/actor.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import type { Payments } from "#platform/payments.server.ts";

/**
 * The address of the provider's page for the actor's own cards (decision A2); 'none_kept' when the provider keeps no cards, 'away' when it
 * cannot open a page now.
 */
export async function openCardPage(
  deps: { payments: Payments; publicUrl: string; logger: Logger },
  input: { actor: Actor },
): Promise<Result<string, "forbidden" | "none_kept" | "away">> {
  const { actor } = input;
  if (!isSignedIn(actor)) return fail("forbidden");
  try {
    const provider = await deps.payments.current();
    const url = await provider.openCardPage({
      reference: actor.userId,
      email: actor.email,
      returnUrl: `${deps.publicUrl}/profile`,
    });
    return url === null ? fail("none_kept") : ok(url);
  } catch (error) {
    deps.logger.error({ err: error }, "account: no card page");
    return fail("away");
  }
}

/** One round's portion. */
const BATCH = 100;

const isToForget = isNull(paymentCustomers.userId);

/** Asks for a round, inside the transaction that ended an account, when the payment provider knew its customer. */
export async function requestProviderCustomerDeletion(
  tx: Transaction,
  jobs: JobQueue,
): Promise<void> {
  if ((await tx.$count(paymentCustomers, isToForget)) > 0) {
    await jobs.send("forget-customers", {}, tx);
  }
}

/**
 * Deletes at the payment provider, with their cards, the customers whose accounts are gone here, oldest first. One that the provider does not know
 * any more is forgotten; while it is away, or the keys are gone that made the customer, it waits for a later round. Tells how many came to which end.
 */
export async function deleteProviderCustomers(deps: {
  db: Database;
  payments: Payments;
  logger: Logger;
}): Promise<{ forgotten: number; left: number }> {
  const rows = await deps.db
    .select()
    .from(paymentCustomers)
    .where(isToForget)
    .orderBy(asc(paymentCustomers.createdAt))
    .limit(BATCH);
  const tally = { forgotten: 0, left: 0 };
  for (const { provider: name, customerId } of rows) {
    try {
      const provider = await deps.payments.of(name);
      await provider.forgetCustomer(customerId);
      const isIt = and(
        eq(paymentCustomers.provider, name),
        eq(paymentCustomers.customerId, customerId),
      );
      await deps.db.delete(paymentCustomers).where(and(isIt, isToForget));
      tally.forgotten += 1;
    } catch (error) {
      tally.left += 1;
      deps.logger.warn({ err: error, provider: name }, "account: customer not forgotten yet");
    }
  }
  return tally;
}
