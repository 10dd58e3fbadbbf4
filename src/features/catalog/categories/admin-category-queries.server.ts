import { sql } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import type { AdminCategory, StoredCategory } from "./admin-category.ts";
import { orderedCategories } from "./admin-category.ts";

/**
 * All categories for an admin: the six system ones with defaults, then the owner's by name (specification 3).
 * One statement.
 */
export const listAdminCategories = asAdmin(
  async (db: Queryable): Promise<Result<AdminCategory[]>> => {
    const { rows } = await db.execute<StoredCategory>(sql`
    select c.id, c.version, c.name, c.description, c.is_system as "isSystem", c.slug, c.in_menu as "inMenu",
           (select count(*)::int from products p where p.category_id = c.id and p.deleted_at is null) as "productCount"
      from product_categories c order by lower(c.name)`);
    return ok(orderedCategories(rows));
  },
);
