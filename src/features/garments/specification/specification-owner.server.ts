import type { SQL } from "drizzle-orm";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Queryable } from "#db/client.server.ts";
import { fitSpecifications } from "#db/schema/specifications.server.ts";
import type { Actor, SignedIn } from "#features/base/identity/actor.ts";
import { isSignedIn } from "#features/base/identity/actor.ts";

/**
 * The condition of every read and change by customers: what the actor's account specified, and what a guest specified in the actor's
 * browser. A reference from elsewhere finds nothing, like an unknown one. The reference alone opens only what guests stored before
 * browsers were proven.
 */
export function ownedBy(actor: Actor): SQL {
  const { browser, byReference, userId } = fitSpecifications;
  const ofBrowser = actor.browser === undefined ? sql`false` : eq(browser, actor.browser);
  const ofGuest = sql`(${isNull(userId)} and (${byReference} or ${ofBrowser}))`;
  return isSignedIn(actor) ? sql`(${eq(userId, actor.userId)} or ${ofGuest})` : ofGuest;
}

/** Whose a new specification is: the account's, else the browser's. A visitor whose browser has no proof cannot find it again. */
export function ownerOf(actor: Actor): { userId: string | null; browser: string | null } {
  if (isSignedIn(actor)) return { userId: actor.userId, browser: null };
  return { userId: null, browser: actor.browser ?? null };
}

/**
 * Gives the account what its browser specified before the sign-in, so that the cart can be ordered on every device of the account.
 * After that the browser alone does not open it any more. References that are not the actor's stay as they are.
 */
export async function moveToAccount(
  db: Queryable,
  { actor, specifications }: { actor: SignedIn; specifications: readonly string[] },
): Promise<void> {
  const { browser, id, userId } = fitSpecifications;
  const known = specifications.filter(isId);
  if (known.length === 0 || actor.browser === undefined) return;
  await db
    .update(fitSpecifications)
    .set({ userId: actor.userId, block: null })
    .where(and(inArray(id, known), isNull(userId), eq(browser, actor.browser)));
}
