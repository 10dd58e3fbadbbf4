import type { ActorAndSession } from "#features/identity/sessions.server.ts";
import { prolongSession } from "#features/identity/sessions.server.ts";
import { CUSTOMER_SESSION_S } from "#platform/auth.server.ts";
import { cookieContextFor, signedInCookie } from "./browser-cookies.ts";
import type { AppDeps } from "./context.ts";

/** The cookies by which a customer's visit prolongs their session; none for visitors, admins and a second visit on one day. */
export async function visitCookies(
  deps: Pick<AppDeps, "auth" | "clock" | "publicUrl">,
  request: Request,
  { actor, session }: ActorAndSession,
): Promise<readonly string[]> {
  if (actor.role !== "customer" || !session) return [];
  const cookies = await prolongSession(deps, { session, request });
  if (cookies.length === 0) return [];
  return [...cookies, signedInCookie(CUSTOMER_SESSION_S, cookieContextFor(deps.publicUrl))];
}
