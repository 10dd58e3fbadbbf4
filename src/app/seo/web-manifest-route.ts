import { publicText } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import type { Route } from "./+types/web-manifest-route.ts";
import { webManifest } from "./web-manifest.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { shell } = await context.get(depsContext).siteFacts();
  return publicText(JSON.stringify(webManifest(shell.general)), "application/manifest+json");
}
