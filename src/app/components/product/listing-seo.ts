import { canonicalUrl } from "#app/web/canonical-url.ts";
import type { ListingView } from "#features/catalog/listing/listing-view.ts";
import { chosenCount } from "#features/catalog/listing/listing-view.ts";

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
