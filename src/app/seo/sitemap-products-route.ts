import { productPath } from "#app/components/product/product-url.ts";
import { depsContext } from "#app/web/context.ts";
import {
  getContentVersion,
  readSitemapPart,
} from "#features/catalog/listing/feed-and-sitemap-queries.server.ts";
import type { Route } from "./+types/sitemap-products-route.ts";
import { PRODUCTS_A_PART, SITEMAP_FOOT, SITEMAP_HEAD, sitemapEntry } from "./sitemap.ts";
import { streamText } from "./stream-text.server.ts";

const PART = /^products-([1-9]\d{0,3})\.xml$/;

/** A part beyond the last one is empty. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, publicUrl, logger } = context.get(depsContext);
  const [, digits] = PART.exec(params.part) ?? [];
  if (digits === undefined) return new Response("Not Found", { status: 404 });
  const number = Number(digits) - 1;
  const version = await getContentVersion(db);
  async function* chunks() {
    yield SITEMAP_HEAD;
    for await (const rows of readSitemapPart(db, { number, size: PRODUCTS_A_PART })) {
      const entries = rows.map(({ id, ...row }) =>
        sitemapEntry(publicUrl, { path: productPath(id), ...row }),
      );
      yield entries.join("");
    }
    yield SITEMAP_FOOT;
  }
  return streamText(request, { contentType: "application/xml", version, chunks, logger });
}
