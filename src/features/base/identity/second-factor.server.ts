import { and, eq, ne } from "drizzle-orm";
import { z } from "zod";
import { AppError } from "#core/app-error.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import {
  passkeys,
  profiles,
  sessions,
  staffDevices,
  twoFactors,
  verifications,
} from "#db/schema/identity.server.ts";
import { passwordError } from "#features/base/identity/account-input.ts";
import type { Actor, Admin } from "#features/base/identity/actor.ts";
import { isAdmin } from "#features/base/identity/actor.ts";
import { consumeAppCode } from "#features/base/identity/app-codes.server.ts";
import { loadPasswordLists } from "#features/base/identity/common-passwords.server.ts";
import {
  asConfirmedAdmin,
  asConfirmedAdminWithCode,
} from "#features/base/identity/guards.server.ts";
import { announceChange } from "#features/base/identity/notify-owners.server.ts";
import { noteRefusal } from "#features/base/identity/refused-rights.server.ts";
import type { EmailDeps } from "#features/base/mail/enqueue-email.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import {
  ADMIN_SESSION_S,
  authRequest,
  lastingCookies,
  makeRecoveryCodes,
  sealRecoveryCodes,
} from "#platform/auth.server.ts";
import { openAuthValue } from "#platform/auth-rotation.server.ts";
import { generateRecoveryCodes, hashRecoveryCode } from "#platform/recovery-codes.server.ts";
import { hasUnreadableSecondFactors } from "./reseal-second-factors.server.ts";

type Deps = EmailDeps & { auth: Auth };
type Own = { actor: Admin; request: Request };

export type SecondFactorFailure =
  | {
      code:
        | "forbidden"
        | "unconfirmed"
        | "wrong_password"
        | "wrong_code"
        /** The code was right and had opened a session before; the sign-in has ended with it. */
        | "used_code"
        | "set_up"
        | "started_over"
        | "unreadable"
        | "locked";
    }
  | { code: "too_many_attempts"; retryAfterSeconds: number };

const failureSchema = z.object({ code: z.string().default("") }).catch({ code: "" });

/** The library's name of a failure; "" for none. */
async function codeOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null);
  return failureSchema.parse(body).code;
}

async function call(
  deps: Deps,
  request: Request,
  path: string,
  body: unknown,
): Promise<Result<Response, SecondFactorFailure>> {
  const response = await deps.auth.handler(authRequest(request, path, body));
  if (response.ok) return ok(response);
  if (response.status === 429) {
    if ((await codeOf(response)) === "ACCOUNT_TEMPORARILY_LOCKED") return fail({ code: "locked" });
    const seconds = Number(response.headers.get("x-retry-after"));
    return fail({ code: "too_many_attempts", retryAfterSeconds: Math.max(1, seconds || 60) });
  }
  if (response.status >= 500) {
    if (await hasUnreadableSecondFactors(deps)) return fail({ code: "unreadable" });
    throw new AppError("internal", "The second factor could not be used");
  }
  const code = await codeOf(response);
  if (code === "INVALID_PASSWORD") {
    noteRefusal("proof-password");
    return fail({ code: "wrong_password" });
  }
  if (code === "TOTP_ALREADY_ENABLED") return fail({ code: "set_up" });
  if (code === "INVALID_TWO_FACTOR_COOKIE") return fail({ code: "started_over" });
  noteRefusal("proof-code");
  return fail({ code: "wrong_code" });
}

const cookiesOf = (response: Response) =>
  lastingCookies(response.headers.getSetCookie(), ADMIN_SESSION_S);

const setUpSchema = z.object({ totpURI: z.string() });

/** Stores codes of the shop's own, hashed, in place of those that the library made readable. */
async function replaceCodes(deps: Deps, userId: string): Promise<readonly string[]> {
  const codes = generateRecoveryCodes();
  const backupCodes = await sealRecoveryCodes(deps.auth, codes);
  await deps.db.update(twoFactors).set({ backupCodes }).where(eq(twoFactors.userId, userId));
  return codes;
}

/** Codes are shown once; none when there are some. */
export type AppSetUp = { uri: string; recoveryCodes: readonly string[] };

/** Encrypted, as the library stores them. */
async function findSealedCodes(db: Database, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ sealed: twoFactors.backupCodes })
    .from(twoFactors)
    .innerJoin(
      profiles,
      and(eq(profiles.id, twoFactors.userId), eq(profiles.twoFactorEnabled, true)),
    )
    .where(eq(twoFactors.userId, userId));
  return row?.sealed ?? null;
}

