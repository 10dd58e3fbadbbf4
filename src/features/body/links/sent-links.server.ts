import { and, asc, desc, eq } from "drizzle-orm";
import { DAY_MS } from "#core/duration.ts";
import { isId, newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { hashSecret } from "#core/secret-hash.server.ts";
import type { Database, Queryable } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import { measurementGroups, measurementLinks } from "#db/schema/measurement-links.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { isSignedIn } from "#features/base/identity/actor.ts";
import { openWork } from "#features/body/check/open-work.ts";
import { measurementSetOf } from "#features/body/measurement/required-measurements.ts";
import type { MeasurementDeps } from "#features/body/measurement/sealed-profiles.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import type { LinkState } from "./measurement-link.ts";
import {
  EMAIL_PAUSE_HOURS,
  groupSchema,
  LINK_DAYS,
  linkPath,
  linkSchema,
  linkState,
  MAX_EMAILS,
  MAX_GROUPS,
  MAX_LINKS,
} from "./measurement-link.ts";
import { linkTokenColumn, newToken, openLinkProfile } from "./sealed-links.server.ts";

type ReadDeps = { db: Queryable; measurementBox: SecretBox; clock: Clock };

export type LinkFailure = "forbidden" | "not_found" | "invalid" | "too_many";

/** Creates a group of the actor, at most `MAX_GROUPS`. Returns its id. */
export async function createGroup(
  { clock, db }: { db: Database; clock: Clock },
  input: { actor: Actor; submitted: unknown },
): Promise<Result<string, LinkFailure>> {
  const { actor } = input;
  if (!isSignedIn(actor)) return fail("forbidden");
  const parsed = groupSchema.safeParse(input.submitted);
  if (!parsed.success) return fail("invalid");
  return inTransaction(db, async (tx) => {
    // One after another, so that the limit holds.
    await tx.select().from(profiles).where(eq(profiles.id, actor.userId)).for("update");
    const owned = eq(measurementGroups.userId, actor.userId);
    if ((await tx.$count(measurementGroups, owned)) >= MAX_GROUPS) return fail("too_many" as const);
    const id = newId();
    const { garment, name } = parsed.data;
    const createdAt = clock.now();
    await tx
      .insert(measurementGroups)
      .values({ id, userId: actor.userId, name, garment, createdAt });
    return ok(id);
  });
}

/** Adds a person to one of the actor's groups, at most `MAX_LINKS`. Returns the path of their link. */
export async function createLink(
  { clock, db, measurementBox }: MeasurementDeps,
  input: { actor: Actor; groupId: string; submitted: unknown },
): Promise<Result<{ id: string; path: string }, LinkFailure>> {
  const { actor, groupId } = input;
  if (!isSignedIn(actor)) return fail("forbidden");
  const parsed = linkSchema.safeParse(input.submitted);
  if (!parsed.success) return fail("invalid");
  if (!isId(groupId)) return fail("not_found");
  return inTransaction(db, async (tx) => {
    const [group] = await tx
      .select({ id: measurementGroups.id })
      .from(measurementGroups)
      .where(and(eq(measurementGroups.id, groupId), eq(measurementGroups.userId, actor.userId)))
      .for("update");
    if (!group) return fail("not_found" as const);
    const links = await tx.$count(measurementLinks, eq(measurementLinks.groupId, groupId));
    if (links >= MAX_LINKS) return fail("too_many" as const);
    const id = newId();
    const token = newToken();
    const now = clock.now();
    await tx.insert(measurementLinks).values({
      id,
      groupId,
      personName: parsed.data.personName,
      createdAt: now,
      tokenHash: hashSecret(token),
      sealedToken: linkTokenColumn.seal(measurementBox, { id }, token),
      expiresAt: new Date(now.getTime() + LINK_DAYS * DAY_MS),
    });
    return ok({ id, path: linkPath(token) });
  });
}

type Row = Pick<typeof measurementLinks.$inferSelect, "id" | "sealed" | "doneAt">;

export type SentLink = {
  id: string;
  personName: string;
  state: LinkState;
  /** Whether the garment that they were asked for can be ordered with what they measured; false until they are done. */
  isOrderable: boolean;
  /** While somebody can still open the link. */
  path: string | null;
  /** Where the shop emailed it to, and when last. */
  email: string | null;
  emailedAt: Date | null;
  /** Whether a reminder may be emailed now. */
  canRemind: boolean;
  createdAt: Date;
  expiresAt: Date;
};

export type SentGroup = {
  id: string;
  name: string;
  garment: string;
  createdAt: Date;
  links: SentLink[];
};

type Emails = { emailedAt: Date | null; emailsSent: number };

/** Whether the last email is long enough ago, and a further one is allowed. */
export function canEmail({ emailedAt, emailsSent }: Emails, now: Date): boolean {
  if (emailsSent >= MAX_EMAILS) return false;
  return !emailedAt || emailedAt.getTime() + EMAIL_PAUSE_HOURS * 3_600_000 <= now.getTime();
}

const sentColumns = {
  id: measurementLinks.id,
  groupId: measurementLinks.groupId,
  sealedToken: measurementLinks.sealedToken,
  sealed: measurementLinks.sealed,
  personName: measurementLinks.personName,
  consentAt: measurementLinks.consentAt,
  doneAt: measurementLinks.doneAt,
  sharedAt: measurementLinks.sharedAt,
  withdrawnAt: measurementLinks.withdrawnAt,
  deletedAt: measurementLinks.deletedAt,
  email: measurementLinks.email,
  emailedAt: measurementLinks.emailedAt,
  emailsSent: measurementLinks.emailsSent,
  expiresAt: measurementLinks.expiresAt,
  createdAt: measurementLinks.createdAt,
};

/** Whether a person who is done measured everything for the garment. No number leaves this function. */
function isOrderable(box: SecretBox, row: Row, garment: string): boolean {
  if (!row.doneAt) return false;
  const profile = openLinkProfile(box, row);
  return (
    profile !== null && openWork(profile, measurementSetOf(garment)?.required ?? []).length === 0
  );
}

/** Lists the actor's groups, newest first, with the state of each person. Tells no measurement. */
export async function listSentGroups(
  { clock, db, measurementBox }: ReadDeps,
  input: { actor: Actor },
): Promise<Result<SentGroup[], "forbidden">> {
  const { actor } = input;
  if (!isSignedIn(actor)) return fail("forbidden");
  const groups = await db
    .select()
    .from(measurementGroups)
    .where(eq(measurementGroups.userId, actor.userId))
    .orderBy(desc(measurementGroups.createdAt), desc(measurementGroups.id));
  const rows = await db
    .select(sentColumns)
    .from(measurementLinks)
    .innerJoin(measurementGroups, eq(measurementGroups.id, measurementLinks.groupId))
    .where(eq(measurementGroups.userId, actor.userId))
    .orderBy(asc(measurementLinks.createdAt), asc(measurementLinks.id));
  const now = clock.now();
  const byGroup = Map.groupBy(rows, ({ groupId }) => groupId);
  return ok(
    groups.map(({ createdAt, garment, id, name }) => ({
      id,
      name,
      garment,
      createdAt,
      links: (byGroup.get(id) ?? []).map((row) => {
        const state = linkState(row, now);
        const isOpen = state === "not_opened" || state === "measuring";
        const token = isOpen ? linkTokenColumn.open(measurementBox, row) : null;
        return {
          id: row.id,
          personName: row.personName,
          state,
          isOrderable: isOrderable(measurementBox, row, garment),
          path: token === null ? null : linkPath(token),
          email: row.email,
          emailedAt: row.emailedAt,
          canRemind: isOpen && row.email !== null && canEmail(row, now),
          createdAt: row.createdAt,
          expiresAt: row.expiresAt,
        };
      }),
    })),
  );
}
