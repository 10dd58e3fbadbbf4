import type { MiddlewareFunction } from "react-router";
import { replace } from "react-router";
import { actorContext, depsContext } from "#app/context.ts";
import { findActor } from "#features/identity/find-actor.server.ts";
import { PRIVATE } from "./require-admin.server.ts";
import { authPath } from "./safe-path.ts";

/**
 * Lets whoever is signed in, customer or admin, through to every loader and action below, and sends visitors to the sign-in page
 * and from there back (decision A6). A visitor's write does nothing: the middleware answers before any action runs.
 */
export const requireCustomer: MiddlewareFunction<Response> = async (
  { request, context, url },
  next,
) => {
  const actor = await findActor(context.get(depsContext), request);
  if (actor.role === "visitor") {
    throw replace(authPath(url.pathname + url.search), { headers: PRIVATE });
  }
  context.set(actorContext, actor);
  const response = await next();
  response.headers.set("Cache-Control", PRIVATE["Cache-Control"]);
  return response;
};
