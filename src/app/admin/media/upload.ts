import { actorContext, depsContext } from "#app/web/context.ts";
import { isId } from "#core/ids.ts";
import { isAdmin } from "#features/identity/actor.ts";
import type { Route } from "./+types/upload.ts";

type Args = Pick<Route.ActionArgs, "request" | "context" | "params">;

async function answer({ request, context, params }: Args): Promise<Response> {
  if (!isAdmin(context.get(actorContext))) return new Response(null, { status: 403 });
  if (!isId(params.id)) return new Response("Not Found", { status: 404 });
  return context.get(depsContext).uploads.handle(request);
}

/** How much of an upload has arrived: HEAD of the protocol. What was received is never given out again. */
export function loader(args: Route.LoaderArgs): Promise<Response> | Response {
  if (args.request.method === "HEAD") return answer(args);
  return new Response("Not Found", { status: 404 });
}

/** The next piece of an upload (PATCH), or giving it up (DELETE). */
export function action(args: Route.ActionArgs): Promise<Response> {
  return answer(args);
}
