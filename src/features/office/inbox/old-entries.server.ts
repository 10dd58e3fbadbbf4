import type { SQL } from "drizzle-orm";
import { and, inArray, lt, ne, sql } from "drizzle-orm";
import type { Database, Queryable } from "#db/client.server.ts";
import { contactMessages, guyanaSalesInquiries } from "#db/schema/inbox.server.ts";
import { deleteSpecificationsOfGuests } from "#features/garments/specification/old-specifications.server.ts";

/** Deletes messages or inquiries, with what a guest specified for them. Returns how many. */
export async function deleteEntries(
  db: Queryable,
  table: typeof contactMessages | typeof guyanaSalesInquiries,
  where: SQL,
): Promise<number> {
  if (table === contactMessages) {
    return (await db.delete(table).where(where).returning({ id: table.id })).length;
  }
  const { specificationId } = guyanaSalesInquiries;
  const deleted = await db.delete(guyanaSalesInquiries).where(where).returning({ specificationId });
  await deleteSpecificationsOfGuests(
    db,
    deleted.map((each) => each.specificationId),
  );
  return deleted.length;
}

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
    const endedAt = sql`coalesce(${table.closedAt}, ${table.respondedAt}, ${table.createdAt})`;
    const old = db
      .select({ id: table.id })
      .from(table)
      .where(and(ne(table.status, "new"), lt(endedAt, input.before)))
      .limit(input.limit);
    deleted += await deleteEntries(db, table, inArray(table.id, old));
  }
  return deleted;
}
