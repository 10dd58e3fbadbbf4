import type { EntryKind, EntryStatus } from "./inbox-entry.ts";
import { ENTRY_KINDS, ENTRY_STATUSES } from "./inbox-entry.ts";

/** What the inbox shows, exactly as its address says it. */
export type InboxFilter = {
  /** Null for every kind. */
  kind: EntryKind | null;
  /** Null for every status. */
  status: EntryStatus | null;
  /** A part of a name, an e-mail address, a product or what was written; empty for all. */
  search: string;
  /** From 1. */
  page: number;
};

/** Entries on one page of the inbox. */
export const ENTRIES_A_PAGE = 50;

const LONGEST_SEARCH = 120;

/** Reads the inbox's address; what makes no sense is left out. */
export function readInboxFilter(params: URLSearchParams): InboxFilter {
  const page = params.get("page") ?? "";
  return {
    kind: ENTRY_KINDS.find((kind) => kind === params.get("kind")) ?? null,
    status: ENTRY_STATUSES.find((status) => status === params.get("status")) ?? null,
    // Postgres takes no NUL.
    search: (params.get("q") ?? "").replaceAll("\0", "").trim().slice(0, LONGEST_SEARCH),
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
}

/** Writes the inbox's query, from its first page; "" for everything. */
export function inboxQuery(filter: Partial<InboxFilter>): string {
  const params = new URLSearchParams();
  if (filter.status) params.set("status", filter.status);
  if (filter.kind) params.set("kind", filter.kind);
  if (filter.search) params.set("q", filter.search);
  const query = params.toString();
  return query === "" ? "" : `?${query}`;
}
