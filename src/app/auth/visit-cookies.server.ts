import type { AppDeps } from "#app/context.ts";
import type { Actor } from "#features/identity/actor.ts";
import { prolongSession } from "#features/identity/prolong-session.server.ts";
import { CUSTOMER_SESSION_S } from "#platform/auth.server.ts";
import { hintCookie, placeOf } from "./browser-cookies.ts";

/** The cookies by which a customer's visit prolongs their session; none for visitors, admins and a second visit on one day. */
export async function visitCookies(
  deps: Pick<AppDeps, "auth" | "publicUrl">,
  request: Request,
  actor: Actor,
): Promise<readonly string[]> {
  if (actor.role !== "customer") return [];
  const cookies = await prolongSession(deps, request);
  if (cookies.length === 0) return [];
  return [...cookies, hintCookie(CUSTOMER_SESSION_S, placeOf(deps.publicUrl))];
}
