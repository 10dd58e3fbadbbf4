import { sql } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import type { ProductSummary } from "#features/catalog/product.ts";
import type { ProductRow } from "#features/catalog/product-row.server.ts";
import {
  imagesColumn,
  summaryColumns,
  toSummary,
  variantsColumn,
} from "#features/catalog/product-row.server.ts";

/** The products of these ids that still have a page, sold out or not, in the order asked for; at most one statement. */
export async function listSavedProducts(
  db: Queryable,
  ids: readonly string[],
): Promise<ProductSummary[]> {
  if (ids.length === 0) return [];
  const wanted = sql`${sql.param(ids)}::uuid[]`;
  const { rows } = await db.execute<ProductRow>(sql`
    select ${summaryColumns}, ${imagesColumn}, ${variantsColumn}
      from products p left join product_categories c on c.id = p.category_id
     where p.id = any(${wanted}) and p.deleted_at is null
     order by array_position(${wanted}, p.id)`);
  return rows.map(toSummary);
}
