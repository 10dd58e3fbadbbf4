import { actorContext, depsContext } from "#app/web/context.ts";
import { isAdmin } from "#features/identity/actor.ts";
import type { Route } from "./+types/uploads.ts";

/** Handles a request of the upload protocol (ADR 0012); admins only. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  if (!isAdmin(context.get(actorContext))) return new Response(null, { status: 403 });
  return context.get(depsContext).uploads.handle(request);
}
