import { and, asc, eq, sql } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Queryable } from "#db/client.server.ts";
import { auditLog } from "#db/schema/audit.server.ts";
import type { RestorableSubject } from "./earlier-version.ts";

// What a record leaves out is looked for in the next ones; nobody changes a thing this often without touching the rest of it.
const MOST_LOOKED_AT = 200;

/** How a thing stood before each of its changes after an entry, oldest first, for the feature that owns it. */
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
    .limit(MOST_LOOKED_AT);
  return rows.map(({ before }) => before).filter((before) => before !== null);
}

/** How an entry's thing stood before it, for the feature that owns the thing; null when the entry is nobody's or another subject's. */
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
