import { asc, desc, eq } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { shownEmail } from "#core/shown-email.ts";
import type { Queryable } from "#db/client.server.ts";
import { cartLines, wishlistEntries } from "#db/schema/cart.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import { addresses } from "#db/schema/customers.server.ts";
import { passkeys, profiles, sessions } from "#db/schema/identity.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { isSignedIn } from "#features/base/identity/actor.ts";
import { isConfirmed } from "#features/base/identity/confirmed-session.server.ts";
import { getSecondFactors } from "#features/base/identity/passkeys.server.ts";
import { findMyCreditView } from "#features/orders/store-credit/store-credit-queries.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { FileStore } from "#platform/file-store.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import { exportMeasurements } from "./exported-measurements.server.ts";
import { exportMessages } from "./exported-messages.server.ts";
import { decimalText, exportOrders } from "./exported-orders.server.ts";

type ReadDeps = { db: Queryable; files: FileStore; measurementBox: SecretBox; clock: Clock };

/** Cart and wishlist, with recent removals, because they are stored. */
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

/** How the account is opened beside its password: whether by an app, and its passkeys. Secrets and recovery codes stay here. */
async function secondStepOf(db: Queryable, userId: string) {
  const { hasApp } = await getSecondFactors(db, userId);
  return {
    authenticatorApp: hasApp,
    passkeys: await db
      .select({
        name: passkeys.name,
        addedAt: passkeys.createdAt,
        lastUsedAt: passkeys.lastUsedAt,
      })
      .from(passkeys)
      .where(eq(passkeys.userId, userId))
      .orderBy(asc(passkeys.createdAt)),
  };
}

/** Null without store credit, and for an email that is not confirmed. */
async function creditOf(db: Queryable, actor: Actor) {
  const credit = await findMyCreditView(db, { actor });
  if (!credit) return null;
  return {
    balance: decimalText(credit.balance.minorUnits),
    currency: credit.balance.currency,
    entries: credit.entries.map(({ amount, at, kind, note, orderId }) => ({
      kind,
      note,
      orderId,
      at,
      amount: decimalText(amount.minorUnits),
    })),
  };
}

/**
 * Everything stored about the actor: money as decimals, measurements in millimetres, photos as base64, no secrets. For a session
 * that proved itself in the last ten minutes; others get 'unconfirmed'. Throws AppError('storage') while the file storage cannot be
 * used.
 */
export async function exportAccount(
  deps: ReadDeps,
  input: { actor: Actor },
): Promise<Result<Record<string, unknown>, "forbidden" | "unconfirmed">> {
  const { actor } = input;
  if (!isSignedIn(actor)) return fail("forbidden");
  if (!(await isConfirmed(deps, { actor }))) return fail("unconfirmed");
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
    profile: { ...profile, email: shownEmail(profile.email) },
    addresses: book.map(({ id: _id, userId: _userId, ...address }) => address),
    orders: await exportOrders(deps, userId),
    ...(await exportMeasurements(deps, { actor })),
    sessions: await db
      .select({
        device: sessions.userAgent,
        address: sessions.ipAddress,
        signedInAt: sessions.createdAt,
        lastUsedAt: sessions.updatedAt,
      })
      .from(sessions)
      .where(eq(sessions.userId, userId)),
    secondStep: await secondStepOf(db, userId),
    storeCredit: await creditOf(db, actor),
    ...(await choicesOf(db, userId)),
    ...(await exportMessages(db, profile)),
  });
}
