import { PRIVATE } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { packProducts } from "#features/catalog/listing/packed-products.ts";
import { listSavedProducts } from "#features/sales/cart/wishlist/sync-wishlist.server.ts";
import { parseWantedIds } from "#features/sales/cart/wishlist/wishlist-sync-input.ts";
import type { Route } from "./+types/wishlist-products.ts";

/** The list is posted, because URLs are logged. */
export function loader() {
  return Response.json({ error: { code: "method" } }, { status: 405, headers: PRIVATE });
}

/** Returns the products that still exist, in order; stores nothing. */
export async function action({ request, context }: Route.ActionArgs) {
  const ids = parseWantedIds(await request.json().catch(() => null));
  const products = await listSavedProducts(context.get(depsContext).db, ids);
  return Response.json({ products: packProducts(products) }, { headers: PRIVATE });
}
