import { depsContext } from "#app/context.ts";
import { findUpsellProducts } from "#features/cart/upsell-queries.server.ts";
import type { Route } from "./+types/cart-upsell.ts";

/** The pieces offered beside an order, for the cart to choose from; the same for every visitor (specification 2, Shop). */
export async function loader({ context }: Route.LoaderArgs) {
  const products = await findUpsellProducts(context.get(depsContext).db);
  return Response.json(products, {
    headers: {
      "Cache-Control":
        "public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400",
    },
  });
}
