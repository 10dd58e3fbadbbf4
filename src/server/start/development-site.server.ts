import type { Server } from "node:http";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { ServerBuild } from "react-router";
import { createRequestHandler } from "react-router";
import type { AppDeps } from "#app/context.ts";
import { newId } from "#core/ids.ts";
import type { SiteEntry } from "./built-site.server.ts";
import type { Closing } from "./closing.server.ts";

const VIRTUAL_BUILD = "virtual:react-router/server-build";

/** The site with hot reload, straight from the sources: no page cache, no compression, no content security policy. */
export async function createDevelopmentServer(deps: AppDeps, closing: Closing): Promise<Server> {
  const { createServer: createVite } = await import("vite");
  const server = createServer();
  const vite = await createVite({
    appType: "custom",
    server: { middlewareMode: { server }, hmr: { server } },
  });
  closing.add("development tools", () => vite.close());
  const loadBuild = async () => (await vite.ssrLoadModule(VIRTUAL_BUILD)) as ServerBuild;
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
