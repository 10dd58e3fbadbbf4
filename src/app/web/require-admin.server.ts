import type { MiddlewareFunction } from "react-router";
import { replace } from "react-router";
import { isAdmin } from "#features/identity/actor.ts";
import { findActor } from "#features/identity/sessions.server.ts";
import { actorContext, depsContext } from "./context.ts";
import { loginPath } from "./safe-path.ts";

/** For responses that only the requester may store. */
export const PRIVATE = { "Cache-Control": "private, no-store" };

/**
 * Admits admins to all loaders and actions below; redirects others to the login (specification 6). A middleware,
 * because child loaders and actions can run without their parent's loader.
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

/** Throws to the login: the role ended after the middleware ran. */
export function refuse(): never {
  throw replace("/login", { headers: PRIVATE });
}
