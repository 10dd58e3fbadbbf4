import type { MiddlewareFunction } from "react-router";
import { replace } from "react-router";
import { findActorAndSession } from "#features/identity/sessions.server.ts";
import { cookieContextFor, hasSignedInCookie, signedInCookie } from "./browser-cookies.ts";
import { actorContext, depsContext, sessionContext } from "./context.ts";
import { PRIVATE } from "./require-admin.server.ts";
import { authPath } from "./safe-path.ts";
import { visitCookies } from "./visit-cookies.server.ts";

/**
 * Lets whoever is signed in, customer or admin, through to every loader and action below, and sends visitors to the sign-in page
 * and from there back (decision A6). A visitor's write does nothing: the middleware answers before any action runs.
 */
export const requireCustomer: MiddlewareFunction<Response> = async (
  { request, context, url },
  next,
) => {
  const deps = context.get(depsContext);
  const found = await findActorAndSession(deps, request);
  const { actor, session } = found;
  if (actor.role === "visitor") {
    const headers = new Headers(PRIVATE);
    if (hasSignedInCookie(request))
      headers.append("Set-Cookie", signedInCookie(0, cookieContextFor(deps.publicUrl)));
    throw replace(authPath(url.pathname + url.search), { headers });
  }
  context.set(actorContext, actor);
  context.set(sessionContext, session);
  const cookies = await visitCookies(deps, request, found);
  const response = await next();
  response.headers.set("Cache-Control", PRIVATE["Cache-Control"]);
  // An action that ended the session has the last word on its cookies.
  const set = response.headers.getSetCookie();
  if (set.some((cookie) => cookie.includes("session_token="))) return response;
  for (const cookie of cookies) response.headers.append("Set-Cookie", cookie);
  return response;
};
