import { redirect } from "react-router";
import { canonicalUrl } from "#app/web/page-meta.ts";
import type { FacetCounts, ShopGender } from "#features/catalog/listing/listing-filter.ts";
import { parsePage } from "#features/catalog/listing/listing-filter.ts";
import type { ListingView } from "#features/catalog/listing/listing-view.ts";
import {
  changedQuery,
  chosenCount,
  FACET_PARAMETERS,
  listingParameters,
} from "#features/catalog/listing/listing-view.ts";

/** Whether an address asks for the filters to be shown. */
export function isShowingFilters(query: string): boolean {
  return new URLSearchParams(query).get("show") === "filters";
}

/** The same view, its page kept, with the filters shown or not. */
export function shownQuery(query: string, show: boolean): string {
  const parameters = listingParameters(query);
  const page = new URLSearchParams(query).get("page");
  if (page !== null) parameters.set("page", page);
  if (show) parameters.set("show", "filters");
  else parameters.delete("show");
  const text = parameters.toString();
  return text === "" ? "" : `?${text}`;
}

/** The view with nothing chosen; search, order, the page's own filter and whether the filters are shown stay. */
export function clearedQuery(query: string, withGender: boolean): string {
  const parameters = [...Object.values(FACET_PARAMETERS), ...(withGender ? ["gender"] : [])];
  return changedQuery(query, Object.fromEntries(parameters.map((name) => [name, null])));
}

/** Whether two addresses of one page show the same products: they differ in nothing but the filters being shown. */
export function showsTheSame(one: string, other: string): boolean {
  return shownQuery(one, false) === shownQuery(other, false);
}

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

/** The page a listing's address asks for. */
export function requestedPage(url: URL): number {
  return parsePage(url.searchParams.get("page"));
}

/** Sends an address beyond the last page to the last page, as when pieces sold out since it was shared; throws the redirect. */
export function refuseBeyondLastPage(url: URL, listing: { page: number; pageCount: number }): void {
  if (listing.page <= listing.pageCount) return;
  const query = new URLSearchParams(url.searchParams);
  if (listing.pageCount === 1) query.delete("page");
  else query.set("page", String(listing.pageCount));
  const text = query.toString();
  throw redirect(`${url.pathname}${text === "" ? "" : `?${text}`}`);
}

/** A listing as an address asks for it. */
type ListingRequest = {
  publicUrl: string;
  path: string;
  /** What makes a page of its own, as the gender of a collection; null where it is the default. */
  own: Readonly<Record<string, string | null>>;
  page: number;
  view: ListingView;
  /** Choices made beside the view, as a gender among the filters. */
  otherChoices?: number;
};

/** The address a listing bears, whether searching may lead to it, and whether it is that address's own listing. */
export type ListingSeo = { canonical: string; indexed: boolean; isPlain: boolean };

/**
 * Where search engines find a listing. A plain page, later ones too, is its own place; with one filter or order it is another look at
 * the first page, whose address it bears; combined choices are endless in number and belong in no index.
 */
export function listingSeo(request: ListingRequest): ListingSeo {
  const { publicUrl, path, own, page, view, otherChoices = 0 } = request;
  const isSorted = view.sort !== null && view.sort !== "newest";
  const choices = chosenCount(view) + (isSorted ? 1 : 0) + otherChoices;
  const isLaterPage = choices === 0 && page > 1;
  return {
    canonical: canonicalUrl(publicUrl, path, { ...own, page: isLaterPage ? page : null }),
    indexed: choices < 2,
    isPlain: choices === 0,
  };
}
