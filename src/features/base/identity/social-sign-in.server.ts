import { eq } from "drizzle-orm";
import { z } from "zod";
import { AppError } from "#core/app-error.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { SocialProvider } from "#core/social-provider.ts";
import { isSocialProvider } from "#core/social-provider.ts";
import type { Database, Queryable } from "#db/client.server.ts";
import { authAccounts, sessions } from "#db/schema/identity.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import { authRequest, CUSTOMER_SESSION_S, callbackRequest } from "#platform/auth.server.ts";
import { STAFF_REFUSED } from "#platform/social-providers.server.ts";
import type { Actor } from "./actor.ts";
import { isSignedIn } from "./actor.ts";
import type { TooManyAttempts } from "./attempts.server.ts";
import type { SecondStep } from "./sign-in.server.ts";
import { needsPasskey, readSecondStep } from "./sign-in.server.ts";

export type SignInWays = { hasPassword: boolean; providers: SocialProvider[] };

/** Lists how the actor signs in: by password and by providers. */
export async function findMySignInWays(
  db: Queryable,
  input: { actor: Actor },
): Promise<Result<SignInWays, "forbidden">> {
  if (!isSignedIn(input.actor)) return fail("forbidden");
  const rows = await db
    .select({ provider: authAccounts.providerId })
    .from(authAccounts)
    .where(eq(authAccounts.userId, input.actor.userId));
  const ways = rows.map(({ provider }) => provider);
  return ok({
    hasPassword: ways.includes("credential"),
    providers: ways.filter((way) => isSocialProvider(way)).sort(),
  });
}

/** better-auth redirects to it; it is never sent to a browser. */
const SIGNED_IN = "/auth/signed-in";
const SIGNED_UP = "/auth/signed-up";
const TURNED_AWAY = "/auth/turned-away";

export type SocialSignInFailure =
  | "denied"
  | "lost"
  | "no_email"
  | "unconfirmed_account"
  | "staff"
  | "failed";

/** The codes are better-auth's and the providers' (RFC 6749 4.1.2.1; Apple's cancelled dialog). */
const failures: Record<string, SocialSignInFailure> = {
  access_denied: "denied",
  user_cancelled_authorize: "denied",
  state_not_found: "lost",
  state_mismatch: "lost",
  state_invalid: "lost",
  email_not_found: "no_email",
  account_not_linked: "unconfirmed_account",
  [STAFF_REFUSED]: "staff",
};

export type SocialSignIn = {
  userId: string;
  isNew: boolean;
  lifetimeS: number;
  cookies: readonly string[];
};

/**
 * Signs a provider's customer in for 30 days from the last visit and ends the former session. Links accounts
 * only if both sides confirmed the email; never admins (decision A5). A customer with a second factor is asked for it: the provider
 * proves what the mailbox or the password proves, and no device of hers.
 */
export async function finishSocialSignIn(
  deps: { auth: Auth; db: Database },
  input: { provider: SocialProvider; request: Request },
): Promise<Result<SocialSignIn, { code: SocialSignInFailure } | SecondStep>> {
  const { auth, db } = deps;
  const { provider, request } = input;
  const before = await auth.api.getSession({
    headers: request.headers,
    query: { disableCookieCache: true, disableRefresh: true },
  });
  const response = await auth.handler(callbackRequest(request, provider));
  const endFormer = async () => {
    if (before) await db.delete(sessions).where(eq(sessions.token, before.session.token));
  };
  const secondStep = await readSecondStep(response);
  if (secondStep) {
    await endFormer();
    return fail(secondStep);
  }
  const location = response.headers.get("location") ?? "";
  if (!URL.canParse(location, request.url)) return fail({ code: "failed" });
  const { pathname, searchParams } = new URL(location, request.url);
  if (pathname !== SIGNED_IN && pathname !== SIGNED_UP) {
    return fail({ code: failures[searchParams.get("error") ?? ""] ?? "failed" });
  }
  await endFormer();
  const cookies = response.headers.getSetCookie();
  const cookie = cookies.map((line) => line.split(";")[0]).join("; ");
  const opened = await auth.api.getSession({ headers: new Headers({ cookie }) });
  if (!opened) return fail({ code: "failed" });
  if (await needsPasskey(db, opened.user.id, opened.session.token)) {
    return fail({ code: "second_factor", step: "passkey", cookies: [] });
  }
  return ok({
    userId: opened.user.id,
    isNew: pathname === SIGNED_UP,
    lifetimeS: CUSTOMER_SESSION_S,
    cookies,
  });
}

const PATH = "/sign-in/social";

const responseSchema = z.object({ url: z.url() });

/** Starts a provider's sign-in: the redirect URL, and the cookie that binds the callback to this browser. */
export async function startSocialSignIn(
  deps: { auth: Auth },
  input: { provider: SocialProvider; request: Request },
): Promise<
  Result<{ url: string; cookies: readonly string[] }, TooManyAttempts | { code: "foreign_origin" }>
> {
  const body = {
    provider: input.provider,
    callbackURL: SIGNED_IN,
    newUserCallbackURL: SIGNED_UP,
    errorCallbackURL: TURNED_AWAY,
    disableRedirect: true,
  };
  const response = await deps.auth.handler(authRequest(input.request, PATH, body));
  if (response.status === 429) {
    const seconds = Number(response.headers.get("x-retry-after"));
    return fail({ code: "too_many_attempts", retryAfterSeconds: Math.max(1, seconds || 60) });
  }
  if (response.status === 403) return fail({ code: "foreign_origin" });
  if (!response.ok) throw new AppError("internal", "The sign-in could not be begun");
  const { url } = responseSchema.parse(await response.json());
  return ok({ url, cookies: response.headers.getSetCookie() });
}
