import { depsContext } from "#app/context.ts";
import { webManifest } from "#app/feeds/web-manifest.ts";
import { publicText } from "#app/storefront/public-page.ts";
import type { Route } from "./+types/web-manifest.ts";

/** How the shop stands on a home screen. */
export async function loader({ context }: Route.LoaderArgs) {
  const { shell } = await context.get(depsContext).siteFacts();
  return publicText(JSON.stringify(webManifest(shell.general)), "application/manifest+json");
}
