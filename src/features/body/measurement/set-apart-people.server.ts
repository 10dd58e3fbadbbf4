import { asc, eq, sql } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Queryable } from "#db/client.server.ts";
import { measurementProfiles } from "#db/schema/measurement.server.ts";
import { measurementGroups, measurementLinks } from "#db/schema/measurement-links.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { isSignedIn } from "#features/base/identity/actor.ts";
import { eraseSpecificationsOfLinks } from "#features/body/links/order-by-link.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import { openProfile } from "./sealed-profiles.server.ts";

/** What an account held before its email was confirmed, and has not been said to be its own (`endStrangersRights`). */
export type SetApart = {
  /** Null when no key of the shop opens the person. */
  people: { id: string; name: string | null }[];
  /** The groups whose people were asked to measure themselves. */
  groups: { id: string; name: string }[];
};

/** Lists what is set apart for the actor, oldest first: names, and nothing that was measured. */
export async function listSetApart(
  { db, measurementBox }: { db: Queryable; measurementBox: SecretBox },
  { actor }: { actor: Actor },
): Promise<Result<SetApart, "forbidden">> {
  if (!isSignedIn(actor)) return fail("forbidden");
  const { createdAt, id, sealed, setApartFor, userId } = measurementProfiles;
  const people = await db
    .select({ id, sealed, setApartFor, userId })
    .from(measurementProfiles)
    .where(eq(setApartFor, actor.userId))
    .orderBy(asc(createdAt), asc(id));
  const groups = await db
    .select({ id: measurementGroups.id, name: measurementGroups.name })
    .from(measurementGroups)
    .where(eq(measurementGroups.setApartFor, actor.userId))
    .orderBy(asc(measurementGroups.createdAt), asc(measurementGroups.id));
  return ok({
    people: people.map((person) => ({
      id: person.id,
      name: openProfile(measurementBox, person)?.label.value ?? null,
    })),
    groups,
  });
}

/** Gives the actor what is set apart for her: she says that it is her own. Idempotent. */
export async function acceptSetApart(
  { db }: { db: Database },
  { actor }: { actor: Actor },
): Promise<Result<null, "forbidden">> {
  if (!isSignedIn(actor)) return fail("forbidden");
  const own = { userId: actor.userId, setApartFor: null };
  return db.transaction(async (tx) => {
    await tx
      .update(measurementProfiles)
      // The time is that of the measurements.
      .set({ ...own, updatedAt: sql`${measurementProfiles.updatedAt}` })
      .where(eq(measurementProfiles.setApartFor, actor.userId));
    await tx
      .update(measurementGroups)
      .set(own)
      .where(eq(measurementGroups.setApartFor, actor.userId));
    return ok(null);
  });
}

/** Deletes what is set apart for the actor for good, with all that was measured by its links. Idempotent. */
export async function deleteSetApart(
  { db }: { db: Database },
  { actor }: { actor: Actor },
): Promise<Result<null, "forbidden">> {
  if (!isSignedIn(actor)) return fail("forbidden");
  return db.transaction(async (tx) => {
    await tx.delete(measurementProfiles).where(eq(measurementProfiles.setApartFor, actor.userId));
    const isSetApart = eq(measurementGroups.setApartFor, actor.userId);
    const links = await tx
      .select({ id: measurementLinks.id })
      .from(measurementLinks)
      .innerJoin(measurementGroups, eq(measurementGroups.id, measurementLinks.groupId))
      .where(isSetApart)
      .orderBy(asc(measurementLinks.id));
    const ids = links.map(({ id }) => id);
    if (ids.length > 0) await eraseSpecificationsOfLinks(tx, ids);
    await tx.delete(measurementGroups).where(isSetApart);
    return ok(null);
  });
}
