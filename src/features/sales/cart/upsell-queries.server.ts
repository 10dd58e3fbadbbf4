import { sql } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import type { ProductSummary } from "#features/catalog/products/product.ts";
import type { ProductRow } from "#features/catalog/products/product-row.server.ts";
import {
  imagesColumn,
  summaryColumns,
  toSummary,
  variantsColumn,
} from "#features/catalog/products/product-row.server.ts";
import { UPSELL_SLUGS } from "./upsell.ts";

/** Upsell products on sale, in order; one statement (specification 3). */
export async function findUpsellProducts(db: Queryable): Promise<ProductSummary[]> {
  const result = await db.execute<ProductRow>(sql`
    select ${summaryColumns}, ${imagesColumn}, ${variantsColumn}
      from products p left join product_categories c on c.id = p.category_id
     where p.slug = any(${sql.param(UPSELL_SLUGS)}::text[]) and p.in_stock and p.deleted_at is null
     order by array_position(${sql.param(UPSELL_SLUGS)}::text[], p.slug)`);
  return result.rows.map(toSummary);
}
