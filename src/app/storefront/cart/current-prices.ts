import { publicPage } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { listCurrentPrices } from "#features/catalog/listing/catalog-queries.server.ts";
import type { Route } from "./+types/current-prices.ts";

/** What every piece costs as JSON, for a browser's recently viewed pieces; the same for every visitor. */
export async function loader({ context }: Route.LoaderArgs) {
  return publicPage(await listCurrentPrices(context.get(depsContext).db));
}
