import { eq } from "drizzle-orm";
import { z } from "zod";
import { AppError } from "#core/app-error.ts";
import { newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import { authAccounts, passkeys, profiles, sessions } from "#db/schema/identity.server.ts";
import {
  ADMIN_SESSION_S,
  authRequest,
  lastingCookies,
  sessionLifetimeS,
} from "#platform/auth.server.ts";
import type { AdminCredentials, Credentials } from "./account-input.ts";
import type { TooManyAttempts } from "./attempts.server.ts";
import { ownPasswordOf } from "./credentials.server.ts";
import { signOut } from "./sessions.server.ts";
import type { AccountName, LimitDeps } from "./sign-in-limits.server.ts";
import { admitSignIn } from "./sign-in-limits.server.ts";

const ADMIN_SIGN_IN_PATH = "/sign-in/username";

const awaitsFactorSchema = z.object({
  twoFactorRedirect: z.literal(true),
  twoFactorMethods: z.array(z.string()),
});

const signedInSchema = z.object({ token: z.string(), user: z.object({ id: z.string() }) });

/** Next: an app's code, else a passkey; a recovery code always works. */
export type SecondStep = {
  code: "second_factor";
  step: "code" | "passkey";
  cookies: readonly string[];
};

const stepOf = ({ twoFactorMethods }: { twoFactorMethods: readonly string[] }) =>
  twoFactorMethods.includes("totp") ? "code" : "passkey";

/** The second step that the library asks for in a response; null for any other response. */
export async function readSecondStep(response: Response): Promise<SecondStep | null> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  const awaited = awaitsFactorSchema.safeParse(body);
  if (!awaited.success) return null;
  const cookies = response.headers.getSetCookie();
  return { code: "second_factor", step: stepOf(awaited.data), cookies };
}

/** Ends the session of a first step for an account with passkeys but no recovery codes. */
export async function needsPasskey(db: Database, userId: string, token: string): Promise<boolean> {
  const own = await db.$count(passkeys, eq(passkeys.userId, userId));
  if (own === 0) return false;
  await db.delete(sessions).where(eq(sessions.token, token));
  return true;
}

export type SignInFailure =
  | TooManyAttempts
  | { code: "invalid_credentials" }
  | { code: "foreign_origin" };

/**
 * Signs an admin in for 24 hours; returns cookies. A customer's account fails like a wrong password, so that
 * the form reveals none (decision D1).
 */
export async function signInAdmin(
  deps: LimitDeps,
  input: AdminCredentials & { request: Request },
): Promise<
  Result<{ userId: string; name: string; cookies: readonly string[] }, SignInFailure | SecondStep>
> {
  const { auth, db } = deps;
  const { username, password, request } = input;
  const admitted = await admitSignIn(deps, { by: "username", name: username, request });
  if (!admitted.ok) return admitted;
  const { hash } = await readOwnPassword(db, { by: "username", name: username });
  const response = await auth.handler(
    authRequest(request, ADMIN_SIGN_IN_PATH, { username, password }),
  );
  if (response.status === 403) return fail({ code: "foreign_origin" });
  if (response.status >= 500) throw new AppError("internal", "The sign-in could not be decided");
  if (!response.ok) return fail({ code: "invalid_credentials" });
  const secondStep = await readSecondStep(response);
  if (secondStep) {
    await admitted.value.succeed();
    return fail(secondStep);
  }
  const result = signedInSchema.parse(await response.json());
  if (await isReplaced(db, { userId: result.user.id, hash, token: result.token })) {
    return fail({ code: "invalid_credentials" });
  }
  const [account] = await db
    .select({ name: profiles.name, role: profiles.role })
    .from(profiles)
    .where(eq(profiles.id, result.user.id));
  if (account?.role !== "admin") {
    await db.delete(sessions).where(eq(sessions.token, result.token));
    return fail({ code: "invalid_credentials" });
  }
  await admitted.value.succeed();
  if (await needsPasskey(db, result.user.id, result.token)) {
    return fail({ code: "second_factor", step: "passkey", cookies: [] });
  }
  const cookies = lastingCookies(response.headers.getSetCookie(), ADMIN_SESSION_S);
  return ok({ userId: result.user.id, name: account.name, cookies });
}

