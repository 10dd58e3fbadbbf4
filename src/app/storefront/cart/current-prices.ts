import { publicData } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { listCurrentPrices } from "#features/catalog/listing/catalog-queries.server.ts";
import type { Route } from "./+types/current-prices.ts";

/** The prices of now, for recently viewed products; equal for all visitors. */
export async function loader({ context }: Route.LoaderArgs) {
  return publicData(await listCurrentPrices(context.get(depsContext).db), ["listing"]);
}
