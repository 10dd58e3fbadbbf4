import { and, asc, eq, sql } from "drizzle-orm";
import { v5 } from "uuid";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Queryable, Transaction } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { shipments } from "#db/schema/fulfillment.server.ts";
import { measurementProfiles } from "#db/schema/measurement.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import type { Actor, SignedIn } from "#features/base/identity/actor.ts";
import { isSignedIn } from "#features/base/identity/actor.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import type { MeasurementProfile, Retention } from "./measurement-profile.ts";
import {
  hasTooManyReadings,
  MAX_PROFILES,
  MAX_READINGS,
  MEASUREMENT_CONSENT,
  mergeProfiles,
  profileSchema,
} from "./measurement-profile.ts";
import { openProfile, profileColumn } from "./sealed-profiles.server.ts";

type ReadDeps = { db: Queryable; measurementBox: SecretBox };
type WriteDeps = { db: Pick<Database, "transaction">; measurementBox: SecretBox; clock: Clock };

export type StoredProfile = {
  id: string;
  /** Null when no key of the shop opens it. */
  profile: MeasurementProfile | null;
  revision: number;
  retention: Retention;
  consentVersion: number | null;
  consentAt: Date | null;
  updatedAt: Date;
};

const columns = {
  id: measurementProfiles.id,
  userId: measurementProfiles.userId,
  sealed: measurementProfiles.sealed,
  revision: measurementProfiles.revision,
  retention: measurementProfiles.retention,
  consentVersion: measurementProfiles.consentVersion,
  consentAt: measurementProfiles.consentAt,
  updatedAt: measurementProfiles.updatedAt,
};

type Row = Pick<typeof measurementProfiles.$inferSelect, keyof typeof columns>;

function stored(box: SecretBox, row: Row): StoredProfile {
  const { userId: _, sealed: __, ...rest } = row;
  return { ...rest, profile: openProfile(box, row) };
}

const own = (actor: SignedIn, id: string) =>
  and(eq(measurementProfiles.id, id), eq(measurementProfiles.userId, actor.userId));

/** Lists the actor's measured people, oldest first (decision M5). */
export async function listProfiles(
  deps: ReadDeps,
  input: { actor: Actor },
): Promise<Result<StoredProfile[], "forbidden">> {
  if (!isSignedIn(input.actor)) return fail("forbidden");
  const rows = await deps.db
    .select(columns)
    .from(measurementProfiles)
    .where(eq(measurementProfiles.userId, input.actor.userId))
    .orderBy(asc(measurementProfiles.createdAt), asc(measurementProfiles.id));
  return ok(rows.map((row) => stored(deps.measurementBox, row)));
}

/** Reads one of the actor's people; 'not_found' for those of other accounts alike. */
export async function getProfile(
  deps: ReadDeps,
  input: { actor: Actor; profileId: string },
): Promise<Result<StoredProfile, "forbidden" | "not_found">> {
  const { actor, profileId } = input;
  if (!isSignedIn(actor)) return fail("forbidden");
  if (!isId(profileId)) return fail("not_found");
  const [row] = await deps.db
    .select(columns)
    .from(measurementProfiles)
    .where(own(actor, profileId));
  return row ? ok(stored(deps.measurementBox, row)) : fail("not_found");
}

export type SaveProfileFailure =
  | { code: "forbidden" | "consent_needed" | "not_found" | "deleted" | "unreadable" }
  | { code: "invalid" | "too_many"; message: string };

export type SaveProfileInput = {
  /** As the browser has it. */
  profile: unknown;
  /** The version of `MEASUREMENT_CONSENT` that the person agreed to; null when this save comes without consent. */
  consentVersion: number | null;
  /** What the browser read last; null for a person who was never on the server. */
  revision: number | null;
};

type Saving = {
  actor: SignedIn;
  profile: MeasurementProfile;
  consentVersion: number | null;
  revision: number | null;
};

type Saved = Result<StoredProfile, SaveProfileFailure>;

function tooManyReadings(): Saved {
  const message = `A measurement has at most ${MAX_READINGS} readings. Nothing was changed.`;
  return fail({ code: "too_many", message });
}

