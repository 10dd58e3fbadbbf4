import { and, desc, eq } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { addresses } from "#db/schema/identity.server.ts";
import type { Actor } from "./actor.ts";
import { isSignedIn } from "./actor.ts";
import type { SavedAddress } from "./address.ts";

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

/** The actor's own addresses, the default first, then the newest. */
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

/** One of the actor's own addresses; somebody else's is not found like one that nobody has. */
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
    .where(and(eq(addresses.id, addressId), eq(addresses.userId, actor.userId)));
  return found ? ok(found) : fail("not_found");
}
