import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { profiles, sessions, twoFactors } from "#db/schema/identity.server.ts";
import type { EmailDeps } from "#features/base/mail/enqueue-email.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import { lastingCookies, sessionLifetimeS, withoutSession } from "#platform/auth.server.ts";
import { openAuthValue } from "#platform/auth-rotation.server.ts";
import { hashRecoveryCode } from "#platform/recovery-codes.server.ts";
import { consumeAppCode } from "./app-codes.server.ts";
import type { SecondFactorFailure } from "./factor-request.server.ts";
import { requestFactor } from "./factor-request.server.ts";
import { findSealedCodes } from "./second-factor.server.ts";

type Deps = EmailDeps & { auth: Auth };

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
  const path = "/two-factor/verify-backup-code";
  const verify = () => requestFactor(deps, request, { path, body: { code: hash } });
  const verified = await verify();
  if (verified.ok || verified.error.code !== "locked") return verified;
  return (await unlockByRecoveryCode(deps, request, hash)) ? verify() : verified;
}

/** Whose sign-in is finished; `lifetimeS` is the lifetime of an unused session. */
export type FinishedSignIn = {
  userId: string;
  role: "customer" | "admin";
  lifetimeS: number;
  cookies: readonly string[];
};

/**
 * Finishes a sign-in with an app's code or a recovery code, of staff and customers alike. Each opens one session: the library knows
 * no used codes of an app, so a session that it opened for one is ended before anybody gets its cookie. A session that the browser
 * has already plays no part, whoever's it is.
 */
export async function signInWithCode(
  deps: Deps,
  { code: submitted, ...sent }: { code: string; request: Request },
): Promise<Result<FinishedSignIn, SecondFactorFailure>> {
  const code = submitted.replaceAll(/\s/g, "");
  const isOfApp = isAppCode(code);
  const request = withoutSession(sent.request);
  const verified = isOfApp
    ? await requestFactor(deps, request, { path: "/two-factor/verify-totp", body: { code } })
    : await verifyRecoveryCode(deps, request, code);
  if (!verified.ok) return verified;
  const { token, user } = signedInSchema.parse(await verified.value.json());
  if (isOfApp && !(await consumeAppCode(deps, { userId: user.id, code }))) {
    await deps.db.delete(sessions).where(eq(sessions.token, token));
    return fail({ code: "used_code" });
  }
  const [account] = await deps.db
    .select({ role: profiles.role })
    .from(profiles)
    .where(eq(profiles.id, user.id));
  const role = account?.role ?? "customer";
  const lifetimeS = sessionLifetimeS(role);
  const cookies = lastingCookies(verified.value.headers.getSetCookie(), lifetimeS);
  return ok({ userId: user.id, role, lifetimeS, cookies });
}