/** Joins the submitted version with the stored one; both stay complete. */
async function mergeIntoStored(
  deps: WriteDeps,
  tx: Transaction,
  { actor, consentVersion, profile }: Saving,
): Promise<Saved> {
  const { clock, measurementBox } = deps;
  const [row] = await tx
    .select(columns)
    .from(measurementProfiles)
    .where(own(actor, profile.id))
    .for("update");
  if (!row) return fail({ code: "not_found" });
  if (row.consentVersion === null && consentVersion === null)
    return fail({ code: "consent_needed" });
  const before = openProfile(measurementBox, row);
  if (!before) return fail({ code: "unreadable" });
  const merged = mergeProfiles(before, profile);
  if (hasTooManyReadings(merged)) return tooManyReadings();
  const isAgreed = row.consentVersion === null || (consentVersion ?? 0) > row.consentVersion;
  const isChanged = JSON.stringify(merged) !== JSON.stringify(before);
  if (!isChanged && !isAgreed) return ok(stored(measurementBox, row));
  const now = clock.now();
  const [after] = await tx
    .update(measurementProfiles)
    .set({
      sealed: profileColumn.seal(measurementBox, row, merged),
      revision: row.revision + 1,
      updatedAt: now,
      ...(isAgreed && { consentVersion, consentAt: now }),
    })
    .where(eq(measurementProfiles.id, row.id))
    .returning(columns);
  return after ? ok(stored(measurementBox, after)) : fail({ code: "not_found" });
}

async function insertOrMerge(deps: WriteDeps, tx: Transaction, saving: Saving): Promise<Saved> {
  const { actor, consentVersion, profile, revision } = saving;
  const isStored = await tx.$count(measurementProfiles, eq(measurementProfiles.id, profile.id));
  if (isStored > 0) return mergeIntoStored(deps, tx, saving);
  if (revision !== null) return fail({ code: "deleted" });
  if (consentVersion === null) return fail({ code: "consent_needed" });
  const people = await tx.$count(measurementProfiles, eq(measurementProfiles.userId, actor.userId));
  if (people >= MAX_PROFILES) {
    const message = `An account has at most ${MAX_PROFILES} people. Delete one to add another.`;
    return fail({ code: "too_many", message });
  }
  const now = deps.clock.now();
  const [created] = await tx
    .insert(measurementProfiles)
    .values({
      id: profile.id,
      userId: actor.userId,
      consentVersion,
      consentAt: now,
      createdAt: now,
      updatedAt: now,
      sealed: profileColumn.seal(
        deps.measurementBox,
        { id: profile.id, userId: actor.userId },
        profile,
      ),
    })
    .onConflictDoNothing()
    .returning(columns);
  // Another device of the account was faster.
  if (!created) return mergeIntoStored(deps, tx, saving);
  return ok(stored(deps.measurementBox, created));
}

/**
 * Stores one of the actor's people, encrypted. Joins it with what other devices have saved: no reading is lost, whatever the
 * order (`mergeProfiles`), and the result has a new revision only when something changed. Idempotent. Nothing is stored
 * without consent ('consent_needed'). 'deleted' when the browser knew the person (`revision`) and another device deleted
 * them; 'not_found' for the id of another account; 'unreadable' when no key opens the stored version, which stays untouched.
 */
export async function saveProfile(
  deps: WriteDeps,
  { actor, ...input }: SaveProfileInput & { actor: Actor },
): Promise<Saved> {
  if (!isSignedIn(actor)) return fail({ code: "forbidden" });
  const parsed = profileSchema.safeParse(input.profile);
  if (!parsed.success) {
    const message = parsed.error.issues[0]?.message ?? "These measurements cannot be read.";
    return fail({ code: "invalid", message });
  }
  const { consentVersion, revision } = input;
  if (consentVersion !== null && consentVersion !== MEASUREMENT_CONSENT.version) {
    return fail({ code: "consent_needed" });
  }
  // Its own merge removes readings that were sent twice.
  const profile = mergeProfiles(parsed.data, parsed.data);
  return inTransaction(deps.db, (tx) =>
    insertOrMerge(deps, tx, { actor, profile, consentVersion, revision }),
  );
}

export type MovedProfiles = {
  /** By the browser's id; it may now forget these. */
  moved: { id: string; stored: StoredProfile }[];
  refused: { id: string | null; error: SaveProfileFailure }[];
};

/** The same visitor's person always gets the same id in an account, so that a repeated move adds nobody. */
const movedId = (actor: SignedIn, id: string) => v5(id, actor.userId);

/**
 * Moves a visitor's people from the browser into the account at sign-up or sign-in, each merged by id. A person whose id
 * belongs to another account (a shared browser) gets an id of this one. Those refused stay with the browser. Idempotent.
 */