/** Begins an authenticator app's set-up, confirmed by a first code. */
export const beginApp = asConfirmedAdminWithCode(
  async (
    deps: Deps,
    { actor, password, request }: Own & { password: string },
  ): Promise<Result<AppSetUp, SecondFactorFailure>> => {
    const stored = await findSealedCodes(deps.db, actor.userId);
    const begun = await call(deps, request, "/two-factor/enable", { password });
    if (!begun.ok) return begun;
    const { totpURI } = setUpSchema.parse(await begun.value.json());
    if (stored !== null) {
      // The library replaces codes that the admin printed.
      await deps.db
        .update(twoFactors)
        .set({ backupCodes: stored })
        .where(eq(twoFactors.userId, actor.userId));
      return ok({ uri: totpURI, recoveryCodes: [] });
    }
    return ok({ uri: totpURI, recoveryCodes: await replaceCodes(deps, actor.userId) });
  },
);

/** Records and mails what the actor changed of their own account. */
const announce = (deps: Deps, actor: Admin, action: string) =>
  deps.db.transaction((tx) =>
    announceChange(tx, deps, {
      actor,
      about: actor.userId,
      what: `${action} their own account`,
      change: {
        action,
        subject: "account",
        subjectId: actor.userId,
        before: null,
        after: { name: actor.name },
      },
    }),
  );

/** Turns the app on with its first code; returns the renewed session's cookies. */
export const confirmApp = asConfirmedAdminWithCode(
  async (
    deps: Deps,
    { actor, code, request }: Own & { code: string },
  ): Promise<Result<{ cookies: readonly string[] }, SecondFactorFailure>> => {
    const confirmed = await call(deps, request, "/two-factor/verify-totp", { code });
    if (!confirmed.ok) return confirmed;
    // The code of the set-up opens nothing afterwards.
    await consumeAppCode(deps, { userId: actor.userId, code });
    await announce(deps, actor, "added an authenticator app to");
    return ok({ cookies: cookiesOf(confirmed.value) });
  },
);

/** A passkey without an app needs them. */
async function keepCodes(deps: Deps, userId: string, backupCodes: string): Promise<void> {
  const { row } = await makeRecoveryCodes(deps.auth);
  await deps.db.transaction(async (tx) => {
    if ((await tx.$count(passkeys, eq(passkeys.userId, userId))) === 0) return;
    await tx.insert(twoFactors).values({ ...row, userId, backupCodes });
    await tx.update(profiles).set({ twoFactorEnabled: true }).where(eq(profiles.id, userId));
  });
}

/** Turns the app off after the password. Recovery codes stay while there is a passkey. */
export const removeApp = asConfirmedAdminWithCode(
  async (
    deps: Deps,
    { actor, password, request }: Own & { password: string },
  ): Promise<Result<{ cookies: readonly string[] }, SecondFactorFailure>> => {
    const stored = await findSealedCodes(deps.db, actor.userId);
    const removed = await call(deps, request, "/two-factor/disable", { password });
    if (!removed.ok) return removed;
    if (stored !== null) await keepCodes(deps, actor.userId, stored);
    await announce(deps, actor, "removed the authenticator app from");
    return ok({ cookies: cookiesOf(removed.value) });
  },
);

/** Replaces the recovery codes. */
export const renewRecoveryCodes = asConfirmedAdminWithCode(
  async (
    deps: Deps,
    { actor, password, request }: Own & { password: string },
  ): Promise<Result<readonly string[], SecondFactorFailure>> => {
    const made = await call(deps, request, "/two-factor/generate-backup-codes", { password });
    if (!made.ok) return made;
    const codes = await replaceCodes(deps, actor.userId);
    await announce(deps, actor, "made new recovery codes for");
    return ok(codes);
  },
);

const signedInSchema = z.object({ token: z.string(), user: z.object({ id: z.string() }) });

/** Else a recovery code. */
export const isAppCode = (code: string) => /^\d{6}$/.test(code);

/** The account whose password was right and whose code is still missing, by the browser's cookie; null for none. */
export async function findAwaitedAccount(
  { auth }: Pick<Deps, "auth">,
  { request }: { request: Request },
): Promise<string | null> {
  return (await auth.api.findAwaitedAccount({ headers: request.headers })).userId;
}

