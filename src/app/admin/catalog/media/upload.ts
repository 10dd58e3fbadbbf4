import { actorContext, depsContext } from "#app/web/context.ts";
import { isId } from "#core/ids.ts";
import { isAdmin } from "#features/base/identity/actor.ts";
import type { Route } from "./+types/upload.ts";

type Args = Pick<Route.ActionArgs, "request" | "context" | "params">;

async function respond({ request, context, params }: Args): Promise<Response> {
  if (!isAdmin(context.get(actorContext))) return new Response(null, { status: 403 });
  if (!isId(params.id)) return new Response("Not Found", { status: 404 });
  return context.get(depsContext).uploads.handle(request);
}

/** HEAD returns how much has arrived. Uploaded bytes are never served. */
export function loader(args: Route.LoaderArgs): Promise<Response> | Response {
  if (args.request.method === "HEAD") return respond(args);
  return new Response("Not Found", { status: 404 });
}

/** PATCH sends the next chunk of an upload, DELETE cancels it. */
export function action(args: Route.ActionArgs): Promise<Response> {
  return respond(args);
}
