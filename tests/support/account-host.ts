import type { RouteConfigEntry } from "@react-router/dev/routes";
import { createRequestHandler, RouterContextProvider } from "react-router";
import type { AppDeps } from "#app/web/context.ts";
import { depsContext } from "#app/web/context.ts";
import { routeBuild } from "./route-build.ts";

/** A route of a guarded part of the route table; `id` is what a request for its loader alone names. */
export type GuardedRoute = { id: string; file: string; path: string; frame: string };

/** The routes below the layouts of these files. */
export function routesBelow(
  table: readonly RouteConfigEntry[],
  frames: readonly string[],
): GuardedRoute[] {
  return table.flatMap((entry) => {
    const below = routesBelow(entry.children ?? [], frames);
    if (!frames.includes(entry.file)) return below;
    return (entry.children ?? []).map(({ id, file, path }) => ({
      id: id ?? file,
      file,
      path: `/${path}`,
      frame: entry.file,
    }));
  });
}

const routeModules = import.meta.glob("../../src/app/**/*.{ts,tsx}");

/** Loads the route module of a file named in src/app/routes.ts. */
export async function loadRouteModule(file: string): Promise<Record<string, unknown>> {
  const load = routeModules[`../../src/app/${file}`];
  if (!load) throw new Error(`No route module ${file}`);
  return (await load()) as Record<string, unknown>;
}

/** Guarded routes behind React Router's own request handler; pages come out as their loaders' data. */
export async function guardedHost(
  routes: readonly GuardedRoute[],
  deps: AppDeps,
): Promise<(request: Request) => Promise<Response>> {
  const built: Record<string, unknown> = {};
  for (const frame of new Set(routes.map((route) => route.frame))) {
    built[frame] = { id: frame, module: await loadRouteModule(frame) };
  }
  for (const { id, file, path, frame } of routes) {
    built[id] = { id, path, parentId: frame, module: await loadRouteModule(file) };
  }
  const handle = createRequestHandler(routeBuild(built), "production");
  return (request) => {
    const context = new RouterContextProvider();
    context.set(depsContext, deps);
    return handle(request, context);
  };
}
