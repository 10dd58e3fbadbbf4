import { hasHint, hintCookie } from "#app/auth/browser-cookies.ts";
import { PRIVATE } from "#app/auth/require-admin.server.ts";
import { depsContext } from "#app/context.ts";
import { findActor } from "#features/identity/find-actor.server.ts";
import type { Route } from "./+types/session.ts";

/** Who is signed in, for the frame of a shared page; asked for by the browser only when the hint cookie says that somebody is. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const actor = await findActor(deps, request);
  const headers = new Headers(PRIVATE);
  if (actor.role !== "visitor") {
    return Response.json({ role: actor.role, name: actor.name }, { headers });
  }
  if (hasHint(request)) {
    // The session ended by itself: nobody needs to ask again.
    const place = { https: deps.publicUrl.startsWith("https://") };
    headers.append("Set-Cookie", hintCookie(false, place));
  }
  return Response.json({ role: actor.role }, { headers });
}
