import { publicText } from "#app/web/cache-headers.ts";
import type { AppDeps } from "#app/web/context.ts";
import { depsContext } from "#app/web/context.ts";
import { deriveImage } from "#features/base/media/derive-image.server.ts";
import { imagePath, SOCIAL_IMAGE_WIDTH } from "#features/base/media/image-url.ts";
import { listNewestProducts } from "#features/catalog/listing/feed-and-sitemap-queries.server.ts";
import type { ProductSummary } from "#features/catalog/products/product.ts";
import type { Route } from "./+types/new-products-feed-route.ts";
import { newProductsFeed } from "./new-products-feed.ts";

/** RSS 2.0 requires the size in bytes; null without an image. */
async function findImageSize(
  deps: Pick<AppDeps, "db" | "files" | "logger" | "deletedMedia">,
  { images: [first] }: ProductSummary,
): Promise<{ path: string; byteSize: number } | null> {
  if (!first) return null;
  const rendition = { width: SOCIAL_IMAGE_WIDTH, format: "jpg" } as const;
  const made = await deriveImage(deps, { id: first.id, ...rendition, urgency: "background" });
  if (!made.ok) return null;
  return { path: imagePath(first.id, SOCIAL_IMAGE_WIDTH, "jpg"), byteSize: made.value.byteLength };
}

/** Feed readers show fewer at once. */
const MAX_ENTRIES = 20;

export async function loader({ context }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const [newest, { shell }] = await Promise.all([
    listNewestProducts(deps.db, MAX_ENTRIES),
    deps.siteFacts(),
  ]);
  const items = await Promise.all(
    newest.map(async ({ product, createdAt }) => ({
      product,
      createdAt,
      image: await findImageSize(deps, product),
    })),
  );
  const { siteName, siteDescription } = shell.general;
  const { publicUrl } = deps;
  const feed = newProductsFeed({ publicUrl, siteName, siteDescription, products: items });
  return publicText(feed, "application/rss+xml");
}
