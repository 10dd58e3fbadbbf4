import { depsContext } from "#app/web/context.ts";
import { getShippingSettings } from "#features/base/settings/site-settings-queries.server.ts";
import {
  getContentVersion,
  readAllProducts,
} from "#features/catalog/listing/feed-and-sitemap-queries.server.ts";
import type { Route } from "./+types/google-feed-route.ts";
import { GOOGLE_FEED_FOOT, googleFeedHead, googleItems } from "./google-feed.ts";
import { streamText } from "./stream-text.server.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, publicUrl, siteFacts, logger } = context.get(depsContext);
  const [version, { shell }, shipping] = await Promise.all([
    getContentVersion(db),
    siteFacts(),
    getShippingSettings(db),
  ]);
  const { siteName, siteDescription } = shell.general;
  const shop = { publicUrl, siteName, siteDescription, shipping };
  async function* chunks() {
    yield googleFeedHead(shop);
    for await (const products of readAllProducts(db)) {
      for (const product of products) yield googleItems(product, shop);
    }
    yield GOOGLE_FEED_FOOT;
  }
  return streamText(request, { contentType: "application/xml", version, chunks, logger });
}
