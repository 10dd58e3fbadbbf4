/** How the customers may be sorted. */
export const CUSTOMER_SORTS = ["newest", "spent", "orders"] as const;

export type CustomerSort = (typeof CUSTOMER_SORTS)[number];

/** What the list of customers shows, exactly as its address says it. */
export type CustomerFilter = {
  /** A part of a name, a mail address or a telephone number; empty for all. */
  search: string;
  sort: CustomerSort;
  /** From 1. */
  page: number;
};

/** Customers on one page of the list. */
export const CUSTOMERS_A_PAGE = 50;

const LONGEST_SEARCH = 120;
/** Fewer digits are in every number. */
const FEWEST_DIGITS = 4;

const sortWords: Record<CustomerSort, string> = {
  newest: "Newest first",
  spent: "Most spent first",
  orders: "Most orders first",
};

/** The order of the list in words. */
export function customerSortLabel(sort: CustomerSort): string {
  return sortWords[sort];
}

/** Reads the list's address; what makes no sense is left out. */
export function readCustomerFilter(params: URLSearchParams): CustomerFilter {
  const page = params.get("page") ?? "";
  return {
    // Postgres takes no NUL.
    search: (params.get("q") ?? "").replaceAll("\0", "").trim().slice(0, LONGEST_SEARCH),
    sort: CUSTOMER_SORTS.find((sort) => sort === params.get("sort")) ?? "newest",
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
}

/** The digits of a telephone number that was typed, however it was parted; null when it is none. */
export function phoneDigits(search: string): string | null {
  const digits = search.replaceAll(/\D/g, "");
  return /^[\d\s()+./-]+$/.test(search) && digits.length >= FEWEST_DIGITS ? digits : null;
}

/** The address of a customer's page. */
export function customerPath(email: string): string {
  return `/admin/customers/person?${new URLSearchParams({ email: email.toLowerCase() })}`;
}
