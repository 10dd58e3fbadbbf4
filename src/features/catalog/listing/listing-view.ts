import { PAGE_FILTER } from "#core/page-number.ts";
import { plainTerms } from "#core/plain-text.ts";
import type { FilterReader } from "#core/unreadable-filters.ts";
import { oneOf } from "#core/unreadable-filters.ts";
import type { ColorFamily } from "./listing-filter.ts";
import { CATALOG_FILTERS, COLOR_FAMILIES } from "./listing-filter.ts";

/** "relevance" only applies to a search. */
export const SORTS = [
  { slug: "newest", label: "Newest" },
  { slug: "price-up", label: "Price, low to high" },
  { slug: "price-down", label: "Price, high to low" },
  { slug: "name", label: "Name, A to Z" },
] as const;

export type Sort = (typeof SORTS)[number]["slug"];

/** Minor units; the upper end is excluded. */
export const PRICE_BANDS = [
  { slug: "under-100", label: "Under $100", fromMinor: 0, belowMinor: 100_00 },
  { slug: "100-250", label: "$100 to $250", fromMinor: 100_00, belowMinor: 250_00 },
  { slug: "250-500", label: "$250 to $500", fromMinor: 250_00, belowMinor: 500_00 },
  { slug: "500-1000", label: "$500 to $1,000", fromMinor: 500_00, belowMinor: 1_000_00 },
  { slug: "over-1000", label: "$1,000 and over", fromMinor: 1_000_00, belowMinor: null },
] as const;

type PriceBand = (typeof PRICE_BANDS)[number]["slug"];

/** A product matches any value within a facet, and all facets together. When `sort` is null, the listing's order applies. */
export type ListingView = {
  sort: Sort | null;
  categories: readonly string[];
  sizes: readonly string[];
  colors: readonly ColorFamily[];
  prices: readonly PriceBand[];
};

export const FACET_PARAMETERS = {
  categories: "category",
  sizes: "size",
  colors: "color",
  prices: "price",
} as const;

export type Facet = keyof typeof FACET_PARAMETERS;

const FACETS = Object.keys(FACET_PARAMETERS) as Facet[];

// Limits the query that a URL can cause.
const MAX_VALUES = 12;

/** Names of categories and sizes. */
const isName = (value: string) => /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .-]{0,39}$/u.test(value);

const slugsOf = (all: readonly { slug: string }[]) => all.map(({ slug }) => slug);

function readValues(parameters: URLSearchParams, facet: Facet): string[] {
  const values = new Set(parameters.getAll(FACET_PARAMETERS[facet]));
  return [...values].filter(isName).slice(0, MAX_VALUES);
}

/** As they are filed, so that "Été" and "ete" are one category. */
const categoriesOf = (submitted: readonly string[]) =>
  [...new Set(submitted.map((value) => plainTerms(value).join("-")))].filter(Boolean).sort();

const knownOf = <Slug extends string>(all: readonly { slug: Slug }[], wanted: readonly string[]) =>
  all.map(({ slug }) => slug).filter((slug) => wanted.includes(slug));

/** Every filter of a listing and what it can read; each page has some of them. */
export const LISTING_FILTERS: readonly FilterReader[] = [
  { label: "Category", name: FACET_PARAMETERS.categories, isReadable: isName },
  { label: "Size", name: FACET_PARAMETERS.sizes, isReadable: isName },
  { label: "Color", name: FACET_PARAMETERS.colors, isReadable: oneOf(slugsOf(COLOR_FAMILIES)) },
  { label: "Price", name: FACET_PARAMETERS.prices, isReadable: oneOf(slugsOf(PRICE_BANDS)) },
  { label: "Gender", name: "gender", isReadable: oneOf(["all", "female", "male"]) },
  {
    label: "Garment",
    name: "filter",
    isReadable: oneOf(["all", ...slugsOf(CATALOG_FILTERS)]),
  },
  { label: "Sort", name: "sort", isReadable: oneOf(slugsOf(SORTS)) },
  PAGE_FILTER,
];

/** Unknown values are ignored; `unreadableFilters` of `LISTING_FILTERS` names them. */
export function parseListingView(parameters: URLSearchParams): ListingView {
  const sort = parameters.get("sort");
  return {
    sort: SORTS.find(({ slug }) => slug === sort)?.slug ?? null,
    categories: categoriesOf(readValues(parameters, "categories")),
    sizes: readValues(parameters, "sizes").sort(bySize),
    colors: knownOf(COLOR_FAMILIES, readValues(parameters, "colors")),
    prices: knownOf(PRICE_BANDS, readValues(parameters, "prices")),
  };
}

export function chosenCount(view: ListingView): number {
  return FACETS.reduce((sum, facet) => sum + view[facet].length, 0);
}

/** Nothing is chosen, and the newest is first. */
export function isPlainView(view: ListingView): boolean {
  return chosenCount(view) === 0 && (view.sort === null || view.sort === "newest");
}

export type Chip = { facet: Facet; value: string; label: string };

/** Chosen values in filter order; unnamed categories are labelled by slug. */
export function chipsOf(view: ListingView): Chip[] {
  const labelOf = (facet: Facet, value: string): string => {
    if (facet === "colors")
      return COLOR_FAMILIES.find(({ slug }) => slug === value)?.label ?? value;
    if (facet === "prices") return PRICE_BANDS.find(({ slug }) => slug === value)?.label ?? value;
    if (facet === "sizes") return `Size ${value}`;
    return categoryTerms(value);
  };
  return FACETS.flatMap((facet) =>
    view[facet].map((value) => ({ facet, value, label: labelOf(facet, value) })),
  );
}

/** "womens-accessories" becomes "Women's Accessories". */
function categoryTerms(slug: string): string {
  return slug
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ")
    .replace(/\b(Wom|M)ens\b/g, "$1en's");
}

const SIZE_ORDER = ["XXS", "XS", "S", "M", "L", "XL", "XXL", "XXXL"];

/** Sorts letters by size, then numbers, words and Custom. */
export function bySize(a: string, b: string): number {
  const rank = (size: string) => {
    const index = SIZE_ORDER.indexOf(size);
    if (index >= 0) return index;
    return size === "Custom" ? 1_000 : 100;
  };
  return rank(a) - rank(b) || a.localeCompare(b, "en", { numeric: true });
}

/** Others (utm_source, ...) are left out of links. */
const STORED = ["q", "filter", "gender", "sort", "show", ...Object.values(FACET_PARAMETERS)];

/** The parameters that choose what a listing shows, without the page, in fixed order. */
export function listingParameters(query: string): URLSearchParams {
  const known = [...new URLSearchParams(query)].filter(([name]) => STORED.includes(name));
  const parameters = new URLSearchParams(known);
  parameters.sort();
  return parameters;
}

/** The query with changes: null removes, a list repeats. Starts at page 1. */
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
