import type { SQL } from "drizzle-orm";
import { and, asc, eq, sql } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { auditLog } from "#db/schema/audit.server.ts";
import { textContains } from "#db/text-contains.server.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import type { ActivityFilter } from "./activity-filter.ts";
import { ENTRIES_A_PAGE } from "./activity-filter.ts";
import type { FieldChange, KnownImage, KnownRecords, RestorableSubject } from "./field-change.ts";
import { differenceOf } from "./field-change.ts";
import type { AuditSubject } from "./record-change.server.ts";

// Later records supply missing fields; more partial changes are unlikely.
const MAX_SCANNED = 200;

/** Records before later changes, oldest first, for their feature. */
export async function findLaterRecords(
  db: Queryable,
  entry: { id: string; subject: RestorableSubject; subjectId: string },
): Promise<Record<string, unknown>[]> {
  const rows = await db
    .select({ before: auditLog.before })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.subject, entry.subject),
        eq(auditLog.subjectId, entry.subjectId),
        sql`(${auditLog.createdAt}, ${auditLog.id}) > (select created_at, id from audit_log where id = ${entry.id})`,
      ),
    )
    .orderBy(asc(auditLog.createdAt), asc(auditLog.id))
    .limit(MAX_SCANNED);
  return rows.map(({ before }) => before).filter((before) => before !== null);
}

/** A record before an entry; null for an unknown entry or another subject. */
export async function findEarlierRecord(
  db: Queryable,
  entry: { id: string; subject: RestorableSubject },
): Promise<{ subjectId: string; action: string; before: Record<string, unknown> } | null> {
  if (!isId(entry.id)) return null;
  const [row] = await db
    .select({
      subjectId: auditLog.subjectId,
      action: auditLog.action,
      before: auditLog.before,
    })
    .from(auditLog)
    .where(and(eq(auditLog.id, entry.id), eq(auditLog.subject, entry.subject)));
  return row?.before ? { ...row, before: row.before } : null;
}

type Named = { id: string; kind: "product" | "category" | "media" | "business" } & Omit<
  KnownImage,
  "id"
>;

const IDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** The current names of ids in records, if they exist; one statement. */
export async function getKnownRecords(
  db: Queryable,
  records: unknown,
): Promise<KnownRecords & { there: ReadonlySet<string> }> {
  const ids = [...new Set(JSON.stringify(records).match(IDS))];
  const wanted = sql`any(${sql.param(ids)}::uuid[])`;
  const { rows } = await db.execute<Named>(sql`
    select id, 'category' as kind, name, 0.5 as "focalX", 0.5 as "focalY" from product_categories where id = ${wanted}
    union all
    select id, 'product', name, 0.5, 0.5 from products where id = ${wanted} and deleted_at is null
    union all
    select id, 'media', name, focal_x::float8, focal_y::float8 from media where id = ${wanted}
    union all
    select id, 'business', '', 0.5, 0.5 from orders where id = ${wanted}
    union all
    select id, 'business', '', 0.5, 0.5 from guyana_sales_inquiries where id = ${wanted}
    union all
    select id, 'business', '', 0.5, 0.5 from contact_messages where id = ${wanted}`);
  const of = (kind: Named["kind"]) => rows.filter((row) => row.kind === kind);
  return {
    categories: new Map(of("category").map(({ id, name }) => [id, name])),
    images: new Map(
      of("media").map(({ id, name, focalX, focalY }) => [id, { id, name, focalX, focalY }]),
    ),
    there: new Set(rows.map(({ id }) => id)),
  };
}

/** Records stay on the server. */
export type ActivityEntry = {
  id: string;
  createdAt: Date;
  personName: string;
  action: string;
  subject: AuditSubject;
  subjectId: string;
  /** The name at the time; "" when unknown. */
  name: string;
  isThere: boolean;
  hasEarlier: boolean;
  changes: readonly FieldChange[];
};

type Activity = {
  entries: readonly ActivityEntry[];
  people: readonly { id: string; name: string }[];
  total: number;
  /** At most the last page. */
  page: number;
  pageCount: number;
};

/** Null is unlimited; `until` is exclusive. */
type Period = { from: Date | null; until: Date | null };

type Fields = Record<string, unknown>;
type Row = Omit<ActivityEntry, "name" | "isThere" | "hasEarlier" | "changes" | "createdAt"> & {
  createdAt: string;
  before: Fields | null;
  after: Fields | null;
};

// Matches the indexes ("nulls last").
const NEWEST = sql.raw("created_at desc nulls last, id desc nulls last");

