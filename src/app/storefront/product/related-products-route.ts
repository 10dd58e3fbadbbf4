import { data } from "react-router";
import { publicData } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { findRelatedProducts } from "#features/catalog/listing/catalog-queries.server.ts";
import type { Route } from "./+types/related-products-route.ts";

/** The products are equal for all visitors. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const products = await findRelatedProducts(context.get(depsContext).db, params.id);
  if (!products) return data([], { status: 404, headers: { "Cache-Control": "no-store" } });
  return publicData(products, ["listing"]);
}
