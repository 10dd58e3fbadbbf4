import { and, eq, exists, isNull, sql } from "drizzle-orm";
import type { Database } from "#db/client.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import { orderEvents, orders } from "#db/schema/orders.server.ts";
import type { Actor } from "#features/identity/actor.ts";

/**
 * Ties an order without an account to the signed-in customer who came back from paying it, and tells whether it did
 * (specification 4). The order must have been placed under the account's own confirmed email: the link to it travels by mail and may
 * be passed on, the order with its address may not. An order that has an account keeps it; staff and visitors claim nothing.
 */
export async function claimOrder(
  deps: { db: Database },
  input: { orderId: string; actor: Actor },
): Promise<boolean> {
  const { actor, orderId } = input;
  if (actor.role !== "customer") return false;
  return deps.db.transaction(async (tx) => {
    const ownEmail = tx
      .select({ id: profiles.id })
      .from(profiles)
      .where(
        and(
          eq(profiles.id, actor.userId),
          eq(profiles.emailVerified, true),
          eq(sql`lower(${profiles.email})`, sql`lower(${orders.customerEmail})`),
        ),
      );
    const claimed = await tx
      .update(orders)
      .set({ userId: actor.userId })
      .where(and(eq(orders.id, orderId), isNull(orders.userId), exists(ownEmail)))
      .returning({ id: orders.id });
    if (claimed.length === 0) return false;
    await tx.insert(orderEvents).values({ orderId, type: "claimed" });
    return true;
  });
}
