import { startOfDay } from "#core/georgetown-time.ts";
import { isId } from "#core/ids.ts";
import { PAGE_FILTER, readPageNumber } from "#core/page-number.ts";
import { shownEmail } from "#core/shown-email.ts";
import { readListSearch } from "#core/submitted-text.ts";
import type { FilterReader } from "#core/unreadable-filters.ts";
import { oneOf } from "#core/unreadable-filters.ts";
import type { AuditSubject } from "./record-change.server.ts";

const HERO_PAGES: Record<string, string> = {
  home: "Home",
  shop: "Shop",
  about: "About",
  contact: "Contact",
  catalog: "Catalog",
};

const ACTIONS: Record<string, string> = {
  "address works again": "knows that mails arrive again where this one came back:",
  focused: "chose what stays in view of",
  received: "received pieces of",
  corrected: "corrected the count of",
};

type Report = { action: string; subject: AuditSubject; subjectId: string; name: string };

export function actionLabel(action: string): string {
  return ACTIONS[action] ?? action;
}

/** Returns the record's name, or the part of the shop. */
export function activitySubjectName(
  { subject, subjectId, name }: Report,
  settingsLabel: (settingName: string) => string,
): string {
  if (subject === "settings") return settingsLabel(subjectId);
  // Ids are shown as order numbers (specification 9).
  if (subject === "order" || subject === "donation") return subjectId.slice(0, 8);
  if (subject === "hero picture") return HERO_PAGES[subjectId] ?? subjectId;
  return shownEmail(name) || "a thing without a name";
}

export const SUBJECT_LABELS: Record<AuditSubject, string> = {
  product: "Product",
  category: "Category",
  "category picture": "Category picture",
  "hero picture": "Hero picture",
  media: "Media Library",
  settings: "Site Settings",
  account: "Account",
  refusal: "Refused",
  import: "Import",
  order: "Order",
  "order view": "View of the orders",
  inquiry: "Inquiry",
  message: "Message",
  customer: "Customer",
  stock: "Stock",
  cloth: "Cloth",
  "made to measure": "Made to measure",
  mail: "Mail",
  donation: "Donation",
  "personal data": "Personal data",
  "garment measurements": "Garment measurements",
  maker: "Maker",
  "pattern table": "Pattern table",
  "fit memory": "Fit memory",
  alteration: "Alteration",
};

/** The subjects are in the filter's order. */
export const AUDIT_SUBJECTS = Object.keys(SUBJECT_LABELS) as readonly AuditSubject[];

/** Days are Georgetown's, YYYY-MM-DD or "". */
export type ActivityFilter = {
  subject: AuditSubject | null;
  /** The id of one record. */
  thing: string;
  person: string | null;
  /** Part of the name of a record or of who changed it. */
  search: string;
  from: string;
  to: string;
  page: number;
};

export const ENTRIES_A_PAGE = 30;

const MAX_SUBJECT_LENGTH = 64;

const isDay = (text: string) => startOfDay(text) !== null;

/** Every filter of the log and what it can read. */
export const ACTIVITY_FILTERS: readonly FilterReader[] = [
  { label: "What", name: "subject", isReadable: oneOf(AUDIT_SUBJECTS) },
  { label: "Who", name: "person", isReadable: isId },
  { label: "From", name: "from", isReadable: isDay },
  { label: "To", name: "to", isReadable: isDay },
  PAGE_FILTER,
];

/** Invalid parameters are ignored. */
export function readActivityFilter(params: URLSearchParams): ActivityFilter {
  const person = params.get("person") ?? "";
  const subject = AUDIT_SUBJECTS.find((each) => each === params.get("subject")) ?? null;
  const thing = params.get("thing") ?? "";
  return {
    subject,
    // Postgres refuses NUL.
    thing: subject && /^[\w-]+$/.test(thing) ? thing.slice(0, MAX_SUBJECT_LENGTH) : "",
    person: isId(person) ? person : null,
    search: readListSearch(params),
    from: params.get("from") ?? "",
    to: params.get("to") ?? "",
    page: readPageNumber(params.get("page")),
  };
}

/** Adds an entry to restore, if given; "" without filters. */
export function activityQuery(filter: Partial<ActivityFilter>, entryId?: string): string {
  const params = new URLSearchParams();
  for (const name of ["subject", "thing", "person"] as const) {
    const value = filter[name];
    if (value) params.set(name, value);
  }
  if (filter.search) params.set("q", filter.search);
  if (filter.from) params.set("from", filter.from);
  if (filter.to) params.set("to", filter.to);
  if (filter.page && filter.page > 1) params.set("page", String(filter.page));
  if (entryId) params.set("entry", entryId);
  const query = params.toString();
  return query === "" ? "" : `?${query}`;
}
