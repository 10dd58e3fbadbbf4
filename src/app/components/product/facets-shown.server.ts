import type { Counted } from "#features/catalog/listing/filtered-listing.server.ts";
import { countFacets } from "#features/catalog/listing/filtered-listing.server.ts";
import type { FacetCounts } from "#features/catalog/listing/listing-filter.ts";
import { isShowingFilters } from "./listing-url.ts";

/** The filters with their counts where an address asks to see them; null, and no statement, everywhere else. */
export async function countFacetsShown(
  db: Parameters<typeof countFacets>[0],
  url: URL,
  counted: Counted,
): Promise<FacetCounts | null> {
  return isShowingFilters(url.search) ? countFacets(db, counted) : null;
}
