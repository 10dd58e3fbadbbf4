import type { Counted } from "#features/catalog/listing/filtered-listing.server.ts";
import { countFacets } from "#features/catalog/listing/filtered-listing.server.ts";
import type { FacetCounts } from "#features/catalog/listing/listing-filter.ts";
import { isShowingFilters } from "./listing-url.ts";

/** The filters with their counts when the URL asks for them; otherwise null without a query. */
export async function countFacetsShown(
  db: Parameters<typeof countFacets>[0],
  url: URL,
  counted: Counted,
): Promise<FacetCounts | null> {
  return isShowingFilters(url.search) ? countFacets(db, counted) : null;
}
