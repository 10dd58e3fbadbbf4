import { inArray, lt } from "drizzle-orm";
import type { Database } from "#db/client.server.ts";
import { sessions, staffInvitations, verifications } from "#db/schema/identity.server.ts";

/**
 * Deletes sessions, links and invitations that ended before a moment, at most `limit` each. Returns how many,
 * 0 when done.
 */
export async function deleteOldSignIns(
  db: Database,
  input: { before: Date; limit: number },
): Promise<number> {
  const { before, limit } = input;
  let deleted = 0;
  for (const table of [sessions, verifications, staffInvitations]) {
    const old = db
      .select({ id: table.id })
      .from(table)
      .where(lt(table.expiresAt, before))
      .limit(limit);
    const rows = await db.delete(table).where(inArray(table.id, old)).returning({ id: table.id });
    deleted += rows.length;
  }
  return deleted;
}
