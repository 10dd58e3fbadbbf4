import { timingSafeEqual } from "node:crypto";
import { and, eq, inArray, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import { DAY_MS } from "#core/duration.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { hashSecret } from "#core/secret-hash.server.ts";
import type { Database, Queryable, Transaction } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import { measurementProfiles } from "#db/schema/measurement.server.ts";
import { measurementGroups, measurementLinks } from "#db/schema/measurement-links.server.ts";
import { countAttempt } from "#features/base/identity/attempts.server.ts";
import { openWork } from "#features/body/check/open-work.ts";
import type { MeasurementProfile } from "#features/body/measurement/measurement-profile.ts";
import {
  hasTooManyReadings,
  MEASUREMENT_CONSENT,
  mergeProfiles,
  newProfile,
  profileSchema,
} from "#features/body/measurement/measurement-profile.ts";
import { saveProfile } from "#features/body/measurement/profiles.server.ts";
import { measurementSetOf } from "#features/body/measurement/required-measurements.ts";
import type { MeasurementDeps } from "#features/body/measurement/sealed-profiles.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { LinkState } from "./measurement-link.ts";
import {
  hasEnded,
  LINK_CONSENT,
  linkState,
  SHARE_CONSENT,
  UNSHARED_DAYS,
} from "./measurement-link.ts";
import type { OrderedByLink } from "./order-by-link.server.ts";
import { eraseSpecificationsOfLinks, findOrderedByLink } from "./order-by-link.server.ts";
import { hashCode, linkProfileColumn, newCode, openLinkProfile } from "./sealed-links.server.ts";

/** So that a sender who has the link cannot try codes. */
const MAX_CODES = { most: 10, windowS: 3_600 };

type LinkRow = typeof measurementLinks.$inferSelect;
type Found = {
  link: LinkRow;
  garment: string;
  occasion: string;
  senderId: string;
  senderName: string;
};

async function findByToken(db: Queryable, token: string): Promise<Found | null> {
  const [found] = await db
    .select({
      link: measurementLinks,
      garment: measurementGroups.garment,
      occasion: measurementGroups.name,
      senderId: profiles.id,
      senderName: profiles.name,
    })
    .from(measurementLinks)
    .innerJoin(measurementGroups, eq(measurementGroups.id, measurementLinks.groupId))
    .innerJoin(profiles, eq(profiles.id, measurementGroups.userId))
    .where(eq(measurementLinks.tokenHash, hashSecret(token)));
  return found ?? null;
}

function isCode({ codeHash, id }: LinkRow, code: string): boolean {
  const submitted = Buffer.from(hashCode(id, code));
  const expected = Buffer.from(codeHash ?? "");
  return submitted.length === expected.length && timingSafeEqual(submitted, expected);
}

export type OpenedLink = {
  id: string;
  state: LinkState;
  personName: string;
  senderName: string;
  garment: string;
  /** As the sender calls the group. */
  occasion: string;
  /** Whether the code of the person's own device came with it. */
  isOwn: boolean;
  /** Null without the code, so that the sender, who has the link, reads nothing. */
  profile: MeasurementProfile | null;
  /** What was ordered with the numbers; null without the code. */
  ordered: OrderedByLink | null;
};

/** What whoever has the link without the code reads. */
const STRANGER = { isOwn: false, profile: null, ordered: null } as const;

/**
 * What the link shows. Opening changes nothing, as mail scanners open links too. 'too_many_attempts' after ten wrong codes within
 * an hour.
 */
export async function openLink(
  deps: MeasurementDeps,
  input: { token: string; code: string | null },
): Promise<Result<OpenedLink, "not_found" | "too_many_attempts">> {
  const found = await findByToken(deps.db, input.token);
  if (!found) return fail("not_found");
  const { garment, link, occasion, senderName } = found;
  const state = linkState(link, deps.clock.now());
  const opened = { id: link.id, state, personName: link.personName, senderName, garment, occasion };
  const { code } = input;
  if (code === null || !link.codeHash || hasEnded(state)) {
    return ok({ ...opened, ...STRANGER });
  }
  if (!isCode(link, code)) {
    const counted = await countAttempt(deps, `measurement-code|${link.id}`, MAX_CODES);
    return counted.ok ? ok({ ...opened, ...STRANGER }) : fail("too_many_attempts" as const);
  }
  return ok({
    ...opened,
    isOwn: true,
    profile: openLinkProfile(deps.measurementBox, link),
    ordered: await findOrderedByLink(deps.db, link.id),
  });
}

/**
 * Stores the consent of the measured person and returns the code that opens their measurements on any of their devices; only its
 * hash is stored. 'started' when somebody has agreed before: their code is needed.
 */
export async function startMeasuring(
  deps: { db: Database; clock: Clock },
  input: { token: string; consentVersion: number },
): Promise<Result<{ code: string }, "not_found" | "ended" | "started" | "consent_needed">> {
  if (input.consentVersion !== LINK_CONSENT.version) return fail("consent_needed");
  const found = await findByToken(deps.db, input.token);
  if (!found) return fail("not_found");
  const now = deps.clock.now();
  const state = linkState(found.link, now);
  if (hasEnded(state)) return fail("ended");
  const code = newCode();
  const { id } = found.link;
  const started = await deps.db
    .update(measurementLinks)
    .set({ codeHash: hashCode(id, code), consentVersion: LINK_CONSENT.version, consentAt: now })
    .where(
      and(
        eq(measurementLinks.id, id),
        isNull(measurementLinks.consentAt),
        isNull(measurementLinks.withdrawnAt),
      ),
    )
    .returning({ id: measurementLinks.id });
  return started.length > 0 ? ok({ code }) : fail("started");
}

export type OwnFailure =
  | "not_found"
  | "ended"
  | "invalid"
  | "not_measured"
  | "account_full"
  | "consent_needed";

/** Runs a step of the person who has the code, with the link locked. */
async function withOwnLink<Value>(
  deps: MeasurementDeps,
  { code, token }: { token: string; code: string },
  step: (tx: Transaction, found: Found, now: Date) => Promise<Result<Value, OwnFailure>>,
): Promise<Result<Value, OwnFailure | "too_many_attempts">> {
  const opened = await openLink(deps, { token, code });
  if (!opened.ok) return opened;
  if (hasEnded(opened.value.state)) return fail("ended");
  if (!opened.value.isOwn) return fail("not_found");
  return inTransaction(deps.db, async (tx) => {
    await tx
      .select({ id: measurementLinks.id })
      .from(measurementLinks)
      .where(eq(measurementLinks.id, opened.value.id))
      .for("update");
    const found = await findByToken(tx, token);
    if (!found || !isCode(found.link, code)) return fail("ended" as const);
    return step(tx, found, deps.clock.now());
  });
}

/**
 * Joins what a device of the person has with what is stored; no reading is lost. Once the person shares, the copy in the sender's
 * account receives it too, unless the sender has deleted that person.
 */
export async function saveByLink(
  deps: MeasurementDeps,
  input: { token: string; code: string; profile: unknown },
): Promise<Result<MeasurementProfile, OwnFailure | "too_many_attempts">> {
  return withOwnLink(deps, input, async (tx, found) => {
    const { link } = found;
    const parsed = profileSchema.safeParse(input.profile);
    if (!parsed.success || parsed.data.id !== link.id) return fail("invalid");
    const { measurementBox } = deps;
    const before =
      openLinkProfile(measurementBox, link) ??
      newProfile(link.id, link.personName, new Date(0).toISOString());
    const profile = mergeProfiles(before, parsed.data);
    if (hasTooManyReadings(profile)) return fail("invalid");
    await tx
      .update(measurementLinks)
      .set({ sealed: linkProfileColumn.seal(measurementBox, link, profile) })
      .where(eq(measurementLinks.id, link.id));
    const isCopied =
      link.sharedAt === null || (await saveInCopy({ ...deps, db: tx }, found, profile));
    return isCopied ? ok(profile) : fail("invalid");
  });
}

/**
 * The person stops measuring. Done, for them and for the sender, is only who has nothing left to do for the garment (`openWork`);
 * the link of somebody else stays open, and its reminders go on. Who was done once stays done, also with a correction that
 * is questioned. 'not_measured' without any value. Idempotent.
 */
export async function finishByLink(
  deps: MeasurementDeps,
  input: { token: string; code: string },
): Promise<Result<{ isDone: boolean }, OwnFailure | "too_many_attempts">> {
  return withOwnLink<{ isDone: boolean }>(deps, input, async (tx, { garment, link }, now) => {
    const profile = openLinkProfile(deps.measurementBox, link);
    if (!profile || Object.keys(profile.readings).length === 0) return fail("not_measured");
    if (link.doneAt) return ok({ isDone: true });
    const isDone = openWork(profile, measurementSetOf(garment)?.required ?? []).length === 0;
    if (!isDone) return ok({ isDone });
    await tx
      .update(measurementLinks)
      .set({ doneAt: now, email: null })
      .where(eq(measurementLinks.id, link.id));
    return ok({ isDone });
  });
}

/** The copy of a profile that the sender's account stores. */
const sharedCopy = (profile: MeasurementProfile): MeasurementProfile => ({
  ...profile,
  readings: Object.fromEntries(
    Object.entries(profile.readings).map(([name, readings]) => [
      name,
      readings.map((reading) => ({ ...reading, source: "link" as const })),
    ]),
  ),
});

const asSender = ({ senderId, senderName }: Found) =>
  ({ role: "customer", userId: senderId, name: senderName, email: "" }) as const;

/** Joins the sender's copy with a correction; true without a copy. */
async function saveInCopy(
  deps: MeasurementDeps,
  found: Found,
  profile: MeasurementProfile,
): Promise<boolean> {
  const { id, userId } = measurementProfiles;
  const copies = await deps.db
    .select({ id })
    .from(measurementProfiles)
    .where(and(eq(id, found.link.id), eq(userId, found.senderId)));
  if (copies.length === 0) return true;
  const saved = await saveProfile(deps, {
    actor: asSender(found),
    profile: sharedCopy(profile),
    consentVersion: MEASUREMENT_CONSENT.version,
    revision: null,
  });
  return saved.ok;
}

/**
 * Gives the sender's account a copy, on the person's explicit choice; only what is done can be shared. The copy has the link's id,
 * so that the person can delete it too. 'consent_needed' without their consent to share; 'account_full' when the account has as many people as it may have. Idempotent.
 */
export async function shareWithSender(
  deps: MeasurementDeps,
  input: { token: string; code: string; consentVersion: number },
): Promise<Result<null, OwnFailure | "too_many_attempts">> {
  const { consentVersion } = input;
  if (consentVersion !== SHARE_CONSENT.version) return fail("consent_needed");
  return withOwnLink(deps, input, async (tx, found, now) => {
    const { link } = found;
    if (link.sharedAt) return ok(null);
    const profile = openLinkProfile(deps.measurementBox, link);
    if (!profile || !link.doneAt) return fail("not_measured");
    const saved = await saveProfile(
      { ...deps, db: tx },
      {
        actor: asSender(found),
        profile: sharedCopy(profile),
        consentVersion: MEASUREMENT_CONSENT.version,
        revision: null,
      },
    );
    if (!saved.ok) return fail(saved.error.code === "too_many" ? "account_full" : "invalid");
    await tx
      .update(measurementLinks)
      .set({ sharedAt: now, shareConsentVersion: consentVersion })
      .where(eq(measurementLinks.id, link.id));
    return ok(null);
  });
}

/**
 * Takes the consent to share back: the copy in the sender's account is deleted, and the sender sees no number from then on. What
 * was ordered before is not affected. Where the shop's own copy is gone already (`UNSHARED_DAYS`), nothing is left. Idempotent.
 */
export async function stopSharing(
  deps: MeasurementDeps,
  input: { token: string; code: string },
): Promise<Result<null, OwnFailure | "too_many_attempts">> {
  return withOwnLink(deps, input, async (tx, { link, senderId }, now) => {
    if (!link.sharedAt) return ok(null);
    await deleteCopies(tx, senderId, [link.id]);
    await tx
      .update(measurementLinks)
      .set({
        sharedAt: null,
        shareConsentVersion: null,
        ...(!link.sealed && { deletedAt: now, codeHash: null }),
      })
      .where(eq(measurementLinks.id, link.id));
    return ok(null);
  });
}

/** Deletes the copies of shared links from their sender's account. */
export async function deleteCopies(
  tx: Queryable,
  senderId: string,
  linkIds: readonly string[],
): Promise<void> {
  const { id, userId } = measurementProfiles;
  await tx.delete(measurementProfiles).where(and(inArray(id, [...linkIds]), eq(userId, senderId)));
}

/**
 * Deletes the person's measurements for good, with the copy in the sender's account and what waits in a cart; the link then opens
 * no more. What is ordered stays in its contract.
 */
export async function deleteByLink(
  deps: MeasurementDeps,
  input: { token: string; code: string },
): Promise<Result<null, OwnFailure | "too_many_attempts">> {
  return withOwnLink(deps, input, async (tx, { link, senderId }, now) => {
    await deleteCopies(tx, senderId, [link.id]);
    await eraseSpecificationsOfLinks(tx, [link.id]);
    await tx
      .update(measurementLinks)
      .set({ deletedAt: now, sealed: null, codeHash: null, email: null })
      .where(eq(measurementLinks.id, link.id));
    return ok(null);
  });
}

/**
 * Deletes what was measured through links that expired before they were done, and through those done `UNSHARED_DAYS` ago. The
 * links stay listed for their sender, and a shared copy stays in the sender's account, where its person can still delete it.
 * Returns how many, at most `limit`.
 */
export async function deleteUnsharedMeasurements(
  db: Queryable,
  { limit, now }: { now: Date; limit: number },
): Promise<number> {
  const { codeHash, doneAt, expiresAt, id, sealed, sharedAt } = measurementLinks;
  const isDue = or(
    and(isNull(doneAt), lt(expiresAt, now)),
    lt(doneAt, new Date(now.getTime() - UNSHARED_DAYS * DAY_MS)),
  );
  const due = db
    .select({ id })
    .from(measurementLinks)
    .where(and(isNotNull(sealed), isDue))
    .limit(limit);
  const deleted = await db
    .update(measurementLinks)
    .set({
      sealed: null,
      codeHash: sql`case when ${sharedAt} is not null then ${codeHash} end`,
      deletedAt: sql`case when ${doneAt} is not null and ${sharedAt} is null
        then ${now.toISOString()}::timestamptz end`,
    })
    .where(inArray(id, due))
    .returning({ id });
  if (deleted.length > 0)
    await eraseSpecificationsOfLinks(
      db,
      deleted.map((each) => each.id),
    );
  return deleted.length;
}
