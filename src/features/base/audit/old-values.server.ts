import { and, inArray, isNotNull, lt, or } from "drizzle-orm";
import type { Database } from "#db/client.server.ts";
import { auditLog } from "#db/schema/audit.server.ts";
import type { AuditSubject } from "./record-change.server.ts";

/** Subjects whose values may name a person. Others stay restorable for ever. */
const PERSONAL_SUBJECTS: readonly AuditSubject[] = [
  "account",
  "refusal",
  "order",
  "order view",
  "inquiry",
  "message",
  "customer",
  "mail",
  "donation",
];

/**
 * Removes the values of at most `limit` changes to people's records before a moment; who did what and when
 * stays. Returns how many, 0 when done.
 */
export async function removeOldValues(
  db: Database,
  input: { before: Date; limit: number },
): Promise<number> {
  const old = db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(
      and(
        lt(auditLog.createdAt, input.before),
        inArray(auditLog.subject, [...PERSONAL_SUBJECTS]),
        or(isNotNull(auditLog.before), isNotNull(auditLog.after)),
      ),
    )
    .limit(input.limit);
  const rows = await db
    .update(auditLog)
    .set({ before: null, after: null })
    .where(inArray(auditLog.id, old))
    .returning({ id: auditLog.id });
  return rows.length;
}
