import { redirect } from "react-router";
import { parsePage } from "#features/catalog/listing/listing-filter.ts";

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
