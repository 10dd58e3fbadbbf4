import { sql } from "drizzle-orm";
import type { Database } from "#db/client.server.ts";
import { REMOVAL_RETENTION_MS } from "./pending-change.ts";

/**
 * Deletes at most `limit` cart lines unchanged since a moment, and removal notes no device needs. Saved
 * wishlist entries stay. Returns how many, 0 when done.
 */
export async function deleteOldCartLines(
  db: Database,
  input: { before: Date; limit: number; now: Date },
): Promise<number> {
  const { before, limit, now } = input;
  const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`;
  const removals = at(new Date(now.getTime() - REMOVAL_RETENTION_MS));
  const lines = await db.execute(sql`
    delete from cart_lines where ctid in (
      select ctid from cart_lines
       where changed_at < ${at(before)} or (quantity = 0 and changed_at < ${removals}) limit ${limit})
    returning 1`);
  const entries = await db.execute(sql`
    delete from wishlist_entries where ctid in (
      select ctid from wishlist_entries where not saved and changed_at < ${removals} limit ${limit})
    returning 1`);
  return lines.rows.length + entries.rows.length;
}
