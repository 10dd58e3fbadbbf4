import { randomInt } from "node:crypto";
import { and, eq, gt, sql } from "drizzle-orm";
import { isId, newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Queryable, Transaction } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import {
  passkeys,
  profiles,
  sessions,
  twoFactors,
  verifications,
} from "#db/schema/identity.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import type { AttemptLimit } from "#features/base/identity/attempts.server.ts";
import { countAttempt } from "#features/base/identity/attempts.server.ts";
import { asAdmin, asConfirmedOwner } from "#features/base/identity/guards.server.ts";
import { getSecondFactors } from "#features/base/identity/passkeys.server.ts";
import type { EmailDeps } from "#features/base/mail/enqueue-email.server.ts";
import { enqueueEmail } from "#features/base/mail/enqueue-email.server.ts";
import { getSettings } from "#features/base/settings/site-settings-queries.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import { isSignedText, signText } from "#platform/auth-rotation.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import { factorRemovedEmail, removalCodeEmail } from "./factor-email.ts";

type Deps = EmailDeps & { auth: Auth };

/** As long as a call or a few messages take. */
export const REMOVAL_CODE_MINUTES = 30;
const LIFETIME_MS = REMOVAL_CODE_MINUTES * 60 * 1000;

/** Of one code, the right one included. */
const MAX_TRIES: AttemptLimit = { most: 5, windowS: LIFETIME_MS / 1000 };

/** Codes for one account. */
const MAX_CODES: AttemptLimit = { most: 4, windowS: 60 * 60 };

const identifierOf = (userId: string) => `remove-factor|${userId}`;

/** What is signed in place of a stored code: the row's id binds the signature to it. */
const signedText = (rowId: string, code: string) => `remove factor ${rowId} ${code}`;

/** The second step of a customer's account, as staff see it; `mayRemove`: whether the reader is an owner, who alone removes it. */
export type CustomerFactors = {
  userId: string;
  hasApp: boolean;
  passkeys: number;
  mayRemove: boolean;
  /** Until when the code counts that the customer was sent; null without one. */
  codeUntil: Date | null;
};

/** The second step of the account of an email, for an admin; null without one, and for an account of staff. */
export const findCustomerFactors = asAdmin(
  async (
    { clock, db }: { db: Database; clock: Clock },
    { actor, email }: { actor: Admin; email: string },
  ): Promise<Result<CustomerFactors | null>> => {
    const [found] = await db
      .select({
        userId: profiles.id,
        mayRemove: sql<boolean>`exists (select 1 from ${profiles} as reader where reader.id = ${actor.userId} and reader.is_owner)`,
      })
      .from(profiles)
      .where(
        and(eq(sql`lower(${profiles.email})`, email.toLowerCase()), eq(profiles.role, "customer")),
      );
    if (!found) return ok(null);
    const factors = await getSecondFactors(db, found.userId);
    if (!factors.hasApp && factors.passkeys === 0) return ok(null);
    const sent = await findSentCode({ clock, db }, found.userId);
    return ok({ ...found, ...factors, codeUntil: sent?.expiresAt ?? null });
  },
);

async function findSentCode({ clock, db }: { db: Queryable; clock: Clock }, userId: string) {
  const { expiresAt, id, identifier, value } = verifications;
  const [sent] = await db
    .select({ id, value, expiresAt })
    .from(verifications)
    .where(and(eq(identifier, identifierOf(userId)), gt(expiresAt, clock.now())));
  return sent ?? null;
}

/** The customer's account, locked until the commit; null for anybody else's. */
async function lockCustomer(tx: Transaction, userId: string): Promise<{ email: string } | null> {
  if (!isId(userId)) return null;
  const [found] = await tx
    .select({ email: profiles.email })
    .from(profiles)
    .where(and(eq(profiles.id, userId), eq(profiles.role, "customer")))
    .for("update");
  return found ?? null;
}

/**
 * Emails a customer six random digits, which she tells the owner who is to remove her second step. They count once, for thirty
 * minutes, and take the place of an earlier code; the database has their signature only. At most four an hour. Recorded in Activity.
 */
