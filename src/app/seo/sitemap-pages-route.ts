import { publicText } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { listCategoryChanges } from "#features/catalog/listing/feed-and-sitemap-queries.server.ts";
import type { Route } from "./+types/sitemap-pages-route.ts";
import { publicPages, SITEMAP_FOOT, SITEMAP_HEAD, sitemapEntry } from "./sitemap.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { db, publicUrl } = context.get(depsContext);
  const pages = publicPages(await listCategoryChanges(db));
  const entries = pages.map((page) => sitemapEntry(publicUrl, page));
  return publicText(SITEMAP_HEAD + entries.join("") + SITEMAP_FOOT, "application/xml");
}
