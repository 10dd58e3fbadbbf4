import { depsContext } from "#app/web/context.ts";
import { PRIVATE } from "#app/web/require-admin.server.ts";
import { listSavedProducts } from "#features/cart/wishlist/sync-wishlist.server.ts";
import { parseWantedIds } from "#features/cart/wishlist/wishlist-sync-input.ts";
import { packProducts } from "#features/catalog/listing/packed-products.ts";
import type { Route } from "./+types/wishlist-products.ts";

/** A list stands in the body and never in an address, where it would be noted down on its way. */
export function loader() {
  return Response.json({ error: { code: "method" } }, { status: 405, headers: PRIVATE });
}

/** The pieces of a wishlist that the shop still has, packed, in the order asked for; nothing is kept. */
export async function action({ request, context }: Route.ActionArgs) {
  const ids = parseWantedIds(await request.json().catch(() => null));
  const pieces = await listSavedProducts(context.get(depsContext).db, ids);
  return Response.json({ products: packProducts(pieces) }, { headers: PRIVATE });
}
