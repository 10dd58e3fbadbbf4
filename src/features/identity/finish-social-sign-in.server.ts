import { eq } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { SocialProvider } from "#core/social-provider.ts";
import type { Database } from "#db/client.server.ts";
import { sessions } from "#db/schema/identity.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import { CUSTOMER_SESSION_S, callbackRequest } from "#platform/auth.server.ts";
import { STAFF_REFUSED } from "#platform/social-providers.server.ts";

/** Where better-auth would lead on to; read here and never sent to a browser. */
export const SIGNED_IN = "/auth/signed-in";
export const SIGNED_UP = "/auth/signed-up";
export const TURNED_AWAY = "/auth/turned-away";

/** Why nobody was signed in by a provider. */
export type SocialSignInFailure =
  | "denied"
  | "lost"
  | "no_email"
  | "unconfirmed_account"
  | "staff"
  | "failed";

/** Words of better-auth and of the providers (RFC 6749 4.1.2.1; Apple's own for a cancelled sheet). */
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

/** A customer whom a provider's word let in. */
export type SocialSignIn = { isNew: boolean; lifetimeS: number; cookies: readonly string[] };

/**
 * Ends a sign-in by a provider with what the browser brought back from there: a customer, new or known, is signed in for 30 days from
 * their last visit, and the session this browser had before ends. An account is only joined to a provider when both sides have
 * confirmed the email; an admin's never is (decision A5).
 */
export async function finishSocialSignIn(
  deps: { auth: Auth; db: Database },
  input: { provider: SocialProvider; request: Request },
): Promise<Result<SocialSignIn, SocialSignInFailure>> {
  const { auth, db } = deps;
  const { provider, request } = input;
  const before = await auth.api.getSession({
    headers: request.headers,
    query: { disableCookieCache: true, disableRefresh: true },
  });
  const response = await auth.handler(callbackRequest(request, provider));
  const location = response.headers.get("location") ?? "";
  if (!URL.canParse(location, request.url)) return fail("failed");
  const { pathname, searchParams } = new URL(location, request.url);
  if (pathname !== SIGNED_IN && pathname !== SIGNED_UP) {
    return fail(failures[searchParams.get("error") ?? ""] ?? "failed");
  }
  if (before) await db.delete(sessions).where(eq(sessions.token, before.session.token));
  const cookies = response.headers.getSetCookie();
  return ok({ isNew: pathname === SIGNED_UP, lifetimeS: CUSTOMER_SESSION_S, cookies });
}
