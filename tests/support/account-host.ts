import { join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { ServerBuild } from "react-router";
import { createRequestHandler, RouterContextProvider } from "react-router";
import { handleError } from "#app/entry.server.tsx";
import type { AppDeps } from "#app/web/context.ts";
import { depsContext } from "#app/web/context.ts";
import { routeBuild } from "./route-build.ts";

/** `id`: for a loader alone. */
export type GuardedRoute = { id: string; file: string; path: string; frame: string };

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

const APP = join(import.meta.dirname, "../../src/app");

/** Imports a path that no tool can read: a pattern would make every file of src/app look used (knip.config.ts). */
export async function loadRouteModule(file: string): Promise<Record<string, unknown>> {
  return import(/* @vite-ignore */ join(APP, file));
}

/** Guarded routes through React Router's handler; a page is its loaders' data. */
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

export type SiteRoute = { id: string; file: string; path: string };

export function siteRoutes(table: readonly RouteConfigEntry[]): SiteRoute[] {
  return table.flatMap(({ id, file, path, index, children }) => {
    if (children) return siteRoutes(children);
    if (path === undefined && !index) return [];
    return [{ id: id ?? file, file, path: `/${path ?? ""}` }];
  });
}

/** The whole route table for React Router's handler; a page is its loaders' data. */
export async function siteBuild(table: readonly RouteConfigEntry[]): Promise<ServerBuild> {
  const built: Record<string, unknown> = {};
  const add = async (entries: readonly RouteConfigEntry[], parentId?: string) => {
    for (const { id: named, file, path, index, children = [] } of entries) {
      const id = named ?? file;
      built[id] = { id, path, index, parentId, module: await loadRouteModule(file) };
      await add(children, id);
    }
  };
  await add(table);
  const build = routeBuild(built);
  return { ...build, entry: { module: { ...build.entry.module, handleError } } };
}
