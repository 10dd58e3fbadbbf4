import { desc, eq } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { cartLines, wishlistEntries } from "#db/schema/cart.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import { addresses, measurementProfiles, profiles, sessions } from "#db/schema/identity.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isSignedIn } from "#features/identity/actor.ts";
import { exportMessages } from "./exported-messages.server.ts";
import { exportOrders } from "./exported-orders.server.ts";

/** The cart and the wishlist that follow the customer, what was taken out of them lately included: it is kept, so it is told. */
async function choicesOf(db: Queryable, userId: string) {
  return {
    cart: await db
      .select({
        product: products.name,
        size: cartLines.size,
        color: cartLines.color,
        quantity: cartLines.quantity,
        changedAt: cartLines.changedAt,
      })
      .from(cartLines)
      .innerJoin(products, eq(products.id, cartLines.productId))
      .where(eq(cartLines.userId, userId))
      .orderBy(desc(cartLines.changedAt)),
    wishlist: await db
      .select({
        product: products.name,
        saved: wishlistEntries.saved,
        changedAt: wishlistEntries.changedAt,
      })
      .from(wishlistEntries)
      .innerJoin(products, eq(products.id, wishlistEntries.productId))
      .where(eq(wishlistEntries.userId, userId))
      .orderBy(desc(wishlistEntries.changedAt)),
  };
}

/** Everything the shop keeps of the actor, for them to take along: money as decimals, measures in millimetres, no secret among it. */
export async function exportAccount(
  deps: { db: Queryable },
  input: { actor: Actor },
): Promise<Result<Record<string, unknown>, "forbidden">> {
  const { actor } = input;
  if (!isSignedIn(actor)) return fail("forbidden");
  const { db } = deps;
  const { userId } = actor;
  const [profile] = await db
    .select({
      firstName: profiles.firstName,
      lastName: profiles.lastName,
      email: profiles.email,
      emailVerified: profiles.emailVerified,
      emailNotifications: profiles.emailNotifications,
      orderUpdates: profiles.orderUpdates,
      createdAt: profiles.createdAt,
    })
    .from(profiles)
    .where(eq(profiles.id, userId));
  if (!profile) return fail("forbidden");
  const book = await db.select().from(addresses).where(eq(addresses.userId, userId));
  return ok({
    profile,
    addresses: book.map(({ id: _id, userId: _userId, ...address }) => address),
    orders: await exportOrders(db, userId),
    measurements: await db
      .select({
        label: measurementProfiles.label,
        measures: measurementProfiles.measures,
        consentAt: measurementProfiles.consentAt,
        updatedAt: measurementProfiles.updatedAt,
      })
      .from(measurementProfiles)
      .where(eq(measurementProfiles.userId, userId)),
    sessions: await db
      .select({
        device: sessions.userAgent,
        address: sessions.ipAddress,
        signedInAt: sessions.createdAt,
        lastUsedAt: sessions.updatedAt,
      })
      .from(sessions)
      .where(eq(sessions.userId, userId)),
    ...(await choicesOf(db, userId)),
    ...(await exportMessages(db, profile)),
  });
}
