import { and, eq } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import { addresses } from "#db/schema/identity.server.ts";
import type { Actor } from "./actor.ts";
import { isSignedIn } from "./actor.ts";
import { clearDefault, lockAddressBook } from "./save-address.server.ts";

/** Makes one of the actor's own addresses the default. */
export async function chooseDefaultAddress(
  deps: { db: Database },
  input: { actor: Actor; addressId: string },
): Promise<Result<null, "forbidden" | "not_found">> {
  const { actor, addressId } = input;
  if (!isSignedIn(actor)) return fail("forbidden");
  if (!isId(addressId)) return fail("not_found");
  const own = and(eq(addresses.id, addressId), eq(addresses.userId, actor.userId));
  return deps.db.transaction(async (tx) => {
    await lockAddressBook(tx, actor.userId);
    const [known] = await tx.select({ id: addresses.id }).from(addresses).where(own);
    if (!known) return fail("not_found" as const);
    await clearDefault(tx, actor.userId);
    await tx.update(addresses).set({ isDefault: true }).where(own);
    return ok(null);
  });
}
