import { and, eq, gt, ne, sql } from "drizzle-orm";
import { isId, newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { profiles, sessions } from "#db/schema/identity.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import {
  asAdmin,
  asConfirmedAdmin,
  asConfirmedOwner,
} from "#features/base/identity/guards.server.ts";
import { announceChange } from "#features/base/identity/notify-owners.server.ts";
import type { SessionsToEnd } from "#features/base/identity/sessions.server.ts";
import { endSessions } from "#features/base/identity/sessions.server.ts";
import type { EmailDeps } from "#features/base/mail/enqueue-email.server.ts";
import { enqueueEmail } from "#features/base/mail/enqueue-email.server.ts";
import { getSettings } from "#features/base/settings/site-settings-queries.server.ts";
import { signedOutEmail } from "#features/office/customers/account-email.ts";
import type { Clock } from "#platform/clock.server.ts";

/** Ends the admin's own sessions; returns how many. With a stolen session alone nobody can end the owner's. */
export const endStaffSessions = asConfirmedAdmin(
  async (
    deps: { db: Database; clock: Clock },
    input: { actor: Admin; which: SessionsToEnd },
  ): Promise<Result<number, "forbidden">> => {
    const ended = await endSessions(deps, input);
    return ended.ok ? ok(ended.value) : ended;
  },
);

/** `mayEnd`: whether the reader is an owner, who alone ends them. */
export type SignIns = { userId: string; sessions: number; mayEnd: boolean };

/** Finds on how many devices the account of an email is signed in; null without an account. */
export const findSignIns = asAdmin(
  async (
    deps: { db: Database; clock: Clock },
    input: { actor: Admin; email: string },
  ): Promise<Result<SignIns | null>> => {
    const { actor, email } = input;
    const [found] = await deps.db
      .select({
        userId: profiles.id,
        mayEnd: sql<boolean>`exists (select 1 from ${profiles} as reader where reader.id = ${actor.userId} and reader.is_owner)`,
      })
      .from(profiles)
      .where(eq(sql`lower(${profiles.email})`, email.toLowerCase()));
    if (!found) return ok(null);
    const isOpen = and(eq(sessions.userId, found.userId), gt(sessions.expiresAt, deps.clock.now()));
    return ok({ ...found, sessions: await deps.db.$count(sessions, isOpen) });
  },
);

type Person = { userId: string; name: string; email: string; role: "customer" | "admin" };

/** Tells the person whose sessions an owner ended, and of staff all owners. */
async function announceSignOut(
  tx: Transaction,
  deps: EmailDeps,
  { actor, ended, person }: { actor: Admin; person: Person; ended: number },
): Promise<void> {
  const { email, name, role, userId } = person;
  const isStaff = role === "admin";
  const change = {
    action: "signed out everywhere:",
    subject: isStaff ? ("account" as const) : ("customer" as const),
    subjectId: userId,
    before: null,
    after: { name: isStaff ? name : email, sessions: ended },
  };
  if (userId === actor.userId) return recordChanges(tx, actor, [change]);
  if (isStaff) {
    const what = `signed ${name} out of the admin everywhere`;
    return announceChange(tx, deps, { actor, about: userId, what, change });
  }
  await recordChanges(tx, actor, [change]);
  const { contactEmail, siteName } = await getSettings(tx, "general");
  await enqueueEmail(tx, deps.jobs, {
    ...signedOutEmail({ contactEmail, siteName, siteUrl: deps.publicUrl }),
    dedupeKey: `${signedOutEmail.kind}:${userId}:${newId()}`,
    recipient: email,
  });
}

/**
 * Ends every session of a customer or of an admin at once, for an owner; of the owner's own account all but the one that acts.
 * Whoever uses one of them meets the sign-in with the next request. Recorded in Activity and mailed to the person. Returns how
 * many sessions ended.
 */
export const signOutEverywhere = asConfirmedOwner(
  async (
    deps: EmailDeps,
    input: { actor: Admin; userId: string },
  ): Promise<Result<number, "not_found">> => {
    const { actor, userId } = input;
    if (!isId(userId)) return fail("not_found");
    return inTransaction(deps.db, async (tx) => {
      const [found] = await tx
        .select({ name: profiles.name, email: profiles.email, role: profiles.role })
        .from(profiles)
        .where(eq(profiles.id, userId))
        .for("update");
      if (!found) return fail("not_found" as const);
      const rows = await tx
        .delete(sessions)
        .where(and(eq(sessions.userId, userId), ne(sessions.id, actor.sessionId ?? "")))
        .returning({ id: sessions.id });
      const person = { ...found, userId };
      await announceSignOut(tx, deps, { actor, person, ended: rows.length });
      return ok(rows.length);
    });
  },
);
