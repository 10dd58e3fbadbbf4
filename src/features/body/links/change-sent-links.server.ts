import { and, eq } from "drizzle-orm";
import { DAY_MS } from "#core/duration.ts";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { hashSecret } from "#core/secret-hash.server.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { measurementGroups, measurementLinks } from "#db/schema/measurement-links.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { isSignedIn } from "#features/base/identity/actor.ts";
import type { MeasurementDeps } from "#features/body/measurement/sealed-profiles.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import { deleteCopies } from "./measure-by-link.server.ts";
import { LINK_DAYS, linkState } from "./measurement-link.ts";
import { eraseSpecificationsOfLinks } from "./order-by-link.server.ts";
import { linkTokenColumn, newToken } from "./sealed-links.server.ts";

type Own = { actor: Actor; linkId: string };

/** A sender's own link with the kind of garment. */
export type SentRow = typeof measurementLinks.$inferSelect & { garment: string; occasion: string };

/** Runs a change of one of the actor's links, with the link locked; 'not_found' for links of other accounts. */
export async function withSentLink<Value, Failure extends string>(
  db: Database,
  { actor, linkId }: Own,
  step: (tx: Transaction, link: SentRow, senderId: string) => Promise<Result<Value, Failure>>,
): Promise<Result<Value, Failure | "forbidden" | "not_found">> {
  if (!isSignedIn(actor)) return fail("forbidden");
  if (!isId(linkId)) return fail("not_found");
  return inTransaction(db, async (tx) => {
    const [found] = await tx
      .select({
        link: measurementLinks,
        garment: measurementGroups.garment,
        occasion: measurementGroups.name,
      })
      .from(measurementLinks)
      .innerJoin(measurementGroups, eq(measurementGroups.id, measurementLinks.groupId))
      .where(and(eq(measurementLinks.id, linkId), eq(measurementGroups.userId, actor.userId)))
      .for("update", { of: measurementLinks });
    if (!found) return fail("not_found" as const);
    const { garment, link, occasion } = found;
    return step(tx, { ...link, garment, occasion }, actor.userId);
  });
}

type Changed = Promise<Result<null, "forbidden" | "not_found">>;

/**
 * Ends a link of the actor and deletes what was measured through it. 'not_found' for links of other accounts and for those that
 * are shared: their measurements are in the actor's account.
 */
export function withdrawLink({ clock, db }: { db: Database; clock: Clock }, input: Own): Changed {
  return withSentLink(db, input, async (tx, link) => {
    if (link.sharedAt) return fail("not_found");
    await eraseSpecificationsOfLinks(tx, [link.id]);
    await tx
      .update(measurementLinks)
      .set({ withdrawnAt: clock.now(), sealed: null, codeHash: null, email: null })
      .where(eq(measurementLinks.id, link.id));
    return ok(null);
  });
}

/**
 * Gives a link that is not done `LINK_DAYS` from now. The same link stays valid for a person who has begun or has not opened it;
 * after a withdrawal or a deletion the person gets a new link and agrees anew. 'not_found' for links that are done.
 */
export function renewLink({ clock, db, measurementBox }: MeasurementDeps, input: Own): Changed {
  return withSentLink(db, input, async (tx, link) => {
    const now = clock.now();
    const state = linkState(link, now);
    if (state === "done" || state === "shared") return fail("not_found");
    const expiresAt = new Date(now.getTime() + LINK_DAYS * DAY_MS);
    const isLost = link.consentAt !== null && link.codeHash === null;
    const isNew = state === "withdrawn" || state === "deleted" || isLost;
    const token = newToken();
    const anew = {
      tokenHash: hashSecret(token),
      sealedToken: linkTokenColumn.seal(measurementBox, link, token),
      sealed: null,
      codeHash: null,
      consentVersion: null,
      consentAt: null,
      doneAt: null,
      shareConsentVersion: null,
      withdrawnAt: null,
      deletedAt: null,
    };
    await tx
      .update(measurementLinks)
      .set({ expiresAt, ...(isNew && anew) })
      .where(eq(measurementLinks.id, link.id));
    return ok(null);
  });
}

/** Removes a person of a group, with what they measured and a copy that they shared with the actor. */
export function deleteLink({ db }: { db: Database }, input: Own): Changed {
  return withSentLink(db, input, async (tx, link, senderId) => {
    await deleteCopies(tx, senderId, [link.id]);
    await eraseSpecificationsOfLinks(tx, [link.id]);
    await tx.delete(measurementLinks).where(eq(measurementLinks.id, link.id));
    return ok(null);
  });
}

/** Deletes a group of the actor with all its links, what was measured through them, and shared copies. */
export async function deleteGroup(
  { db }: { db: Database },
  { actor, groupId }: { actor: Actor; groupId: string },
): Changed {
  if (!isSignedIn(actor)) return fail("forbidden");
  if (!isId(groupId)) return fail("not_found");
  return inTransaction(db, async (tx) => {
    const own = and(eq(measurementGroups.id, groupId), eq(measurementGroups.userId, actor.userId));
    const [group] = await tx.select().from(measurementGroups).where(own).for("update");
    if (!group) return fail("not_found" as const);
    const links = await tx
      .select({ id: measurementLinks.id })
      .from(measurementLinks)
      .where(eq(measurementLinks.groupId, groupId));
    if (links.length > 0) {
      const ids = links.map(({ id }) => id);
      await deleteCopies(tx, actor.userId, ids);
      await eraseSpecificationsOfLinks(tx, ids);
    }
    await tx.delete(measurementGroups).where(own);
    return ok(null);
  });
}
