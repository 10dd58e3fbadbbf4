import { sql } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Queryable } from "#db/client.server.ts";

/**
 * The id of the product that an address names by its id or its slug, however either is written; null when there is none. An id is
 * believed: whether its product exists is for its page to say. At most one statement.
 */
export async function findProductId(db: Queryable, name: string): Promise<string | null> {
  const wanted = name.toLowerCase();
  if (isId(wanted)) return wanted;
  // Postgres takes no NUL, and no slug is that long.
  if (wanted.includes("\0") || wanted.length > 200) return null;
  const result = await db.execute<{ id: string }>(
    sql`select id from products where slug = ${wanted} and deleted_at is null`,
  );
  return result.rows[0]?.id ?? null;
}
