import { depsContext } from "#app/context.ts";
import { newPiecesFeed } from "#app/feeds/new-pieces-feed.ts";
import { weighPicture } from "#app/feeds/weigh-picture.server.ts";
import { publicText } from "#app/storefront/public-page.ts";
import { listNewestPieces } from "#features/catalog/listing/feed-queries.server.ts";
import type { Route } from "./+types/new-pieces-feed.ts";

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
