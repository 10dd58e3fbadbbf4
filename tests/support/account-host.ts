import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { ServerBuild } from "react-router";
import { createRequestHandler, RouterContextProvider } from "react-router";
import type { AppDeps } from "#app/context.ts";
import { depsContext } from "#app/context.ts";

/** A route of a guarded part of the route table; `id` is what a request for its loader alone names. */
export type GuardedRoute = { id: string; file: string; path: string; frame: string };

const loaderDataOf = (entry: unknown) =>
  JSON.stringify(
    (entry as { staticHandlerContext: { loaderData: unknown } }).staticHandlerContext.loaderData,
  );

/** The routes below the frames of these files, wherever they stand in the table. */
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

/** Guarded routes behind React Router's own request handler; pages come out as their loaders' data. */
export async function guardedHost(
  routes: readonly GuardedRoute[],
  modules: Record<string, () => Promise<unknown>>,
  deps: AppDeps,
): Promise<(request: Request) => Promise<Response>> {
  const built: Record<string, unknown> = {};
  for (const frame of new Set(routes.map((route) => route.frame))) {
    built[frame] = { id: frame, module: await modules[`../${frame}`]?.() };
  }
  for (const { id, file, path, frame } of routes) {
    built[id] = { id, path, parentId: frame, module: await modules[`../${file}`]?.() };
  }
  const build = {
    entry: {
      module: {
        default: (_request: Request, status: number, headers: Headers, entry: unknown) =>
          new Response(loaderDataOf(entry), { status, headers }),
      },
    },
    routes: built,
    assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "" },
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    publicPath: "/",
    assetsBuildDirectory: "",
    routeDiscovery: { mode: "initial", manifestPath: "/__manifest" },
  } as unknown as ServerBuild;
  const handle = createRequestHandler(build, "production");
  return (request) => {
    const context = new RouterContextProvider();
    context.set(depsContext, deps);
    return handle(request, context);
  };
}
