import { sql } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Queryable } from "#db/client.server.ts";

/**
 * The id of the product that an address names by its id, its slug or a slug it had before that no other product took since, however
 * they are written; null when there is none. An id is believed: whether its product exists is for its page to say. At most one
 * statement, which looks at former slugs only when no product has this one.
 */
export async function findProductId(db: Queryable, name: string): Promise<string | null> {
  const wanted = name.toLowerCase();
  if (isId(wanted)) return wanted;
  // Postgres takes no NUL, and no slug is that long.
  if (wanted.includes("\0") || wanted.length > 200) return null;
  const result = await db.execute<{ id: string | null }>(sql`
    select coalesce(
      (select id from products where slug = ${wanted} and deleted_at is null),
      (select p.id from product_former_slugs f join products p on p.id = f.product_id
        where f.slug = ${wanted} and p.deleted_at is null)) as id`);
  return result.rows[0]?.id ?? null;
}
