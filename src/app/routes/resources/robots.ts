import { depsContext } from "#app/context.ts";
import { robotsText } from "#app/feeds/robots.ts";
import { publicText } from "#app/storefront/public-page.ts";
import type { Route } from "./+types/robots.ts";

/** What crawlers may read. */
export async function loader({ context }: Route.LoaderArgs) {
  const { siteFacts, publicUrl } = context.get(depsContext);
  const { indexing } = (await siteFacts()).seo;
  return publicText(robotsText({ publicUrl, indexing }), "text/plain");
}
