import { PAGE_FILTER, readPageNumber } from "#core/page-number.ts";
import type { FilterReader } from "#core/unreadable-filters.ts";
import { oneOf } from "#core/unreadable-filters.ts";

export const CUSTOMER_SORTS = ["newest", "spent", "orders"] as const;

export type CustomerSort = (typeof CUSTOMER_SORTS)[number];

export type CustomerFilter = {
  /** Part of a name, email or phone number. */
  search: string;
  sort: CustomerSort;
  /** Counts from 1. */
  page: number;
};

export const CUSTOMERS_A_PAGE = 50;

const MAX_SEARCH_LENGTH = 120;
/** Fewer digits match every number. */
const FEWEST_DIGITS = 4;

const sortLabels: Record<CustomerSort, string> = {
  newest: "Newest first",
  spent: "Most spent first",
  orders: "Most orders first",
};

export function customerSortLabel(sort: CustomerSort): string {
  return sortLabels[sort];
}

/** Every filter of the list and what it can read. */
export const CUSTOMER_FILTERS: readonly FilterReader[] = [
  { label: "Sort", name: "sort", isReadable: oneOf(CUSTOMER_SORTS) },
  PAGE_FILTER,
];

/** Parses the list's URL; invalid values are ignored. */
export function readCustomerFilter(params: URLSearchParams): CustomerFilter {
  return {
    // Postgres refuses NUL.
    search: (params.get("q") ?? "").replaceAll("\0", "").trim().slice(0, MAX_SEARCH_LENGTH),
    sort: CUSTOMER_SORTS.find((sort) => sort === params.get("sort")) ?? "newest",
    page: readPageNumber(params.get("page")),
  };
}

/** Returns a phone number's digits, else null. */
export function phoneDigits(search: string): string | null {
  const digits = search.replaceAll(/\D/g, "");
  return /^[\d\s()+./-]+$/.test(search) && digits.length >= FEWEST_DIGITS ? digits : null;
}

export function customerPath(email: string): string {
  return `/admin/customers/person?${new URLSearchParams({ email: email.toLowerCase() })}`;
}
