import type { FacetCounts, ShopGender } from "#features/catalog/listing/listing-filter.ts";
import type { ListingView } from "#features/catalog/listing/listing-view.ts";

/** What a listing's filters and order show. */
export type ListingChoices = {
  view: ListingView;
  /** The filters with their counts; null while they are not asked for. */
  facets: FacetCounts | null;
  /** The gender, where the page offers it among the filters. */
  gender?: ShopGender;
  /** The first order and its name; "Newest" unless there is a search. */
  ownSort?: string;
};
