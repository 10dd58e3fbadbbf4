import type { MiddlewareFunction } from "react-router";
import type { ActorAndSession } from "#features/base/identity/sessions.server.ts";
import {
  findActorAndSession,
  prolongSession,
  touchSession,
} from "#features/base/identity/sessions.server.ts";
import { CUSTOMER_SESSION_S } from "#platform/auth.server.ts";
import { cookieContextFor, hasSignedInCookie, signedInCookie } from "./browser-cookies.ts";
import { PRIVATE } from "./cache-headers.ts";
import type { AppDeps } from "./context.ts";
import { actorContext, depsContext, sessionContext } from "./context.ts";
import { leadToSignIn } from "./lead-to-sign-in.server.ts";
import { recordingRefusals } from "./refusals.server.ts";
import { authPath } from "./safe-path.ts";

/** Guards all loaders and actions below; visitors go to the sign-in page and back (decision A6). */
export const requireCustomer: MiddlewareFunction<Response> = async (
  { request, context, url },
  next,
) => {
  const deps = context.get(depsContext);
  const found = await findActorAndSession(deps, request);
  const { actor, ended, session } = found;
  if (actor.role === "visitor") {
    const headers = new Headers(PRIVATE);
    if (hasSignedInCookie(request))
      headers.append("Set-Cookie", signedInCookie(0, cookieContextFor(deps.publicUrl)));
    const path = url.pathname + url.search;
    return leadToSignIn(deps, { request, path, signInPath: authPath(path), ended, headers });
  }
  context.set(actorContext, actor);
  context.set(sessionContext, session);
  const cookies = await visitCookies(deps, request, found);
  const response = await recordingRefusals(deps, { actor, request }, next);
  response.headers.set("Cache-Control", PRIVATE["Cache-Control"]);
  // Cookies of an action that ended the session win.
  const set = response.headers.getSetCookie();
  if (set.some((cookie) => cookie.includes("session_token="))) return response;
  for (const cookie of cookies) response.headers.append("Set-Cookie", cookie);
  return response;
};

/** Records that the session was used, and extends a customer's once a day. */
export async function visitCookies(
  deps: Pick<AppDeps, "auth" | "clock" | "db" | "publicUrl">,
  request: Request,
  { actor, session }: ActorAndSession,
): Promise<readonly string[]> {
  if (!session) return [];
  await touchSession(deps, { session });
  if (actor.role !== "customer") return [];
  const cookies = await prolongSession(deps, { session, request });
  if (cookies.length === 0) return [];
  return [...cookies, signedInCookie(CUSTOMER_SESSION_S, cookieContextFor(deps.publicUrl))];
}
