import { publicPage } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { findUpsellProducts } from "#features/cart/upsell-queries.server.ts";
import type { Route } from "./+types/cart-upsell.ts";

/** The pieces offered beside an order as JSON, for the cart to choose from; the same for every visitor (specification 2, Shop). */
export async function loader({ context }: Route.LoaderArgs) {
  return publicPage(await findUpsellProducts(context.get(depsContext).db));
}
