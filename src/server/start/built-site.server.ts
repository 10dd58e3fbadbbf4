import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { RouterContextProvider, ServerBuild } from "react-router";
import { createRequestHandler } from "react-router";
import type { AppDeps } from "#app/web/context.ts";
import { AppError } from "#core/app-error.ts";

/** Renders a request by React Router. */
export type Render = (request: Request, requestId: string) => Promise<Response>;

/** React Router's part of the shop, waiting for what its routes hand to the use cases. */
export type Site = { clientDirectory: string; renderWith(deps: AppDeps): Render };

/** What src/app/entry.server.tsx exports beside React Router's own; the keys of a context exist once, in its bundle. */
export type SiteEntry = {
  provideContext(deps: AppDeps, requestId: string): RouterContextProvider;
};

const buildDirectory = join(import.meta.dirname, "../../../build");

/** Loads what `npm run build` made; throws AppError('configuration') when there is nothing. */
export async function loadBuiltSite(): Promise<Site> {
  const file = join(buildDirectory, "server", "index.js");
  if (!existsSync(file)) {
    throw new AppError("configuration", "The site is not built: start it with 'npm start'.");
  }
  const build: ServerBuild = await import(pathToFileURL(file).href);
  const { provideContext } = build.entry.module as unknown as SiteEntry;
  const handle = createRequestHandler(build, "production");
  return {
    clientDirectory: join(buildDirectory, "client"),
    renderWith: (deps) => (request, requestId) => handle(request, provideContext(deps, requestId)),
  };
}
