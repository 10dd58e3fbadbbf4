import { isId } from "#core/ids.ts";
import { PAGE_FILTER } from "#core/page-number.ts";
import type { FilterReader } from "#core/unreadable-filters.ts";
import { oneOf } from "#core/unreadable-filters.ts";
import { parsePage } from "#features/catalog/listing/listing-filter.ts";
import type { Gender } from "#features/catalog/products/product.ts";
import { GENDERS } from "#features/catalog/products/product.ts";
import { shownSearch } from "#features/catalog/search/search-text.ts";

export const ADMIN_PRODUCT_SORTS = [
  "newest",
  "oldest",
  "name",
  "-name",
  "price",
  "-price",
] as const;

/** A minus sorts descending. */
export type AdminProductSort = (typeof ADMIN_PRODUCT_SORTS)[number];

export type AdminProductFilter = {
  /** Words that the name contains, or part of a SKU. */
  search: string;
  /** "none" for products without one, null for all. */
  categoryId: string | null;
  gender: Gender | null;
  sort: AdminProductSort;
  page: number;
};

export const NO_CATEGORY = "none";

export const ADMIN_PRODUCTS_A_PAGE = 50;

function readCategory(text: string | null): string | null {
  return text === NO_CATEGORY || (text !== null && isId(text)) ? text : null;
}

/** Every filter of the list and what it can read. */
export const ADMIN_PRODUCT_FILTERS: readonly FilterReader[] = [
  { label: "Category", name: "category", isReadable: (text) => readCategory(text) !== null },
  { label: "Gender", name: "gender", isReadable: oneOf(GENDERS) },
  { label: "Sort", name: "sort", isReadable: oneOf(ADMIN_PRODUCT_SORTS) },
  PAGE_FILTER,
];

/** Parses the list's URL; invalid parameters are ignored. */
export function readAdminProductFilter(params: URLSearchParams): AdminProductFilter {
  return {
    search: shownSearch(params.get("q")),
    categoryId: readCategory(params.get("category")),
    gender: GENDERS.find((gender) => gender === params.get("gender")) ?? null,
    sort: ADMIN_PRODUCT_SORTS.find((sort) => sort === params.get("sort")) ?? "newest",
    page: parsePage(params.get("page")),
  };
}

/** Leads to the first page; empty without filters. */
export function adminProductParams(filter: Omit<AdminProductFilter, "page">): URLSearchParams {
  const params = new URLSearchParams();
  if (filter.search) params.set("q", filter.search);
  if (filter.categoryId) params.set("category", filter.categoryId);
  if (filter.gender) params.set("gender", filter.gender);
  if (filter.sort !== "newest") params.set("sort", filter.sort);
  return params;
}

/** Sorting does not count. */
export function isNarrowed(filter: AdminProductFilter): boolean {
  return filter.search !== "" || filter.categoryId !== null || filter.gender !== null;
}
