import { cookieContextFor, hasSignedInCookie, signedInCookie } from "#app/web/browser-cookies.ts";
import { PRIVATE } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { visitCookies } from "#app/web/require-customer.server.ts";
import { findActorAndSession } from "#features/base/identity/sessions.server.ts";
import type { Route } from "./+types/session.ts";

/** Identifies the user on cached pages. Requested only with the signed-in cookie. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const found = await findActorAndSession(deps, request);
  const { actor } = found;
  const headers = new Headers(PRIVATE);
  const cookieContext = cookieContextFor(deps.publicUrl);
  // The session expired: clearing the cookie stops the requests.
  if (actor.role === "visitor" && hasSignedInCookie(request)) {
    headers.append("Set-Cookie", signedInCookie(0, cookieContext));
  }
  for (const cookie of await visitCookies(deps, request, found)) {
    headers.append("Set-Cookie", cookie);
  }
  const name = actor.role === "visitor" ? undefined : actor.name;
  return Response.json({ role: actor.role, name }, { headers });
}
