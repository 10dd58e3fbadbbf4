import type { MiddlewareFunction } from "react-router";
import { replace } from "react-router";
import { isAdmin } from "#features/identity/actor.ts";
import { findActor } from "#features/identity/sessions.server.ts";
import { actorContext, depsContext } from "./context.ts";
import { loginPath } from "./safe-path.ts";

/** What nobody but the one who asked may keep. */
export const PRIVATE = { "Cache-Control": "private, no-store" };

/**
 * Lets admins through to every loader and action below, and sends everybody else to the login (specification 6). A middleware
 * and no loader, because child loaders and actions can be called without their parent's loader.
 */
export const requireAdmin: MiddlewareFunction<Response> = async (
  { request, context, url },
  next,
) => {
  const actor = await findActor(context.get(depsContext), request);
  if (!isAdmin(actor)) {
    throw replace(loginPath(url.pathname + url.search), { headers: PRIVATE });
  }
  context.set(actorContext, actor);
  const response = await next();
  response.headers.set("Cache-Control", PRIVATE["Cache-Control"]);
  return response;
};

/** A use case refused an actor whom the middleware let through: the role was taken away in between. */
export function refuse(): never {
  throw replace("/login", { headers: PRIVATE });
}