const PATH = "/sign-in/email";

/** `lifetimeS` is the lifetime of an unused session. */
type SignedIn = { userId: string; lifetimeS: number; cookies: readonly string[] };

/**
 * Signs in by email and password; returns cookies: customers for 30 days from the last visit, admins 24
 * hours. Unknown email and wrong password fail alike; the former session ends (specification 7, decision D1). An account with a
 * second factor gets no session yet: 'second_factor' (`signInWithCode`), whosever it is.
 */
export async function signInCustomer(
  deps: LimitDeps,
  input: Credentials & { request: Request },
): Promise<Result<SignedIn, SignInFailure | (SecondStep & { role: "customer" | "admin" })>> {
  const { email, password, request } = input;
  const admitted = await admitSignIn(deps, { by: "email", name: email, request });
  if (!admitted.ok) return admitted;
  const { hash } = await readOwnPassword(deps.db, { by: "email", name: email });
  const response = await deps.auth.handler(authRequest(request, PATH, { email, password }));
  if (response.status === 403) return fail({ code: "foreign_origin" });
  if (response.status >= 500) throw new AppError("internal", "The sign-in could not be decided");
  if (!response.ok) {
    await costTheSame(deps.db, email);
    return fail({ code: "invalid_credentials" });
  }
  const secondStep = await readSecondStep(response);
  await admitted.value.succeed();
  // Either way the browser's former session is over.
  if (request.headers.get("cookie")?.includes("session_token=")) await signOut(deps, { request });
  if (secondStep) return fail({ ...secondStep, role: await findRole(deps.db, { email }) });
  const { token, user } = signedInSchema.parse(await response.json());
  if (await isReplaced(deps.db, { userId: user.id, hash, token })) {
    return fail({ code: "invalid_credentials" });
  }
  const role = await findRole(deps.db, { userId: user.id });
  if (await needsPasskey(deps.db, user.id, token)) {
    return fail({ code: "second_factor", step: "passkey", role, cookies: [] });
  }
  const lifetimeS = sessionLifetimeS(role);
  const cookies = lastingCookies(response.headers.getSetCookie(), lifetimeS);
  return ok({ userId: user.id, lifetimeS, cookies });
}

/** The hash with which an account opens now, at the same cost for an unknown name. */
async function readOwnPassword(
  db: Database,
  { by, name }: AccountName,
): Promise<{ hash: string | null }> {
  const column = by === "email" ? profiles.email : profiles.username;
  const [own] = await db
    .select({ hash: authAccounts.password })
    .from(profiles)
    .innerJoin(authAccounts, ownPasswordOf(profiles.id))
    .where(eq(column, name.trim().toLowerCase()));
  return own ?? { hash: null };
}

/**
 * Whether the password was replaced while the sign-in compared it; then its session ends. The replacement deletes the sessions that it
 * finds, and this one may be written a moment later. The lock waits for a replacement that is not committed yet.
 */
async function isReplaced(
  db: Database,
  { hash, token, userId }: { userId: string; hash: string | null; token: string },
): Promise<boolean> {
  const [own] = await db
    .select({ hash: authAccounts.password })
    .from(authAccounts)
    .where(ownPasswordOf(userId))
    .for("share");
  if (own?.hash === hash) return false;
  await db.delete(sessions).where(eq(sessions.token, token));
  return true;
}

/** Reads as much as the library for a known account. */
async function costTheSame(db: Database, email: string): Promise<void> {
  const [known] = await db
    .select({ id: profiles.id })
    .from(profiles)
    .where(eq(profiles.email, email.toLowerCase()));
  if (known) return;
  await db.select().from(authAccounts).where(eq(authAccounts.userId, newId()));
}

async function findRole(
  db: Database,
  account: { userId: string } | { email: string },
): Promise<"customer" | "admin"> {
  const isIt =
    "userId" in account
      ? eq(profiles.id, account.userId)
      : eq(profiles.email, account.email.toLowerCase());
  const [found] = await db.select({ role: profiles.role }).from(profiles).where(isIt);
  return found?.role ?? "customer";
}
