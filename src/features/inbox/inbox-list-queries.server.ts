import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import type { EntryKind, EntryStatus } from "./inbox-entry.ts";
import type { InboxFilter } from "./inbox-filter.ts";
import { ENTRIES_A_PAGE } from "./inbox-filter.ts";

/** One entry in the list. */
export type InboxRow = {
  id: string;
  kind: EntryKind;
  name: string;
  email: string;
  /** The piece or the subject; "" for volunteers. */
  about: string;
  /** The beginning of what was written. */
  excerpt: string;
  status: EntryStatus;
  createdAt: Date;
};

/** How many entries there are of a kind and status under the search. */
export type InboxCount = { kind: EntryKind; status: EntryStatus; count: number };

/** A page of the inbox. */
export type InboxList = {
  rows: readonly InboxRow[];
  counts: readonly InboxCount[];
  /** The page really shown: the last one when fewer pages exist than were asked for. */
  page: number;
  pageCount: number;
};

const EXCERPT = 200;

/** Both tables as one. */
const entries = sql.raw(`(
  select id, 'inquiry' as kind, first_name || ' ' || last_name as name, email, product_name as about, additional_notes as words, status, created_at
    from guyana_sales_inquiries
  union all
  select id, kind, full_name, email, subject, message, status, created_at from contact_messages) as entries`);

/** What is nearest to its promise first, then the newest of what is answered or closed. */
const NEAREST_FIRST = sql.raw(
  "status <> 'new', case when status = 'new' then created_at end, created_at desc, id desc",
);

function searched(search: string): SQL {
  if (search === "") return sql.raw("true");
  const pattern = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  return sql`(name ilike ${pattern} or email ilike ${pattern} or about ilike ${pattern} or words ilike ${pattern})`;
}

/** A page of inquiries and messages for an admin, what is nearest to its 24 hours first; two statements. */
export async function listInbox(
  db: Queryable,
  input: { actor: Actor; filter: InboxFilter },
): Promise<Result<InboxList, "forbidden">> {
  const { actor, filter } = input;
  if (!isAdmin(actor)) return fail("forbidden");
  const where = searched(filter.search);
  const counted = await db.execute<InboxCount>(
    sql`select kind, status, count(*)::int as count from ${entries} where ${where} group by kind, status`,
  );
  const { kind, status } = filter;
  const total = counted.rows
    .filter((row) => (!kind || row.kind === kind) && (!status || row.status === status))
    .reduce((sum, { count }) => sum + count, 0);
  const pageCount = Math.max(1, Math.ceil(total / ENTRIES_A_PAGE));
  const page = Math.min(filter.page, pageCount);
  const { rows } = await db.execute<Omit<InboxRow, "createdAt"> & { createdAt: string }>(sql`
    select id, kind, name, email, about, left(words, ${EXCERPT}::int) as excerpt, status, created_at as "createdAt"
      from ${entries} where ${where}${kind ? sql` and kind = ${kind}` : sql.raw("")}
       ${status ? sql`and status = ${status}` : sql.raw("")}
     order by ${NEAREST_FIRST} limit ${ENTRIES_A_PAGE} offset ${(page - 1) * ENTRIES_A_PAGE}`);
  return ok({
    rows: rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) })),
    counts: counted.rows,
    page,
    pageCount,
  });
}

/** Whose answer is due next, for an admin: unanswered entries, the oldest first. */
export async function listNearPromise(
  db: Queryable,
  input: { actor: Actor; most: number; besides?: string },
): Promise<Result<InboxRow[], "forbidden">> {
  if (!isAdmin(input.actor)) return fail("forbidden");
  const others = input.besides ? sql`and id <> ${input.besides}::uuid` : sql.raw("");
  const { rows } = await db.execute<Omit<InboxRow, "createdAt"> & { createdAt: string }>(sql`
    select id, kind, name, email, about, left(words, ${EXCERPT}::int) as excerpt, status, created_at as "createdAt"
      from ${entries} where status = 'new' ${others} order by created_at, id limit ${input.most}`);
  return ok(rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) })));
}

const MOST_OF_ONE = 100;

/** What somebody wrote, the newest first, with the telephone number they gave; for an admin. `email` in small letters. */
export async function listInboxOf(
  db: Queryable,
  input: { actor: Actor; email: string },
): Promise<Result<(InboxRow & { phone: string })[], "forbidden">> {
  const { actor, email } = input;
  if (!isAdmin(actor)) return fail("forbidden");
  type Row = Omit<InboxRow, "createdAt"> & { phone: string; createdAt: string };
  const { rows } = await db.execute<Row>(sql`
    select id, 'inquiry' as kind, first_name || ' ' || last_name as name, email, product_name as about,
           left(additional_notes, ${EXCERPT}::int) as excerpt, status, created_at as "createdAt", phone
      from guyana_sales_inquiries where lower(email) = ${email}
    union all
    select id, kind, full_name, email, subject, left(message, ${EXCERPT}::int), status, created_at, phone
      from contact_messages where lower(email) = ${email}
     order by "createdAt" desc limit ${MOST_OF_ONE}`);
  return ok(rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) })));
}
