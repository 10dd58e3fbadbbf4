import { publicText } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import {
  listCategoryChanges,
  listSitemapParts,
} from "#features/catalog/listing/feed-and-sitemap-queries.server.ts";
import type { Route } from "./+types/sitemap-index-route.ts";
import { PRODUCTS_A_PART, sitemapIndex } from "./sitemap.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { db, publicUrl } = context.get(depsContext);
  const [changes, parts] = await Promise.all([
    listCategoryChanges(db),
    listSitemapParts(db, PRODUCTS_A_PART),
  ]);
  const newest = Math.max(...changes.map(({ changedAt }) => changedAt.getTime()));
  const index = sitemapIndex(publicUrl, [
    { path: "/sitemaps/pages.xml", changedAt: changes.length > 0 ? new Date(newest) : null },
    ...parts.map((changedAt, number) => ({
      path: `/sitemaps/products-${number + 1}.xml`,
      changedAt,
    })),
  ]);
  return publicText(index, "application/xml");
}
