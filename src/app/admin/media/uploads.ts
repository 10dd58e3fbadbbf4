import { actorContext, depsContext } from "#app/web/context.ts";
import { isAdmin } from "#features/identity/actor.ts";
import type { Route } from "./+types/uploads.ts";

/** Answers one request of the upload protocol (decisions/0012), for an admin alone. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  if (!isAdmin(context.get(actorContext))) return new Response(null, { status: 403 });
  return context.get(depsContext).uploads.handle(request);
}
