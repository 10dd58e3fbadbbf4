import { and, eq, sql } from "drizzle-orm";
import type { DeliveryAddress } from "#core/delivery-address.ts";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import { addresses, profiles } from "#db/schema/identity.server.ts";
import type { Actor } from "./actor.ts";
import { isSignedIn } from "./actor.ts";
import type { AddressErrors } from "./address.ts";
import { MAX_ADDRESSES, readAddress } from "./address.ts";

/** Why an address was not saved. */
export type SaveAddressFailure =
  | { code: "forbidden" | "not_found" | "too_many" }
  | { code: "invalid"; errors: AddressErrors };

/** Two changes of one address book wait for each other, so that it never has two defaults and never outgrows its limit. */
export async function lockAddressBook(tx: Transaction, userId: string): Promise<void> {
  await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, userId)).for("update");
}

/** Takes the default away from whichever address has it. */
export async function clearDefault(tx: Transaction, userId: string): Promise<void> {
  await tx
    .update(addresses)
    .set({ isDefault: false })
    .where(and(eq(addresses.userId, userId), eq(addresses.isDefault, true)));
}

/**
 * Adds an address to the actor's own book, or with an id changes that one (decision A2). The first address is the default; an
 * address made the default takes it from the one that was.
 */
export async function saveAddress(
  deps: { db: Database },
  input: { actor: Actor; addressId: string | null; typed: DeliveryAddress; isDefault: boolean },
): Promise<Result<{ id: string }, SaveAddressFailure>> {
  const { actor, addressId } = input;
  if (!isSignedIn(actor)) return fail({ code: "forbidden" });
  if (addressId !== null && !isId(addressId)) return fail({ code: "not_found" });
  const address = readAddress(input.typed);
  if (!address.ok) return fail({ code: "invalid", errors: address.error });
  const { userId } = actor;
  return deps.db.transaction(async (tx) => {
    await lockAddressBook(tx, userId);
    const [held] = await tx
      .select({ count: sql<number>`count(*)::integer` })
      .from(addresses)
      .where(eq(addresses.userId, userId));
    const count = held?.count ?? 0;
    const own = and(eq(addresses.id, addressId ?? userId), eq(addresses.userId, userId));
    const known = addressId
      ? await tx.select({ isDefault: addresses.isDefault }).from(addresses).where(own)
      : [];
    if (addressId && !known[0]) return fail({ code: "not_found" as const });
    if (!addressId && count >= MAX_ADDRESSES) return fail({ code: "too_many" as const });
    const isDefault = input.isDefault || known[0]?.isDefault === true || count === 0;
    if (isDefault) await clearDefault(tx, userId);
    const values = { ...address.value, isDefault };
    const [saved] = addressId
      ? await tx.update(addresses).set(values).where(own).returning({ id: addresses.id })
      : await tx
          .insert(addresses)
          .values({ userId, ...values })
          .returning({ id: addresses.id });
    return saved ? ok(saved) : fail({ code: "not_found" as const });
  });
}
