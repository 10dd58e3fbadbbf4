import { and, desc, eq } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import { addresses } from "#db/schema/identity.server.ts";
import type { Actor } from "./actor.ts";
import { isSignedIn } from "./actor.ts";
import type { SavedAddress } from "./address.ts";
import { addressColumns } from "./address-queries.server.ts";
import { lockAddressBook } from "./save-address.server.ts";

/** Takes one of the actor's own addresses out of the book and gives it back, so that it can be put in again; the newest of the rest becomes the default when the default went. */
export async function removeAddress(
  deps: { db: Database },
  input: { actor: Actor; addressId: string },
): Promise<Result<SavedAddress, "forbidden" | "not_found">> {
  const { actor, addressId } = input;
  if (!isSignedIn(actor)) return fail("forbidden");
  if (!isId(addressId)) return fail("not_found");
  return deps.db.transaction(async (tx) => {
    await lockAddressBook(tx, actor.userId);
    const [removed] = await tx
      .delete(addresses)
      .where(and(eq(addresses.id, addressId), eq(addresses.userId, actor.userId)))
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
