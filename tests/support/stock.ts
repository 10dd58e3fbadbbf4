import { sql } from "drizzle-orm";
import type { Database } from "#db/client.server.ts";

/** Whose movements do not add up to stock and holds. */
export async function unbalancedStock(db: Database) {
  const { rows } = await db.execute<{ sku: string; expected: number; recorded: number }>(sql`
    select * from (
      select v.sku,
        case when v.stock_count is null then 0 else v.stock_count + coalesce(
          (select sum(quantity) from stock_reservations r where r.variant_id = v.id), 0)::int end as expected,
        coalesce((select sum(quantity) from stock_movements m where m.variant_id = v.id), 0)::int as recorded
      from product_variants v) as counted where expected <> recorded`);
  return rows;
}
