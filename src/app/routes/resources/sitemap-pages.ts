import { depsContext } from "#app/context.ts";
import { publicPages } from "#app/feeds/public-pages.ts";
import { SITEMAP_FOOT, SITEMAP_HEAD, sitemapEntry } from "#app/feeds/sitemap.ts";
import { publicText } from "#app/storefront/public-page.ts";
import { listCategoryChanges } from "#features/catalog/listing/sitemap-queries.server.ts";
import type { Route } from "./+types/sitemap-pages.ts";

/** The sitemap of everything but products. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, publicUrl } = context.get(depsContext);
  const pages = publicPages(await listCategoryChanges(db));
  const entries = pages.map((page) => sitemapEntry(publicUrl, page));
  return publicText(SITEMAP_HEAD + entries.join("") + SITEMAP_FOOT, "application/xml");
}
