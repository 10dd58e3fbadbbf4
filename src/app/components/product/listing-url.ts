import {
  changedQuery,
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
