import { PAGE_FILTER, readPageNumber } from "#core/page-number.ts";
import type { FilterReader } from "#core/unreadable-filters.ts";
import { oneOf } from "#core/unreadable-filters.ts";
import { INQUIRY_REPLY_HOURS } from "#features/base/settings/business-facts.ts";

export type InboxFilter = {
  kind: EntryKind | null;
  status: EntryStatus | null;
  /** Part of a name, email, product or text. */
  search: string;
  /** Counts from 1. */
  page: number;
};

export const ENTRIES_A_PAGE = 50;

const MAX_SEARCH_LENGTH = 120;

/** Invalid values are ignored. */
export function readInboxFilter(params: URLSearchParams): InboxFilter {
  return {
    kind: ENTRY_KINDS.find((kind) => kind === params.get("kind")) ?? null,
    status: ENTRY_STATUSES.find((status) => status === params.get("status")) ?? null,
    // Postgres refuses NUL.
    search: (params.get("q") ?? "").replaceAll("\0", "").trim().slice(0, MAX_SEARCH_LENGTH),
    page: readPageNumber(params.get("page")),
  };
}

/** Leads to the first page; "" without filters. */
export function inboxQuery(filter: Partial<InboxFilter>): string {
  const params = new URLSearchParams();
  if (filter.status) params.set("status", filter.status);
  if (filter.kind) params.set("kind", filter.kind);
  if (filter.search) params.set("q", filter.search);
  const query = params.toString();
  return query === "" ? "" : `?${query}`;
}

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
const PROMISE_MS = INQUIRY_REPLY_HOURS * HOUR_MS;

/** A quarter of the time. */
const SOON_MS = 6 * HOUR_MS;
/** Longer times are given in days. */
const DAYS_FROM_HOURS = 48;

type ReplyPromise = { readonly urgency: "open" | "soon" | "late"; readonly text: string };

function spanOf(ms: number): string {
  const hours = Math.floor(ms / HOUR_MS);
  if (hours >= DAYS_FROM_HOURS) return `${Math.floor(hours / 24)} days`;
  if (hours >= 1) return `${hours} h`;
  return `${Math.max(1, Math.floor(ms / MINUTE_MS))} min`;
}

/** Every entry gets a reply within 24 hours (specification 9). */
export function replyDueAt(writtenAt: Date): Date {
  return new Date(writtenAt.getTime() + PROMISE_MS);
}

/** Writes 'answer within 5 h', later 'late by 2 h'; rounded down, so never late. */
export function replyPromise(writtenAt: Date, now: Date): ReplyPromise {
  const leftMs = replyDueAt(writtenAt).getTime() - now.getTime();
  if (leftMs <= 0) return { urgency: "late", text: `late by ${spanOf(-leftMs)}` };
  return { urgency: leftMs <= SOON_MS ? "soon" : "open", text: `answer within ${spanOf(leftMs)}` };
}
/** The kinds are the Guyana Sales dialog, the contact page and the volunteer form (decisions D7, S7). */
export const ENTRY_KINDS = ["inquiry", "contact", "volunteer"] as const;

export type EntryKind = (typeof ENTRY_KINDS)[number];

export const ENTRY_STATUSES = ["new", "answered", "closed"] as const;

/** Every filter of the inbox and what it can read. */
export const INBOX_FILTERS: readonly FilterReader[] = [
  { label: "Kind", name: "kind", isReadable: oneOf(ENTRY_KINDS) },
  { label: "Status", name: "status", isReadable: oneOf(ENTRY_STATUSES) },
  PAGE_FILTER,
];

export type EntryStatus = (typeof ENTRY_STATUSES)[number];

export type EntryChange = { readonly id: string; readonly status: EntryStatus };

const kindLabels: Record<EntryKind, string> = {
  inquiry: "Guyana Sales",
  contact: "Contact",
  volunteer: "Volunteer",
};

const statusLabels: Record<EntryStatus, string> = {
  new: "New",
  answered: "Answered",
  closed: "Closed",
};

export function entryKindWord(kind: EntryKind): string {
  return kindLabels[kind];
}

export function entryStatusWord(status: EntryStatus): string {
  return statusLabels[status];
}

/** Names the requested product, the subject, or volunteering. */
export function entryTopic(entry: { kind: EntryKind; about: string }): string {
  return entry.kind === "volunteer" ? "Volunteering with New Dawn" : entry.about;
}

/** Answered entries stay answered. */
export function reopenedStatus(entry: { respondedAt: Date | null }): EntryStatus {
  return entry.respondedAt === null ? "new" : "answered";
}
