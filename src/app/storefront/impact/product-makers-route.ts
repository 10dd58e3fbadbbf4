import { publicData } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { listMakersOfProduct } from "#features/sales/impact/impact-queries.server.ts";
import type { Route } from "./+types/product-makers-route.ts";

/** The list is equal for all visitors, and empty for an unknown product. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const makers = await listMakersOfProduct(context.get(depsContext).db, params.id);
  return publicData(makers, ["impact"]);
}
