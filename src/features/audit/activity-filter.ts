import { isId } from "#core/ids.ts";
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

type Told = { action: string; subject: AuditSubject; subjectId: string; name: string };

/** What was done, as it stands between the person and the thing: "changed". */
export function actionLabel(action: string): string {
  return ACTIONS[action] ?? action;
}

/** What the thing is called: by its record, or as the part of the shop it is. */
export function activitySubjectName(
  { subject, subjectId, name }: Told,
  settingsLabel: (settingName: string) => string,
): string {
  if (subject === "settings") return settingsLabel(subjectId);
  // As the orders themselves write their numbers (specification 9).
  if (subject === "order") return `${subjectId.slice(0, 8)}…`;
  if (subject === "hero picture") return HERO_PAGES[subjectId] ?? subjectId;
  return name || "a thing without a name";
}

/** What the log calls the things it keeps, in the owner's words. */
export const SUBJECT_LABELS: Record<AuditSubject, string> = {
  product: "Product",
  category: "Category",
  "category picture": "Category picture",
  "hero picture": "Hero picture",
  media: "Media Library",
  settings: "Site Settings",
  account: "Account",
  import: "Import",
  order: "Order",
  "order view": "View of the orders",
  inquiry: "Inquiry",
  message: "Message",
  customer: "Customer",
  stock: "Stock",
  mail: "Mail",
};

/** Every subject, in the order of the filter. */
export const AUDIT_SUBJECTS = Object.keys(SUBJECT_LABELS) as readonly AuditSubject[];

/** What Activity shows, exactly as its address says it; days are Georgetown's, YYYY-MM-DD or empty. */
export type ActivityFilter = {
  subject: AuditSubject | null;
  /** One thing's own history; its subject's ids are what they are. */
  thing: string;
  person: string | null;
  from: string;
  to: string;
  /** From 1. */
  page: number;
};

/** Entries on one page. */
export const ENTRIES_A_PAGE = 30;

const LONGEST_THING = 64;

/** Reads the list's address; what makes no sense is left out. */
export function readActivityFilter(params: URLSearchParams): ActivityFilter {
  const page = params.get("page") ?? "";
  const person = params.get("person") ?? "";
  const subject = AUDIT_SUBJECTS.find((each) => each === params.get("subject")) ?? null;
  const thing = params.get("thing") ?? "";
  return {
    subject,
    // Postgres takes no NUL.
    thing: subject && /^[\w-]+$/.test(thing) ? thing.slice(0, LONGEST_THING) : "",
    person: isId(person) ? person : null,
    from: params.get("from") ?? "",
    to: params.get("to") ?? "",
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
}

/** Writes the list's query, the first page without its number, with the entry that is asked to be put back; "" for everything. */
export function activityQuery(filter: Partial<ActivityFilter>, entryId?: string): string {
  const params = new URLSearchParams();
  for (const name of ["subject", "thing", "person", "from", "to"] as const) {
    const value = filter[name];
    if (value) params.set(name, value);
  }
  if (filter.page && filter.page > 1) params.set("page", String(filter.page));
  if (entryId) params.set("entry", entryId);
  const query = params.toString();
  return query === "" ? "" : `?${query}`;
}
