import { publicData } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { suggestProducts } from "#features/catalog/search/search-queries.server.ts";
import { shownSearch } from "#features/catalog/search/search-text.ts";
import type { Route } from "./+types/search-suggestions.ts";

/** The suggestions are equal for all visitors. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const text = shownSearch(new URL(request.url).searchParams.get("q"));
  return publicData(await suggestProducts(context.get(depsContext).db, text), ["listing"]);
}
