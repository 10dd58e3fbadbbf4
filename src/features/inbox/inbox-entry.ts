import { INQUIRY_REPLY_HOURS } from "#features/settings/business-facts.ts";

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

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
const PROMISE_MS = INQUIRY_REPLY_HOURS * HOUR_MS;

/** With a working day's quarter left, an answer should be begun. */
const SOON_MS = 6 * HOUR_MS;
/** From two days on, hours say less than days. */
const DAYS_FROM_HOURS = 48;

/** How the promise of an answer within 24 hours stands (specification 9): `urgency` and the words say the same thing twice. */
type ReplyPromise = { readonly urgency: "open" | "soon" | "late"; readonly words: string };

function spanOf(ms: number): string {
  const hours = Math.floor(ms / HOUR_MS);
  if (hours >= DAYS_FROM_HOURS) return `${Math.floor(hours / 24)} days`;
  if (hours >= 1) return `${hours} h`;
  return `${Math.max(1, Math.floor(ms / MINUTE_MS))} min`;
}

/** When the answer is due at the latest. */
export function replyDueAt(writtenAt: Date): Date {
  return new Date(writtenAt.getTime() + PROMISE_MS);
}

/**
 * What is left of the promise to somebody who wrote then: 'answer within 5 h', later 'late by 2 h'. Rounded down, so that whoever
 * believes the words is never late by them.
 */
export function replyPromise(writtenAt: Date, now: Date): ReplyPromise {
  const leftMs = replyDueAt(writtenAt).getTime() - now.getTime();
  if (leftMs <= 0) return { urgency: "late", words: `late by ${spanOf(-leftMs)}` };
  return { urgency: leftMs <= SOON_MS ? "soon" : "open", words: `answer within ${spanOf(leftMs)}` };
}
/** Where an entry of the inbox was written: the Guyana Sales dialog, the contact page, New Dawn's volunteer form (decisions D7, S7). */
export const ENTRY_KINDS = ["inquiry", "contact", "volunteer"] as const;

export type EntryKind = (typeof ENTRY_KINDS)[number];

/** Where an entry stands: nobody answered yet, somebody did, nothing is left to do. */
export const ENTRY_STATUSES = ["new", "answered", "closed"] as const;

export type EntryStatus = (typeof ENTRY_STATUSES)[number];

/** One entry and the status it is to have. */
export type EntryChange = { readonly id: string; readonly status: EntryStatus };

const kindWords: Record<EntryKind, string> = {
  inquiry: "Guyana Sales",
  contact: "Contact",
  volunteer: "Volunteer",
};

const statusWords: Record<EntryStatus, string> = {
  new: "New",
  answered: "Answered",
  closed: "Closed",
};

/** The kind as the owner reads it. */
export function entryKindWord(kind: EntryKind): string {
  return kindWords[kind];
}

/** The status in a word. */
export function entryStatusWord(status: EntryStatus): string {
  return statusWords[status];
}

/** What an entry is about: the piece that is asked for, the subject that was written, or volunteering. */
export function entryTopic(entry: { kind: EntryKind; about: string }): string {
  return entry.kind === "volunteer" ? "Volunteering with New Dawn" : entry.about;
}

/** The status of an entry that is opened again: answered ones stay answered. */
export function reopenedStatus(entry: { answeredAt: Date | null }): EntryStatus {
  return entry.answeredAt === null ? "new" : "answered";
}
