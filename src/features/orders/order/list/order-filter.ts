import { startOfDay } from "#core/georgetown-time.ts";
import { parseMoney } from "#core/money-amount.ts";
import { PAGE_FILTER, readPageNumber } from "#core/page-number.ts";
import { tidyAmount } from "#core/submitted-amount.ts";
import type { FilterReader } from "#core/unreadable-filters.ts";
import { oneOf } from "#core/unreadable-filters.ts";
import { FULFILLMENTS } from "../line-quantities.ts";
import type { OrderStatus } from "../order.ts";
import { ORDER_STATUSES } from "../order.ts";

/** 'to_ship' is everything with items to ship. */
export const WAYS = ["to_ship", ...FULFILLMENTS] as const;

export const SORTS = ["newest", "oldest", "highest", "lowest"] as const;

export type OrderFilter = {
  status: OrderStatus | null;
  /** In number, name, email, item or tracking number; the whole number of an invoice or a note. */
  search: string;
  /** In Georgetown, YYYY-MM-DD, or "". */
  from: string;
  to: string;
  madeToMeasure: boolean;
  way: (typeof WAYS)[number] | null;
  /** Orders with an unsettled return. */
  returns: boolean;
  /** Orders that need the owner. */
  attention: boolean;
  /** As submitted ("120", "99.50"), or "". */
  least: string;
  most: string;
  sort: (typeof SORTS)[number];
  /** From 1. */
  page: number;
};

export const ORDERS_A_PAGE = 50;

const MAX_SEARCH_LENGTH = 120;

function readDay(text: string | null): string {
  return text !== null && startOfDay(text) ? text : "";
}

function readAmount(text: string | null): string {
  const raw = tidyAmount(text ?? "");
  return parseMoney(raw) ? raw : "";
}

/** Every filter of the list and what it can read. */
export const ORDER_FILTERS: readonly FilterReader[] = [
  { label: "Status", name: "status", isReadable: oneOf(ORDER_STATUSES) },
  { label: "Shipping", name: "way", isReadable: oneOf(WAYS) },
  { label: "From", name: "from", isReadable: (text) => readDay(text) !== "" },
  { label: "To", name: "to", isReadable: (text) => readDay(text) !== "" },
  { label: "Total from", name: "min", isReadable: (text) => readAmount(text) !== "" },
  { label: "Total to", name: "max", isReadable: (text) => readAmount(text) !== "" },
  { label: "Made to measure", name: "custom", isReadable: oneOf(["1"]) },
  { label: "Returns", name: "returns", isReadable: oneOf(["open"]) },
  { label: "Attention", name: "attention", isReadable: oneOf(["1"]) },
  { label: "Sort", name: "sort", isReadable: oneOf(SORTS) },
  PAGE_FILTER,
];

/** Invalid values are ignored; `unreadableFilters` of `ORDER_FILTERS` names them. */
export function readOrderFilter(params: URLSearchParams): OrderFilter {
  return {
    status: ORDER_STATUSES.find((status) => status === params.get("status")) ?? null,
    search: (params.get("q") ?? "").replaceAll("\0", "").trim().slice(0, MAX_SEARCH_LENGTH),
    from: readDay(params.get("from")),
    to: readDay(params.get("to")),
    madeToMeasure: params.get("custom") === "1",
    way: WAYS.find((way) => way === params.get("way")) ?? null,
    returns: params.get("returns") === "open",
    attention: params.get("attention") === "1",
    least: readAmount(params.get("min")),
    most: readAmount(params.get("max")),
    sort: SORTS.find((sort) => sort === params.get("sort")) ?? "newest",
    page: readPageNumber(params.get("page")),
  };
}

export const EVERY_ORDER: OrderFilter = readOrderFilter(new URLSearchParams());

/** The query of the first page; "" without filters. */
export function orderFilterQuery(filter: Omit<OrderFilter, "page">): string {
  const params = new URLSearchParams();
  if (filter.status) params.set("status", filter.status);
  if (filter.search) params.set("q", filter.search);
  if (filter.from) params.set("from", filter.from);
  if (filter.to) params.set("to", filter.to);
  if (filter.madeToMeasure) params.set("custom", "1");
  if (filter.way) params.set("way", filter.way);
  if (filter.returns) params.set("returns", "open");
  if (filter.attention) params.set("attention", "1");
  if (filter.least) params.set("min", filter.least);
  if (filter.most) params.set("max", filter.most);
  if (filter.sort !== "newest") params.set("sort", filter.sort);
  const query = params.toString();
  return query === "" ? "" : `?${query}`;
}

/** Whether anything but status and sorting is filtered. */
export function isNarrowed(filter: OrderFilter): boolean {
  const { sort } = filter;
  return (
    orderFilterQuery(filter) !== orderFilterQuery({ ...EVERY_ORDER, status: filter.status, sort })
  );
}
