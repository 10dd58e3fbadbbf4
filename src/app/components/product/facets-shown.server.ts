import type { Counted } from "#features/catalog/listing/filtered-listing.server.ts";
import { countFacets } from "#features/catalog/listing/filtered-listing.server.ts";
import type { FacetCounts } from "#features/catalog/listing/listing-filter.ts";
import { isShowingFilters } from "./listing-url.ts";

/** Null without a query while the filters are hidden. */
export async function countFacetsShown(
  db: Parameters<typeof countFacets>[0],
  url: URL,
  counted: Counted,
): Promise<FacetCounts | null> {
  return isShowingFilters(url.search) ? countFacets(db, counted) : null;
}
