import { publicData } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { listingTags } from "#core/content-tag.ts";
import { findUpsellProducts } from "#features/sales/cart/upsell-queries.server.ts";
import type { Route } from "./+types/cart-upsell.ts";

/** Equal for all visitors (specification 2, Shop). */
export async function loader({ context }: Route.LoaderArgs) {
  const products = await findUpsellProducts(context.get(depsContext).db);
  return publicData(products, listingTags(products));
}
