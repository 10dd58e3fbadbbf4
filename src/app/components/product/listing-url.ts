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

export function isShowingFilters(query: string): boolean {
  return new URLSearchParams(query).get("show") === "filters";
}

/** Keeps view and page. */
export function shownQuery(query: string, show: boolean): string {
  const parameters = listingParameters(query);
  const page = new URLSearchParams(query).get("page");
  if (page !== null) parameters.set("page", page);
  if (show) parameters.set("show", "filters");
  else parameters.delete("show");
  const text = parameters.toString();
  return text === "" ? "" : `?${text}`;
}

/** Keeps search, sort order and the page's own filter. */
export function clearedQuery(query: string, withGender: boolean): string {
  const parameters = [...Object.values(FACET_PARAMETERS), ...(withGender ? ["gender"] : [])];
  return changedQuery(query, Object.fromEntries(parameters.map((name) => [name, null])));
}

/** Ignores whether the filters are shown. */
export function showsTheSame(one: string, other: string): boolean {
  return shownQuery(one, false) === shownQuery(other, false);
}

export type ListingChoices = {
  view: ListingView;
  /** Null while they are not requested. */
  facets: FacetCounts | null;
  /** Set when the page offers gender as a filter. */
  gender?: ShopGender;
  /** Names the default order. */
  ownSort?: string;
  /** The page links to the filters itself on narrow screens. */
  hasFilterLink?: boolean;
};

export function requestedPage(url: URL): number {
  return parsePage(url.searchParams.get("page"));
}

/** Throws a redirect to the last page when products have sold out. */
export function refuseBeyondLastPage(url: URL, listing: { page: number; pageCount: number }): void {
  if (listing.page <= listing.pageCount) return;
  const query = new URLSearchParams(url.searchParams);
  if (listing.pageCount === 1) query.delete("page");
  else query.set("page", String(listing.pageCount));
  const text = query.toString();
  throw redirect(`${url.pathname}${text === "" ? "" : `?${text}`}`);
}

type ListingRequest = {
  publicUrl: string;
  path: string;
  /** Makes a separate page, such as a collection's gender; null is the default. */
  own: Readonly<Record<string, string | null>>;
  page: number;
  view: ListingView;
  /** Counts choices beside the view, such as a gender filter. */
  otherChoices?: number;
};

/** `isPlain` means neither filtered nor sorted. */
export type ListingSeo = { canonical: string; indexed: boolean; isPlain: boolean };

/** One filter or order points to the first page. Combinations are unlimited and not indexed. */
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
