import { data } from "react-router";
import { publicPage } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { findRelatedProducts } from "#features/catalog/listing/catalog-queries.server.ts";
import type { Route } from "./+types/related-products-route.ts";

/** What goes well with a product as JSON, for the end of its page; the same for every visitor. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const pieces = await findRelatedProducts(context.get(depsContext).db, params.id);
  if (!pieces) return data([], { status: 404, headers: { "Cache-Control": "no-store" } });
  return publicPage(pieces);
}
