import { and, desc, eq, sql } from "drizzle-orm";
import type { DeliveryAddress } from "#core/delivery-address.ts";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Queryable, Transaction } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { addresses } from "#db/schema/customers.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import type { Actor } from "./actor.ts";
import { isSignedIn } from "./actor.ts";
import type { AddressErrors, SavedAddress } from "./address.ts";
import { MAX_ADDRESSES } from "./address.ts";
import { readAddress } from "./read-address.server.ts";

type SaveAddressFailure =
  | { code: "forbidden" | "not_found" | "too_many" }
  | { code: "invalid"; errors: AddressErrors };

/** Serializes changes: one default, no excess addresses. */
async function lockAddressBook(tx: Transaction, userId: string): Promise<void> {
  await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, userId)).for("update");
}

/** The caller holds the book's lock. */
async function clearDefault(tx: Transaction, userId: string): Promise<void> {
  await tx
    .update(addresses)
    .set({ isDefault: false })
    .where(and(eq(addresses.userId, userId), eq(addresses.isDefault, true)));
}

const isOwn = (userId: string, addressId: string) =>
  and(eq(addresses.id, addressId), eq(addresses.userId, userId));

/** How many addresses the book has, and the one with the id; the caller holds the book's lock. */
async function readBook(tx: Transaction, userId: string, addressId: string | null) {
  const [held] = await tx
    .select({ count: sql<number>`count(*)::integer` })
    .from(addresses)
    .where(eq(addresses.userId, userId));
  const count = held?.count ?? 0;
  if (!addressId) return { count, known: undefined };
  const [known] = await tx
    .select({ isDefault: addresses.isDefault })
    .from(addresses)
    .where(isOwn(userId, addressId));
  return { count, known };
}

/** Inserts without an id. */
async function writeAddress(
  tx: Transaction,
  {
    addressId,
    userId,
    values,
  }: {
    addressId: string | null;
    userId: string;
    values: DeliveryAddress & { isDefault: boolean };
  },
): Promise<{ id: string } | undefined> {
  const [saved] = addressId
    ? await tx
        .update(addresses)
        .set(values)
        .where(isOwn(userId, addressId))
        .returning({ id: addresses.id })
    : await tx
        .insert(addresses)
        .values({ userId, ...values })
        .returning({ id: addresses.id });
  return saved;
}

/**
 * Adds or, with an id, changes the actor's address (decision A2). The first is the default; a new default
 * replaces it.
 */
export async function saveAddress(
  deps: { db: Database },
  input: { actor: Actor; addressId: string | null; address: DeliveryAddress; isDefault: boolean },
): Promise<Result<{ id: string }, SaveAddressFailure>> {
  const { actor, addressId } = input;
  if (!isSignedIn(actor)) return fail({ code: "forbidden" });
  if (addressId !== null && !isId(addressId)) return fail({ code: "not_found" });
  const address = readAddress(input.address);
  if (!address.ok) return fail({ code: "invalid", errors: address.error });
  const { userId } = actor;
  return inTransaction(deps.db, async (tx) => {
    await lockAddressBook(tx, userId);
    const { count, known } = await readBook(tx, userId, addressId);
    if (addressId && !known) return fail({ code: "not_found" as const });
    if (!addressId && count >= MAX_ADDRESSES) return fail({ code: "too_many" as const });
    const isDefault = input.isDefault || known?.isDefault === true || count === 0;
    if (isDefault) await clearDefault(tx, userId);
    const values = { ...address.value, isDefault };
    const saved = await writeAddress(tx, { addressId, userId, values });
    return saved ? ok(saved) : fail({ code: "not_found" as const });
  });
}

export const addressColumns = {
  id: addresses.id,
  isDefault: addresses.isDefault,
  fullName: addresses.fullName,
  phone: addresses.phone,
  line1: addresses.line1,
  line2: addresses.line2,
  city: addresses.city,
  region: addresses.region,
  postalCode: addresses.postalCode,
  country: addresses.country,
};

/** Lists the default address first, then the newest. */
export async function listMyAddresses(
  db: Queryable,
  input: { actor: Actor },
): Promise<Result<SavedAddress[], "forbidden">> {
  if (!isSignedIn(input.actor)) return fail("forbidden");
  return ok(
    await db
      .select(addressColumns)
      .from(addresses)
      .where(eq(addresses.userId, input.actor.userId))
      .orderBy(desc(addresses.isDefault), desc(addresses.id)),
  );
}

/** Finds an account's address in a country, the default first, or null. The caller authorizes. */
export async function findAddressIn(
  db: Queryable,
  { country, userId }: { country: string; userId: string },
): Promise<SavedAddress | null> {
  const [found] = await db
    .select(addressColumns)
    .from(addresses)
    .where(and(eq(addresses.userId, userId), eq(addresses.country, country)))
    .orderBy(desc(addresses.isDefault), desc(addresses.id))
    .limit(1);
  return found ?? null;
}

/** Finds one of the actor's addresses. */
export async function findMyAddress(
  db: Queryable,
  input: { actor: Actor; addressId: string },
): Promise<Result<SavedAddress, "forbidden" | "not_found">> {
  const { actor, addressId } = input;
  if (!isSignedIn(actor)) return fail("forbidden");
  if (!isId(addressId)) return fail("not_found");
  const [found] = await db
    .select(addressColumns)
    .from(addresses)
    .where(isOwn(actor.userId, addressId));
  return found ? ok(found) : fail("not_found");
}

/** Removes an address and returns it for undo. The newest other becomes the default if needed. */
export async function removeAddress(
  deps: { db: Database },
  input: { actor: Actor; addressId: string },
): Promise<Result<SavedAddress, "forbidden" | "not_found">> {
  const { actor, addressId } = input;
  if (!isSignedIn(actor)) return fail("forbidden");
  if (!isId(addressId)) return fail("not_found");
  return inTransaction(deps.db, async (tx) => {
    await lockAddressBook(tx, actor.userId);
    const [removed] = await tx
      .delete(addresses)
      .where(isOwn(actor.userId, addressId))
      .returning(addressColumns);
    if (!removed) return fail("not_found" as const);
    if (removed.isDefault) {
      const [next] = await tx
        .select({ id: addresses.id })
        .from(addresses)
        .where(eq(addresses.userId, actor.userId))
        .orderBy(desc(addresses.id))
        .limit(1);
      if (next) {
        await tx.update(addresses).set({ isDefault: true }).where(eq(addresses.id, next.id));
      }
    }
    return ok(removed);
  });
}

/** Makes one of the actor's addresses the default. */
export async function chooseDefaultAddress(
  deps: { db: Database },
  input: { actor: Actor; addressId: string },
): Promise<Result<null, "forbidden" | "not_found">> {
  const { actor, addressId } = input;
  if (!isSignedIn(actor)) return fail("forbidden");
  if (!isId(addressId)) return fail("not_found");
  const own = isOwn(actor.userId, addressId);
  return inTransaction(deps.db, async (tx) => {
    await lockAddressBook(tx, actor.userId);
    const [known] = await tx.select({ id: addresses.id }).from(addresses).where(own);
    if (!known) return fail("not_found" as const);
    await clearDefault(tx, actor.userId);
    await tx.update(addresses).set({ isDefault: true }).where(own);
    return ok(null);
  });
}
