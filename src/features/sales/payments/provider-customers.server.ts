import { and, asc, eq, isNull } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import { paymentCustomers } from "#db/schema/payments.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { isSignedIn } from "#features/base/identity/actor.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import type { Payments } from "#platform/payments.server.ts";

/**
 * The provider's page for the actor's cards (decision A2); 'none_kept' when it stores none, 'away' when
 * unreachable.
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

const BATCH = 100;

const isToForget = isNull(paymentCustomers.userId);

/** Requests deletion in the transaction that ends an account, if known to the provider. */
export async function requestProviderCustomerDeletion(
  tx: Transaction,
  jobs: JobQueue,
): Promise<void> {
  if ((await tx.$count(paymentCustomers, isToForget)) > 0) {
    await jobs.send("forget-customers", {}, tx);
  }
}

/**
 * Deletes deleted accounts' customers with their cards, oldest first. Unknown ones are done; others wait
 * while the provider or keys are missing. Returns how many by result.
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
