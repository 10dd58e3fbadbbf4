import type { ColorFamily } from "./listing-filter.ts";
import { COLOR_FAMILIES } from "./listing-filter.ts";

/** The orders of a listing; "relevance" exists where there is a search. */
export const SORTS = [
  { slug: "newest", label: "Newest" },
  { slug: "price-up", label: "Price, low to high" },
  { slug: "price-down", label: "Price, high to low" },
  { slug: "name", label: "Name, A to Z" },
] as const;

/** An order as an address writes it. */
export type Sort = (typeof SORTS)[number]["slug"];

/** The price bands; from the first amount up to, but not with, the second, in minor units. */
export const PRICE_BANDS = [
  { slug: "under-100", label: "Under $100", fromMinor: 0, belowMinor: 100_00 },
  { slug: "100-250", label: "$100 to $250", fromMinor: 100_00, belowMinor: 250_00 },
  { slug: "250-500", label: "$250 to $500", fromMinor: 250_00, belowMinor: 500_00 },
  { slug: "500-1000", label: "$500 to $1,000", fromMinor: 500_00, belowMinor: 1_000_00 },
  { slug: "over-1000", label: "$1,000 and over", fromMinor: 1_000_00, belowMinor: null },
] as const;

/** A price band as an address writes it. */
export type PriceBand = (typeof PRICE_BANDS)[number]["slug"];

/**
 * What a shopper chose besides the page's own filter: of each kind any of the values, of different kinds all. `sort` is null for the
 * listing's own order.
 */
export type ListingView = {
  sort: Sort | null;
  categories: readonly string[];
  sizes: readonly string[];
  colors: readonly ColorFamily[];
  prices: readonly PriceBand[];
};

/** The kinds of choice with the parameter each is written in. */
export const FACET_PARAMETERS = {
  categories: "category",
  sizes: "size",
  colors: "color",
  prices: "price",
} as const;

/** A kind of choice. */
export type Facet = keyof typeof FACET_PARAMETERS;

const FACETS = Object.keys(FACET_PARAMETERS) as Facet[];

// More than anybody ticks; it keeps a stranger's address from becoming a long query.
const MOST_VALUES = 12;

function readValues(parameters: URLSearchParams, facet: Facet): string[] {
  const values = new Set(parameters.getAll(FACET_PARAMETERS[facet]));
  return [...values]
    .filter((value) => /^[\p{L}\p{N}][\p{L}\p{N} .-]{0,39}$/u.test(value))
    .slice(0, MOST_VALUES);
}

const knownOf = <Slug extends string>(all: readonly { slug: Slug }[], wanted: readonly string[]) =>
  all.map(({ slug }) => slug).filter((slug) => wanted.includes(slug));

/** Reads an address; whatever is unknown there chooses nothing. */
export function parseListingView(parameters: URLSearchParams): ListingView {
  const sort = parameters.get("sort");
  return {
    sort: SORTS.find(({ slug }) => slug === sort)?.slug ?? null,
    categories: readValues(parameters, "categories").sort(),
    sizes: readValues(parameters, "sizes").sort(bySize),
    colors: knownOf(COLOR_FAMILIES, readValues(parameters, "colors")),
    prices: knownOf(PRICE_BANDS, readValues(parameters, "prices")),
  };
}

/** How many values are chosen. */
export function chosenCount(view: ListingView): number {
  return FACETS.reduce((sum, facet) => sum + view[facet].length, 0);
}

/** Whether the listing is as it comes: nothing chosen, newest first. */
export function isPlainView(view: ListingView): boolean {
  return chosenCount(view) === 0 && (view.sort === null || view.sort === "newest");
}

/** One chosen value, in words and without it. */
export type Chip = { facet: Facet; value: string; label: string };

/** The chosen values in the order of the filters, in words; a category's word is made from its address where no name is at hand. */
export function chipsOf(view: ListingView): Chip[] {
  const labelOf = (facet: Facet, value: string): string => {
    if (facet === "colors")
      return COLOR_FAMILIES.find(({ slug }) => slug === value)?.label ?? value;
    if (facet === "prices") return PRICE_BANDS.find(({ slug }) => slug === value)?.label ?? value;
    if (facet === "sizes") return `Size ${value}`;
    return categoryWords(value);
  };
  return FACETS.flatMap((facet) =>
    view[facet].map((value) => ({ facet, value, label: labelOf(facet, value) })),
  );
}

/** "womens-accessories" as a title: "Women's Accessories". */
function categoryWords(slug: string): string {
  return slug
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ")
    .replace(/\b(Wom|M)ens\b/g, "$1en's");
}

const SIZE_ORDER = ["XXS", "XS", "S", "M", "L", "XL", "XXL", "XXXL"];

/** Orders sizes as a tailor reads them: letters from small to large, then numbers and words, Custom last. */
export function bySize(a: string, b: string): number {
  const rank = (size: string) => {
    const place = SIZE_ORDER.indexOf(size);
    if (place >= 0) return place;
    return size === "Custom" ? 1_000 : 100;
  };
  return rank(a) - rank(b) || a.localeCompare(b, "en", { numeric: true });
}

/** Parameters of a listing's address; every other one (utm_source, ...) is a visitor's own and is left out of links. */
const KEPT = ["q", "filter", "gender", "sort", "show", ...Object.values(FACET_PARAMETERS)];

/** The parameters of an address that choose what its listing shows, the page number aside, in an order that no visitor decides. */
export function listingParameters(query: string): URLSearchParams {
  const known = [...new URLSearchParams(query)].filter(([name]) => KEPT.includes(name));
  const parameters = new URLSearchParams(known);
  parameters.sort();
  return parameters;
}

/**
 * The query of an address with these changes: null takes a parameter out, a list writes it once for each value. The page number always
 * goes, because another view begins at its first page.
 */
export function changedQuery(
  query: string,
  changes: Readonly<Record<string, string | readonly string[] | null>>,
): string {
  const parameters = listingParameters(query);
  for (const [name, value] of Object.entries(changes)) {
    parameters.delete(name);
    for (const one of typeof value === "string" ? [value] : (value ?? []))
      parameters.append(name, one);
  }
  parameters.sort();
  const text = parameters.toString();
  return text === "" ? "" : `?${text}`;
}
