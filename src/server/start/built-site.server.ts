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

/** Where the owner works: pages that lead to each other within the browser and know the owner's routes. */
const OWNERS_PAGES = /^\/(admin|login|sign-out)(\/|\.data$|$)/;

/** The build with the smaller route manifest, which scripts/split-manifest.mjs left beside the whole one. */
function forShoppers(build: ServerBuild): ServerBuild {
  const url = build.assets.url.replace("/manifest-", "/manifest-shop-");
  return { ...build, assets: { ...build.assets, url } };
}

/** Loads what `npm run build` made; throws AppError('configuration') when there is nothing. */
export async function loadBuiltSite(): Promise<Site> {
  const file = join(buildDirectory, "server", "index.js");
  if (!existsSync(file)) {
    throw new AppError("configuration", "The site is not built: start it with 'npm start'.");
  }
  const build: ServerBuild = await import(pathToFileURL(file).href);
  const { provideContext } = build.entry.module as unknown as SiteEntry;
  const handleOwner = createRequestHandler(build, "production");
  const handleShopper = createRequestHandler(forShoppers(build), "production");
  return {
    clientDirectory: join(buildDirectory, "client"),
    renderWith: (deps) => (request, requestId) => {
      const isOwners = OWNERS_PAGES.test(new URL(request.url).pathname);
      const handle = isOwners ? handleOwner : handleShopper;
      return handle(request, provideContext(deps, requestId));
    },
  };
}
