import { depsContext } from "#app/web/context.ts";
import { publicText } from "#app/web/public-page.ts";
import { listNewestProducts } from "#features/catalog/listing/feed-queries.server.ts";
import type { Route } from "./+types/new-products-feed-route.ts";
import { findImageSize } from "./image-size.server.ts";
import { newProductsFeed } from "./new-products-feed.ts";

/** More than a reader shows at once. */
const PIECES = 20;

/** The newest pieces for feed readers. */
export async function loader({ context }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const [newest, { shell }] = await Promise.all([
    listNewestProducts(deps.db, PIECES),
    deps.siteFacts(),
  ]);
  const pieces = await Promise.all(
    newest.map(async ({ product, createdAt }) => ({
      product,
      createdAt,
      picture: await findImageSize(deps, product),
    })),
  );
  const { siteName, siteDescription } = shell.general;
  const { publicUrl } = deps;
  const feed = newProductsFeed({ publicUrl, siteName, siteDescription, pieces });
  return publicText(feed, "application/rss+xml");
}