/** The names of who changed and of what was changed, and the id of the record, which begins with an order's number. */
const SEARCHED = [
  sql.raw("actor_name"),
  sql.raw("(after ->> 'name')"),
  sql.raw("(before ->> 'name')"),
  sql.raw("subject_id"),
];

/** Refusals, of which strangers cause hundreds in an hour, are listed only when they are asked for: changes are not drowned by them. */
function narrowed(filter: ActivityFilter, { from, until }: Period): SQL {
  const { subject, thing, person, search } = filter;
  return sql.join([
    sql.raw("true"),
    subject ? sql` and subject = ${subject}` : sql` and subject <> 'refusal'`,
    ...(thing ? [sql` and subject_id = ${thing}`] : []),
    ...(person ? [sql` and actor_id = ${person}`] : []),
    ...(search ? [sql` and ${textContains(SEARCHED, search)}`] : []),
    ...(from ? [sql` and created_at >= ${from.toISOString()}::timestamptz`] : []),
    ...(until ? [sql` and created_at < ${until.toISOString()}::timestamptz`] : []),
  ]);
}

/** People are sorted by their latest entry; each costs one index lookup. */
async function listPeople(db: Queryable): Promise<Activity["people"]> {
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    with recursive people (id) as (
      (select actor_id from audit_log where actor_id is not null order by actor_id limit 1)
      union all
      select (select actor_id from audit_log where actor_id > people.id order by actor_id limit 1) from people where people.id is not null)
    select people.id, latest.name
      from people cross join lateral
           (select actor_name as name from audit_log where actor_id = people.id order by ${NEWEST} limit 1) latest
     where people.id is not null order by lower(latest.name), people.id`);
  return rows;
}

/** Null for an unknown section or field. */
type SettingLabel = (section: string, field: string) => string | null;
type Labels = { settingLabel?: SettingLabel | undefined };

/** A page of Activity for an admin, newest first. */
export const listActivity = asAdmin(
  async (
    db: Queryable,
    input: { filter: ActivityFilter; period: Period; pageSize?: number } & Labels,
  ): Promise<Result<Activity>> => {
    const { filter, period, pageSize = ENTRIES_A_PAGE } = input;
    const where = narrowed(filter, period);
    const counted = await db.execute<{ total: number }>(
      sql`select count(*)::int as total from audit_log where ${where}`,
    );
    const total = counted.rows[0]?.total ?? 0;
    const pageCount = Math.max(1, Math.ceil(total / pageSize));
    const page = Math.min(filter.page, pageCount);
    const { rows } = await db.execute<Row>(sql`
    select e.id, e.created_at as "createdAt", e.actor_name as "personName", e.action, e.subject, e.subject_id as "subjectId",
           e.before, e.after
      from (select id from audit_log where ${where}
             order by ${NEWEST} limit ${pageSize} offset ${(page - 1) * pageSize}) shown
      join audit_log e on e.id = shown.id
     order by e.created_at desc, e.id desc`);
    return ok({
      entries: await describeEntries(db, rows, input.settingLabel),
      people: await listPeople(db),
      total,
      page,
      pageCount,
    });
  },
);

/** The difference of two records as text, for an admin. */
export const describeDifference = asAdmin(
  async (
    db: Queryable,
    input: {
      before: Readonly<Fields> | null;
      after: Readonly<Fields> | null;
      labelOf?: KnownRecords["labelOf"];
    },
  ): Promise<Result<FieldChange[]>> => {
    const { before, after } = input;
    const known = await getKnownRecords(db, [before, after]);
    return ok(differenceOf(before, after, { ...known, labelOf: input.labelOf }));
  },
);

/** The heading shows the name. */
function withoutName(fields: Fields | null): Fields {
  const { name: _name, ...rest } = fields ?? {};
  return rest;
}

async function describeEntries(
  db: Queryable,
  rows: readonly Row[],
  settingLabel: SettingLabel | undefined,
): Promise<ActivityEntry[]> {
  const known = await getKnownRecords(db, rows);
  const knownFor = ({ subject, subjectId }: Pick<Row, "subject" | "subjectId">): KnownRecords =>
    subject === "settings" && settingLabel
      ? { ...known, labelOf: (name) => settingLabel(subjectId, name) }
      : known;
  return rows.map(({ before, after, createdAt, ...row }) => ({
    ...row,
    createdAt: new Date(createdAt),
    name: String(after?.name ?? before?.name ?? after?.category ?? ""),
    isThere: !isId(row.subjectId) || known.there.has(row.subjectId),
    hasEarlier: before !== null,
    changes:
      before && after
        ? differenceOf(before, after, knownFor(row))
        : differenceOf(null, withoutName(after ?? before), knownFor(row)),
  }));
}
