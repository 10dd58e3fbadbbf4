import { and, eq, sql } from "drizzle-orm";
import type { Database } from "#db/client.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import { paymentCustomers } from "#db/schema/refunds.server.ts";
import type { ProviderName } from "../payments.server.ts";
import type { StripeCall } from "./stripe-client.server.ts";
import { requestOnce } from "./stripe-client.server.ts";

/** Who an account is to Stripe. */
export type StripeCustomers = {
  /** The account's customer, made at the first question; one that Stripe has `forgotten` is made anew. */
  find(account: { id: string; email: string; forgotten?: string }): Promise<string>;
};

/** Customers of one mode: ids of one mean nothing to the other. Two first questions at once make one customer, by the key of idempotency. */
export function createStripeCustomers(
  db: Database,
  provider: ProviderName,
  ask: StripeCall,
): StripeCustomers {
  return {
    async find({ id, email, forgotten }) {
      const own = and(eq(paymentCustomers.userId, id), eq(paymentCustomers.provider, provider));
      if (forgotten) {
        await db
          .delete(paymentCustomers)
          .where(and(own, eq(paymentCustomers.customerId, forgotten)));
      }
      const [known] = await db.select().from(paymentCustomers).where(own);
      if (known) return known.customerId;
      // One customer too many would hold nothing and harm nobody: it is not looked for.
      const made = await requestOnce(
        `customer:${id}:${forgotten ?? "first"}`,
        (idempotencyKey) =>
          ask((stripe) =>
            stripe.customers.create({ email, metadata: { account: id } }, { idempotencyKey }),
          ),
        async () => null,
      );
      await db
        .insert(paymentCustomers)
        // An account that ended meanwhile leaves a customer that is to be forgotten.
        .values({
          userId: sql`(select ${profiles.id} from ${profiles} where ${profiles.id} = ${id})`,
          provider,
          customerId: made.id,
        })
        .onConflictDoNothing();
      const [row] = await db.select().from(paymentCustomers).where(own);
      return row?.customerId ?? made.id;
    },
  };
}
