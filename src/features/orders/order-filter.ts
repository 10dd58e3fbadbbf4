import { startOfDay } from "./georgetown-time.ts";
import type { OrderStatus } from "./order.ts";
import { ORDER_STATUSES } from "./order.ts";

/** What the owner's list of orders shows, exactly as its address says it. */
export type OrderFilter = {
  /** Null for every status. */
  status: OrderStatus | null;
  /** An order number, its beginning, or a part of an e-mail address; empty for all. */
  search: string;
  /** First and last day in Georgetown, YYYY-MM-DD, or empty. */
  from: string;
  to: string;
  madeToMeasure: boolean;
  /** From 1. */
  page: number;
};

/** Orders on one page of the list. */
export const ORDERS_A_PAGE = 50;

const LONGEST_SEARCH = 120;

function readDay(text: string | null): string {
  return text !== null && startOfDay(text) ? text : "";
}

/** Reads the list's address; what makes no sense is left out. */
export function readOrderFilter(params: URLSearchParams): OrderFilter {
  const page = params.get("page") ?? "";
  return {
    status: ORDER_STATUSES.find((status) => status === params.get("status")) ?? null,
    search: (params.get("q") ?? "").trim().slice(0, LONGEST_SEARCH),
    from: readDay(params.get("from")),
    to: readDay(params.get("to")),
    madeToMeasure: params.get("custom") === "1",
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
}

/** Writes the list's address, from its first page; the empty string for everything. */
export function orderFilterQuery(filter: Omit<OrderFilter, "page">): string {
  const params = new URLSearchParams();
  if (filter.status) params.set("status", filter.status);
  if (filter.search) params.set("q", filter.search);
  if (filter.from) params.set("from", filter.from);
  if (filter.to) params.set("to", filter.to);
  if (filter.madeToMeasure) params.set("custom", "1");
  const query = params.toString();
  return query === "" ? "" : `?${query}`;
}

/** Whether anything beside the status narrows the list. */
export function isNarrowed(filter: OrderFilter): boolean {
  return filter.search !== "" || filter.from !== "" || filter.to !== "" || filter.madeToMeasure;
}

function asUuid(hex: string): string {
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join("-");
}

/**
 * The first and the last id that an order number or its beginning can mean, so that the search uses the key's own index; null
 * when the text is no order number. The ellipsis that the shop writes behind the number, and a # before it, may be typed or not.
 */
export function orderIdRange(search: string): { first: string; last: string } | null {
  const hex = search
    .toLowerCase()
    .replace(/^#/, "")
    .replace(/(…|\.{3})$/, "")
    .replaceAll("-", "");
  if (!/^[0-9a-f]{1,32}$/.test(hex)) return null;
  return { first: asUuid(hex.padEnd(32, "0")), last: asUuid(hex.padEnd(32, "f")) };
}
