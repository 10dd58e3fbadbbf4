import { eq } from "drizzle-orm";
import { z } from "zod";
import { AppError } from "#core/app-error.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import { profiles, rateLimits, sessions } from "#db/schema/identity.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import {
  ADMIN_SESSION_S,
  authRequest,
  lastingCookies,
  rateLimitKey,
} from "#platform/auth.server.ts";
import type { AdminCredentials } from "./account-input.ts";

const PATH = "/sign-in/username";

const answerSchema = z.object({ token: z.string(), user: z.object({ id: z.string() }) });

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
  const response = await auth.handler(authRequest(request, PATH, { username, password }));
  if (response.status === 429) {
    const seconds = Number(response.headers.get("x-retry-after"));
    return fail({ code: "too_many_attempts", retryAfterSeconds: Math.max(1, seconds || 60) });
  }
  if (response.status === 403) return fail({ code: "foreign_origin" });
  if (response.status >= 500) throw new AppError("internal", "The sign-in could not be decided");
  if (!response.ok) return fail({ code: "invalid_credentials" });
  const answer = answerSchema.parse(await response.json());
  const [account] = await db
    .select({ name: profiles.name, role: profiles.role })
    .from(profiles)
    .where(eq(profiles.id, answer.user.id));
  if (account?.role !== "admin") {
    await db.delete(sessions).where(eq(sessions.token, answer.token));
    return fail({ code: "invalid_credentials" });
  }
  // Only wrong guesses shall count: whoever got in starts afresh.
  await db.delete(rateLimits).where(eq(rateLimits.key, rateLimitKey(auth, request, PATH)));
  const cookies = lastingCookies(response.headers.getSetCookie(), ADMIN_SESSION_S);
  return ok({ name: account.name, cookies });
}
