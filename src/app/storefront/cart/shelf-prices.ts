import { depsContext } from "#app/web/context.ts";
import { publicPage } from "#app/web/public-page.ts";
import { listShelfPrices } from "#features/catalog/listing/shelf-prices.server.ts";
import type { Route } from "./+types/shelf-prices.ts";

/** What every piece costs as JSON, for a browser's recently viewed pieces; the same for every visitor. */
export async function loader({ context }: Route.LoaderArgs) {
  return publicPage(await listShelfPrices(context.get(depsContext).db));
}
