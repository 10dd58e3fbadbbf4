import { eq } from "drizzle-orm";
import { z } from "zod";
import { AppError } from "#core/app-error.ts";
import { newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import { authAccounts, profiles, rateLimits, sessions } from "#db/schema/identity.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import {
  ADMIN_SESSION_S,
  authRequest,
  CUSTOMER_SESSION_S,
  lastingCookies,
  rateLimitKey,
} from "#platform/auth.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { AdminCredentials, Credentials } from "./account-input.ts";
import { accountKey, countAttempt, forgetAttempts } from "./attempts.server.ts";
import { signOut } from "./sessions.server.ts";

const ADMIN_SIGN_IN_PATH = "/sign-in/username";

const adminResponseSchema = z.object({ token: z.string(), user: z.object({ id: z.string() }) });

/** Why nobody was let in. */
export type SignInFailure =
  | { code: "invalid_credentials" }
  | { code: "too_many_attempts"; retryAfterSeconds: number }
  | { code: "foreign_origin" };

/**
 * Signs an admin in for 24 hours and gives the cookies to set. An account that is no admin is refused with the same failure
 * as a wrong password and its session ended at once, so that the form tells nobody which accounts exist (decision D1).
 */
export async function signInAdmin(
  deps: { auth: Auth; db: Database },
  input: AdminCredentials & { request: Request },
): Promise<Result<{ name: string; cookies: readonly string[] }, SignInFailure>> {
  const { auth, db } = deps;
  const { username, password, request } = input;
  const response = await auth.handler(
    authRequest(request, ADMIN_SIGN_IN_PATH, { username, password }),
  );
  if (response.status === 429) {
    const seconds = Number(response.headers.get("x-retry-after"));
    return fail({ code: "too_many_attempts", retryAfterSeconds: Math.max(1, seconds || 60) });
  }
  if (response.status === 403) return fail({ code: "foreign_origin" });
  if (response.status >= 500) throw new AppError("internal", "The sign-in could not be decided");
  if (!response.ok) return fail({ code: "invalid_credentials" });
  const answer = adminResponseSchema.parse(await response.json());
  const [account] = await db
    .select({ name: profiles.name, role: profiles.role })
    .from(profiles)
    .where(eq(profiles.id, answer.user.id));
  if (account?.role !== "admin") {
    await db.delete(sessions).where(eq(sessions.token, answer.token));
    return fail({ code: "invalid_credentials" });
  }
  // Only wrong guesses shall count: whoever got in starts afresh.
  await db
    .delete(rateLimits)
    .where(eq(rateLimits.key, rateLimitKey(auth, request, ADMIN_SIGN_IN_PATH)));
  const cookies = lastingCookies(response.headers.getSetCookie(), ADMIN_SESSION_S);
  return ok({ name: account.name, cookies });
}

const PATH = "/sign-in/email";

/** Wrong guesses at one account from one address: a slip or two costs nothing, and a sibling at the same router has a count of their own. */
const FROM_ONE_ADDRESS = { most: 5, windowS: 60 };

/** Wrong guesses at one account from everywhere: many addresses together learn no more than a patient one. */
const FROM_EVERYWHERE = { most: 30, windowS: 60 * 60 };

const responseSchema = z.object({ user: z.object({ id: z.string() }) });

type Deps = { auth: Auth; db: Database; clock: Clock };

/** Somebody who is signed in: how long the browser keeps the session unless it is used again, and the cookies to set. */
type SignedIn = { userId: string; lifetimeS: number; cookies: readonly string[] };

/** The name under which wrong guesses at an account from everywhere are counted. */
export function guessesKey(email: string): string {
  return `account|${PATH}|${accountKey(email)}`;
}

/**
 * Signs somebody in by email and password and gives the cookies to set: a customer for 30 days from their last visit, an admin for
 * 24 hours. An unknown address and a wrong password are one failure, so that the form tells nobody who is a customer; the session
 * this browser had before ends (specification 7, decision D1).
 */
export async function signInCustomer(
  deps: Deps,
  input: Credentials & { request: Request },
): Promise<Result<SignedIn, SignInFailure>> {
  const { email, password, request } = input;
  const pairKey = `${rateLimitKey(deps.auth, request, PATH)}|${accountKey(email)}`;
  const fromHere = await countAttempt(deps, pairKey, FROM_ONE_ADDRESS);
  if (!fromHere.ok) return fromHere;
  const fromEverywhere = await countAttempt(deps, guessesKey(email), FROM_EVERYWHERE);
  if (!fromEverywhere.ok) return fromEverywhere;
  const response = await deps.auth.handler(authRequest(request, PATH, { email, password }));
  if (response.status === 429) {
    const seconds = Number(response.headers.get("x-retry-after"));
    return fail({ code: "too_many_attempts", retryAfterSeconds: Math.max(1, seconds || 60) });
  }
  if (response.status === 403) return fail({ code: "foreign_origin" });
  if (response.status >= 500) throw new AppError("internal", "The sign-in could not be decided");
  if (!response.ok) {
    await costTheSame(deps.db, email);
    return fail({ code: "invalid_credentials" });
  }
  const { user } = responseSchema.parse(await response.json());
  // Only wrong guesses shall count: whoever got in starts afresh.
  await Promise.all([pairKey, guessesKey(email)].map((key) => forgetAttempts(deps.db, key)));
  if (request.headers.get("cookie")?.includes("session_token=")) await signOut(deps, { request });
  const lifetimeS = await lifetimeOf(deps.db, user.id);
  const cookies = lastingCookies(response.headers.getSetCookie(), lifetimeS);
  return ok({ userId: user.id, lifetimeS, cookies });
}

/** The library reads the password's row of an account it knows; where there is none, as much is read for nothing. */
async function costTheSame(db: Database, email: string): Promise<void> {
  const [known] = await db
    .select({ id: profiles.id })
    .from(profiles)
    .where(eq(profiles.email, email.toLowerCase()));
  if (known) return;
  await db.select().from(authAccounts).where(eq(authAccounts.userId, newId()));
}

async function lifetimeOf(db: Database, userId: string): Promise<number> {
  const [account] = await db
    .select({ role: profiles.role })
    .from(profiles)
    .where(eq(profiles.id, userId));
  return account?.role === "admin" ? ADMIN_SESSION_S : CUSTOMER_SESSION_S;
}
