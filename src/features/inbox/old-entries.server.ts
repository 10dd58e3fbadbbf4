import { and, inArray, lt, ne, sql } from "drizzle-orm";
import type { Database } from "#db/client.server.ts";
import { contactMessages, guyanaSalesInquiries } from "#db/schema/inbox.server.ts";

/**
 * Deletes at most `limit` messages and inquiries each, with replies, answered or closed before a moment. New
 * ones stay. Returns how many, 0 when done.
 */
export async function deleteOldEntries(
  db: Database,
  input: { before: Date; limit: number },
): Promise<number> {
  let deleted = 0;
  for (const table of [contactMessages, guyanaSalesInquiries]) {
    const endedAt = sql`coalesce(${table.closedAt}, ${table.answeredAt}, ${table.createdAt})`;
    const old = db
      .select({ id: table.id })
      .from(table)
      .where(and(ne(table.status, "new"), lt(endedAt, input.before)))
      .limit(input.limit);
    const rows = await db.delete(table).where(inArray(table.id, old)).returning({ id: table.id });
    deleted += rows.length;
  }
  return deleted;
}
