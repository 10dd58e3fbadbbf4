import { actorContext, depsContext } from "#app/web/context.ts";
import { isAdmin } from "#features/base/identity/actor.ts";
import type { Route } from "./+types/uploads.ts";

/** Speaks the upload protocol (ADR 0012), for admins only. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  if (!isAdmin(context.get(actorContext))) return new Response(null, { status: 403 });
  return context.get(depsContext).uploads.handle(request);
}
