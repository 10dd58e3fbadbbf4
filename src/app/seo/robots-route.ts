import { depsContext } from "#app/web/context.ts";
import { publicText } from "#app/web/public-page.ts";
import type { Route } from "./+types/robots-route.ts";
import { robotsText } from "./robots.ts";

/** What crawlers may read. */
export async function loader({ context }: Route.LoaderArgs) {
  const { siteFacts, publicUrl } = context.get(depsContext);
  const { indexing } = (await siteFacts()).seo;
  return publicText(robotsText({ publicUrl, indexing }), "text/plain");
}
