import { existsSync } from "node:fs";
import type { Server } from "node:http";
import { createServer } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { getRequestListener } from "@hono/node-server";
import type { RouterContextProvider, ServerBuild } from "react-router";
import { createRequestHandler } from "react-router";
import type { AppDeps } from "#app/web/context.ts";
import { AppError } from "#core/app-error.ts";
import { newId } from "#core/ids.ts";
import type { MatchedRoute } from "../http/matched-route.ts";
import { createMatchedRoute } from "../http/matched-route.ts";
import type { Render } from "../http/render.ts";
import type { Shutdown } from "./shutdown.server.ts";

const VIRTUAL_BUILD = "virtual:react-router/server-build";
const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Vite exits at once on a signal. */
function keepListeners(): () => void {
  const own = SIGNALS.map((signal) => ({ signal, listeners: process.listeners(signal) }));
  return () => {
    for (const { signal, listeners } of own) {
      for (const listener of process.listeners(signal)) {
        if (!listeners.includes(listener)) process.off(signal, listener);
      }
    }
  };
}

/** Hot reload, without page cache, compression and content security policy. */
export async function createDevelopmentServer(deps: AppDeps, closing: Shutdown): Promise<Server> {
  const { createServer: createVite } = await import("vite");
  const server = createServer();
  const dropOthers = keepListeners();
  const vite = await createVite({
    appType: "custom",
    server: { middlewareMode: { server }, hmr: { server } },
  });
  dropOthers();
  closing.add("development tools", () => vite.close());
  const loadBuild = async () => (await vite.ssrLoadModule(VIRTUAL_BUILD)) as ServerBuild;
  // Vite's copy of the router accepts only its own objects.
  const { createRequestHandler } = (await vite.ssrLoadModule(
    "react-router",
  )) as typeof import("react-router");
  const handle = createRequestHandler(loadBuild, "development");
  const listener = getRequestListener(
    async (request) => {
      const { provideContext } = (await loadBuild()).entry.module as unknown as SiteEntry;
      return handle(request, provideContext(deps, newId()));
    },
    { overrideGlobalObjects: false },
  );
  server.on("request", (incoming, outgoing) => {
    vite.middlewares(incoming, outgoing, () => void listener(incoming, outgoing));
  });
  return server;
}

/** The web part of the shop before it gets its dependencies. */
export type Site = {
  clientDirectory: string;
  matchedRoute: MatchedRoute;
  renderWith(deps: AppDeps): Render;
};

/** Exported by src/app/entry.server.tsx; its bundle has the only context keys. */
type SiteEntry = {
  provideContext(deps: AppDeps, requestId: string): RouterContextProvider;
  withRequestStatus(response: Response, context: RouterContextProvider): Response;
};

const buildDirectory = join(import.meta.dirname, "../../../build");

/** Loads the result of `npm run build`. Throws AppError('configuration') without one. */
export async function loadBuiltSite(): Promise<Site> {
  const file = join(buildDirectory, "server", "index.js");
  if (!existsSync(file)) {
    throw new AppError("configuration", "The site is not built: start it with 'npm start'.");
  }
  const build: ServerBuild = await import(pathToFileURL(file).href);
  const { provideContext, withRequestStatus } = build.entry.module as unknown as SiteEntry;
  const handle = createRequestHandler(build, "production");
  return {
    clientDirectory: join(buildDirectory, "client"),
    matchedRoute: createMatchedRoute(Object.values(build.routes).filter((route) => !!route)),
    renderWith: (deps) => async (request, requestId) => {
      const context = provideContext(deps, requestId);
      return withRequestStatus(await handle(request, context), context);
    },
  };
}