/** Ends the lock that ten wrong codes in a row put on an account, for the holder of one of its recovery codes. */
async function unlockByRecoveryCode(deps: Deps, request: Request, hash: string): Promise<boolean> {
  const userId = await findAwaitedAccount(deps, { request });
  const sealed = userId && (await findSealedCodes(deps.db, userId));
  const opened = sealed ? await openAuthValue(deps.auth, sealed) : null;
  const hashes = z.array(z.string()).safeParse(opened && JSON.parse(opened));
  if (!userId || !hashes.data?.includes(hash)) return false;
  await deps.db
    .update(twoFactors)
    .set({ failedVerificationCount: 0, lockedUntil: null })
    .where(eq(twoFactors.userId, userId));
  return true;
}

/**
 * A recovery code counts while codes of the account wait, so that whoever knows the password and tries codes does not keep its
 * holder out. It has too many values to be guessed, and each network has five attempts a minute.
 */
async function verifyRecoveryCode(deps: Deps, request: Request, code: string) {
  const hash = await hashRecoveryCode(code);
  const verify = () => call(deps, request, "/two-factor/verify-backup-code", { code: hash });
  const verified = await verify();
  if (verified.ok || verified.error.code !== "locked") return verified;
  return (await unlockByRecoveryCode(deps, request, hash)) ? verify() : verified;
}

/**
 * Finishes a sign-in with an app's code or a recovery code. Each opens one session: the library knows no used codes of an
 * app, so a session that it opened for one is ended before anybody gets its cookie.
 */
export async function signInWithCode(
  deps: Deps,
  { code: submitted, request }: { code: string; request: Request },
): Promise<Result<{ userId: string; cookies: readonly string[] }, SecondFactorFailure>> {
  const code = submitted.replaceAll(/\s/g, "");
  const isOfApp = isAppCode(code);
  const verified = isOfApp
    ? await call(deps, request, "/two-factor/verify-totp", { code })
    : await verifyRecoveryCode(deps, request, code);
  if (!verified.ok) return verified;
  const { token, user } = signedInSchema.parse(await verified.value.json());
  if (isOfApp && !(await consumeAppCode(deps, { userId: user.id, code }))) {
    await deps.db.delete(sessions).where(eq(sessions.token, token));
    return fail({ code: "used_code" });
  }
  return ok({ userId: user.id, cookies: cookiesOf(verified.value) });
}

/** Changes the actor's password, ends other sessions; returns the renewed session's cookies. */
export const changeOwnPassword = asConfirmedAdminWithCode(
  async (
    deps: Deps,
    input: Own & { current: string; next: string },
  ): Promise<
    Result<{ cookies: readonly string[] }, SecondFactorFailure | { code: "weak"; reasons: string }>
  > => {
    const { actor, current, next, request } = input;
    const reasons = passwordError(
      next,
      { email: actor.email, names: [actor.name] },
      await loadPasswordLists(deps.db),
    );
    if (reasons) return fail({ code: "weak", reasons });
    const body = { currentPassword: current, newPassword: next, revokeOtherSessions: true };
    const changed = await call(deps, request, "/change-password", body);
    if (!changed.ok) return changed;
    await announce(deps, actor, "changed the password of");
    return ok({ cookies: cookiesOf(changed.value) });
  },
);

/**
 * Ends every way into the actor's account but the password and the session that acts: passkeys, the app, recovery codes,
 * links by email and all other sessions. For a password that somebody else knew.
 */
export const endOtherWaysIn = asConfirmedAdmin(
  async (deps: Deps, { actor }: { actor: Admin }): Promise<Result<null>> => {
    const { sessionId = "", userId } = actor;
    return deps.db.transaction(async (tx) => {
      await tx.delete(passkeys).where(eq(passkeys.userId, userId));
      await tx.delete(twoFactors).where(eq(twoFactors.userId, userId));
      await tx.update(profiles).set({ twoFactorEnabled: false }).where(eq(profiles.id, userId));
      await tx.delete(verifications).where(eq(verifications.value, userId));
      await tx.delete(staffDevices).where(eq(staffDevices.userId, userId));
      await tx.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId)));
      await announceChange(tx, deps, {
        actor,
        about: userId,
        what: "ended every other way into their own account",
        change: {
          action: "ended every other way into",
          subject: "account",
          subjectId: userId,
          before: null,
          after: { name: actor.name },
        },
      });
      return ok(null);
    });
  },
);

/** Records that the holder put the second factor off; how long that counts, `decideSecondFactorDuty` says. */
export async function dismissOffer(
  deps: Pick<Deps, "db">,
  { actor, now }: { actor: Actor; now: Date },
): Promise<void> {
  if (!isAdmin(actor)) return;
  await deps.db
    .update(profiles)
    .set({ secondFactorOfferedAt: now })
    .where(eq(profiles.id, actor.userId));
}
