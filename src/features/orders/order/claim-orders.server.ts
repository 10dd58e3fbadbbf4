import { and, eq, exists, isNull, sql } from "drizzle-orm";
import type { Database } from "#db/client.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { recordOrderEvent, recordOrderEvents } from "./stored-order-events.server.ts";

/**
 * Assigns a guest's order to the signed-in customer who paid it; returns whether (specification 4). Only for
 * a confirmed email: links are passed on.
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
    await recordOrderEvent(tx, { orderId, type: "claimed", detail: {} });
    return true;
  });
}

/**
 * Assigns guest orders of the account's confirmed email; returns how many. Not for unconfirmed emails, staff
 * or visitors.
 */
export async function claimGuestOrders(
  deps: { db: Database },
  { actor }: { actor: Actor },
): Promise<number> {
  return actor.role === "customer" ? claimOfAccount(deps, actor.userId) : 0;
}

/**
 * The same for an account whose email was confirmed just now, before anybody is signed in to it. The caller has proven the email.
 * Returns how many; none for staff.
 */
export async function claimOrdersOfConfirmed(
  deps: { db: Database },
  { userId }: { userId: string },
): Promise<number> {
  const [account] = await deps.db
    .select({ role: profiles.role })
    .from(profiles)
    .where(eq(profiles.id, userId));
  return account?.role === "customer" ? claimOfAccount(deps, userId) : 0;
}

async function claimOfAccount({ db }: { db: Database }, userId: string): Promise<number> {
  const confirmedEmail = db
    .select({ email: sql`lower(${profiles.email})` })
    .from(profiles)
    .where(and(eq(profiles.id, userId), eq(profiles.emailVerified, true)));
  const waiting = and(
    isNull(orders.userId),
    eq(sql`lower(${orders.customerEmail})`, sql`(${confirmedEmail})`),
  );
  // Runs with every view and rarely finds one: no lock.
  const [any] = await db.select({ id: orders.id }).from(orders).where(waiting).limit(1);
  if (!any) return 0;
  return db.transaction(async (tx) => {
    const claimed = await tx
      .update(orders)
      .set({ userId })
      .where(waiting)
      .returning({ id: orders.id });
    if (claimed.length === 0) return 0;
    await recordOrderEvents(
      tx,
      claimed.map(({ id }) => ({ orderId: id, type: "claimed", detail: {} })),
    );
    return claimed.length;
  });
}
