import { depsContext } from "#app/web/context.ts";
import { publicText } from "#app/web/public-page.ts";
import { listNewestPieces } from "#features/catalog/listing/feed-queries.server.ts";
import type { Route } from "./+types/new-pieces-feed-route.ts";
import { newPiecesFeed } from "./new-pieces-feed.ts";
import { weighPicture } from "./weigh-picture.server.ts";

/** More than a reader shows at once. */
const PIECES = 20;

/** The newest pieces for feed readers. */
export async function loader({ context }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const [newest, { shell }] = await Promise.all([
    listNewestPieces(deps.db, PIECES),
    deps.siteFacts(),
  ]);
  const pieces = await Promise.all(
    newest.map(async ({ product, createdAt }) => ({
      product,
      createdAt,
      picture: await weighPicture(deps, product),
    })),
  );
  const { siteName, siteDescription } = shell.general;
  const { publicUrl } = deps;
  const feed = newPiecesFeed({ publicUrl, siteName, siteDescription, pieces });
  return publicText(feed, "application/rss+xml");
}
