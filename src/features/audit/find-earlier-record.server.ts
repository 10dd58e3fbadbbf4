import { and, eq } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Queryable } from "#db/client.server.ts";
import { auditLog } from "#db/schema/settings.server.ts";
import type { RestorableSubject } from "./earlier-version.ts";

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