export const sendRemovalCode = asConfirmedOwner(
  async (
    deps: Deps,
    { actor, userId }: { actor: Admin; userId: string },
  ): Promise<Result<null, "not_found" | "too_many_codes">> => {
    return inTransaction(deps.db, async (tx) => {
      const customer = await lockCustomer(tx, userId);
      if (!customer) return fail("not_found" as const);
      const counted = await countAttempt(
        { db: tx, clock: deps.clock },
        `removal-codes|${userId}`,
        MAX_CODES,
      );
      if (!counted.ok) return fail("too_many_codes" as const);
      const id = newId();
      const code = String(randomInt(1_000_000)).padStart(6, "0");
      const now = deps.clock.now();
      await tx.delete(verifications).where(eq(verifications.identifier, identifierOf(userId)));
      await tx.insert(verifications).values({
        id,
        identifier: identifierOf(userId),
        value: signText(deps.auth, signedText(id, code)).toString("base64url"),
        createdAt: now,
        expiresAt: new Date(now.getTime() + LIFETIME_MS),
      });
      await recordChanges(tx, actor, [
        {
          action: "sent a code to remove the second step of",
          subject: "customer",
          subjectId: userId,
          before: null,
          after: { name: customer.email },
        },
      ]);
      const { contactEmail, siteName } = await getSettings(tx, "general");
      await enqueueEmail(tx, deps.jobs, {
        ...removalCodeEmail({
          siteName,
          siteUrl: deps.publicUrl,
          contactEmail,
          code,
          minutes: REMOVAL_CODE_MINUTES,
        }),
        dedupeKey: `${removalCodeEmail.kind}:${userId}:${id}`,
        recipient: customer.email,
      });
      return ok(null);
    });
  },
);

export type RemoveFactorFailure = "not_found" | "wrong_code" | "expired_code" | "too_many_tries";

/** Uses up a try of the code that the customer was sent; the code's id once it is right. */
async function checkCode(
  deps: Deps,
  { submitted, userId }: { submitted: string; userId: string },
): Promise<Result<string, RemoveFactorFailure>> {
  const sent = await findSentCode(deps, userId);
  if (!sent) return fail("expired_code");
  const counted = await countAttempt(deps, `removal-code|${sent.id}`, MAX_TRIES);
  if (!counted.ok) {
    await deps.db.delete(verifications).where(eq(verifications.id, sent.id));
    return fail("too_many_tries");
  }
  const code = submitted.replaceAll(/[\s-]/g, "");
  const signature = Buffer.from(sent.value, "base64url");
  const isRight = isSignedText(deps.auth, signedText(sent.id, code), signature);
  return isRight ? ok(sent.id) : fail("wrong_code");
}

/**
 * Removes every second factor of a customer who lost them, for an owner to whom she told the code of `sendRemovalCode`: app, passkeys
 * and recovery codes. All her sessions end, because the lost phone has one. Recorded in Activity and mailed to her. The sixth try ends
 * the code.
 */
export const removeCustomerFactor = asConfirmedOwner(
  async (
    deps: Deps,
    { actor, code, userId }: { actor: Admin; userId: string; code: string },
  ): Promise<Result<null, RemoveFactorFailure>> => {
    if (!isId(userId)) return fail("not_found");
    const checked = await checkCode(deps, { submitted: code, userId });
    if (!checked.ok) return checked;
    return inTransaction(deps.db, async (tx) => {
      const customer = await lockCustomer(tx, userId);
      if (!customer) return fail("not_found" as const);
      const used = await tx
        .delete(verifications)
        .where(eq(verifications.id, checked.value))
        .returning({ id: verifications.id });
      if (used.length === 0) return fail("expired_code" as const);
      await tx.delete(passkeys).where(eq(passkeys.userId, userId));
      await tx.delete(twoFactors).where(eq(twoFactors.userId, userId));
      await tx.update(profiles).set({ twoFactorEnabled: false }).where(eq(profiles.id, userId));
      // A sign-in that waits for its second step begins again.
      await tx.delete(verifications).where(eq(verifications.value, userId));
      await tx.delete(sessions).where(eq(sessions.userId, userId));
      await recordChanges(tx, actor, [
        {
          action: "removed the second step of",
          subject: "customer",
          subjectId: userId,
          before: null,
          after: { name: customer.email },
        },
      ]);
      const { contactEmail, siteName } = await getSettings(tx, "general");
      await enqueueEmail(tx, deps.jobs, {
        ...factorRemovedEmail({ siteName, siteUrl: deps.publicUrl, contactEmail }),
        dedupeKey: `${factorRemovedEmail.kind}:${userId}:${newId()}`,
        recipient: customer.email,
      });
      return ok(null);
    });
  },
);