export async function moveVisitorProfiles(
  deps: WriteDeps,
  input: { actor: Actor; profiles: readonly unknown[]; consentVersion: number | null },
): Promise<Result<MovedProfiles, "forbidden">> {
  const { actor, consentVersion } = input;
  if (!isSignedIn(actor)) return fail("forbidden");
  const result: MovedProfiles = { moved: [], refused: [] };
  for (const submitted of input.profiles.slice(0, MAX_PROFILES)) {
    const parsed = profileSchema.safeParse(submitted);
    const save = (profile: unknown) =>
      saveProfile(deps, { actor, profile, consentVersion, revision: null });
    let saved = await save(submitted);
    if (!saved.ok && saved.error.code === "not_found" && parsed.success) {
      saved = await save({ ...parsed.data, id: movedId(actor, parsed.data.id) });
    }
    const id = parsed.success ? parsed.data.id : null;
    if (saved.ok && id) result.moved.push({ id, stored: saved.value });
    else if (!saved.ok) result.refused.push({ id, error: saved.error });
  }
  return ok(result);
}

/** Gives one of the actor's people another name. 'invalid' for an empty or too long one; 'not_found' as `getProfile`. */
export async function renameProfile(
  deps: WriteDeps & ReadDeps,
  input: { actor: Actor; profileId: string; name: string },
): Promise<Result<null, "forbidden" | "not_found" | "invalid">> {
  const { actor, name, profileId } = input;
  const found = await getProfile(deps, { actor, profileId });
  if (!found.ok) return found;
  const { profile, revision } = found.value;
  if (!profile) return fail("not_found");
  const label = { value: name, at: deps.clock.now().toISOString() };
  const saved = await saveProfile(deps, {
    actor,
    revision,
    consentVersion: null,
    profile: { ...profile, label },
  });
  if (saved.ok) return ok(null);
  return saved.error.code === "invalid" ? fail("invalid") : fail("not_found");
}

/** Deletes one of the actor's people for good. Idempotent; who read the measurements stays listed. */
export async function deleteProfile(
  deps: { db: Queryable },
  input: { actor: Actor; profileId: string },
): Promise<Result<null, "forbidden">> {
  const { actor, profileId } = input;
  if (!isSignedIn(actor)) return fail("forbidden");
  if (isId(profileId)) await deps.db.delete(measurementProfiles).where(own(actor, profileId));
  return ok(null);
}

/** Chooses whether one of the actor's people stays or is deleted after their order. */
export async function setRetention(
  deps: { db: Queryable; clock: Clock },
  input: { actor: Actor; profileId: string; retention: Retention },
): Promise<Result<null, "forbidden" | "not_found">> {
  const { actor, profileId, retention } = input;
  if (!isSignedIn(actor)) return fail("forbidden");
  if (!isId(profileId)) return fail("not_found");
  const changed = await deps.db
    .update(measurementProfiles)
    // The time is that of the measurements.
    .set({ retention, updatedAt: sql`${measurementProfiles.updatedAt}` })
    .where(own(actor, profileId))
    .returning({ id: measurementProfiles.id });
  return changed.length > 0 ? ok(null) : fail("not_found");
}

/**
 * Deletes the people of retention 'after_order' whose account has had a made-to-measure order since they were added, when every
 * such order that still counts has been delivered before the moment. Returns how many, at most `limit`.
 */
export async function deleteOrderedProfiles(
  db: Queryable,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { id, userId, createdAt, retention } = measurementProfiles;
  // An order of the account that is paid for and made to measure, after the person was added.
  const ordered = sql`select from ${orders} o where o.user_id = ${userId} and o.status = 'completed'
    and o.created_at >= ${createdAt} and exists (
      select from ${orderItems} i where i.order_id = o.id and i.made_to_measure)`;
  const delivered = sql`exists (select from ${shipments} s where s.order_id = o.id)
    and not exists (select from ${shipments} s where s.order_id = o.id
      and (s.delivered_at is null or s.delivered_at >= ${before.toISOString()}::timestamptz))`;
  const due = db
    .select({ id })
    .from(measurementProfiles)
    .where(
      and(
        eq(retention, "after_order"),
        sql`exists (${ordered})`,
        sql`not exists (${ordered} and not (${delivered}))`,
      ),
    )
    .limit(limit);
  const deleted = await db
    .delete(measurementProfiles)
    .where(sql`${id} in (${due})`)
    .returning({ id });
  return deleted.length;
}
