import type { Server } from "node:http";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { ServerBuild } from "react-router";
import type { AppDeps } from "#app/web/context.ts";
import { newId } from "#core/ids.ts";
import type { SiteEntry } from "./built-site.server.ts";
import type { Shutdown } from "./shutdown.server.ts";

const VIRTUAL_BUILD = "virtual:react-router/server-build";
const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** The tools end the process at a signal at once; only the shop's own orderly end may stay. */
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

/** The site with hot reload, straight from the sources: no page cache, no compression, no content security policy. */
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
  // The tools evaluate a copy of the router for themselves, and its objects know only their own kind.
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
