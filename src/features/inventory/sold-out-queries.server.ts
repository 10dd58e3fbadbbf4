import { sql } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Queryable } from "#db/client.server.ts";
import { colorNameOf } from "./stock-rows.server.ts";

/** A combination that cannot be bought right now. */
export type SoldOut = { variantId: string; size: string; color: string; colorName: string };

/** What of a product cannot be bought right now: all of it while the product is out of stock, in the order of its page. */
export async function listSoldOut(db: Queryable, productId: string): Promise<SoldOut[]> {
  if (!isId(productId)) return [];
  const { rows } = await db.execute<SoldOut>(sql`
    select v.id as "variantId", v.size, v.color, ${colorNameOf} as "colorName"
      from product_variants v join products p on p.id = v.product_id and p.deleted_at is null
     where p.id = ${productId} and (not p.in_stock or v.stock_count = 0)
     order by v.position, v.id`);
  return rows;
}
