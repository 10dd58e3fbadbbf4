import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";

/** A counted combination as the owner keeps it; `onShelf` are the pieces that are there, held ones too. */
export type StockRow = {
  variantId: string;
  productId: string;
  name: string;
  size: string;
  colorName: string;
  sku: string;
  onShelf: number;
  /** Held for shoppers who are paying right now. */
  held: number;
  /** Sold in the last 30 days, without what came back. */
  sold: number;
};

/** Counted combinations of products that are not deleted, with `held`. */
export const countedStock = sql`
  product_variants v join products p on p.id = v.product_id and p.deleted_at is null
    cross join lateral (select coalesce(sum(r.quantity), 0)::int as pieces from stock_reservations r where r.variant_id = v.id) held`;

/** The colour's name of a combination, "" for one without. */
export const colorNameOf = sql`coalesce((
  select c->>'name' from jsonb_array_elements(p.colors) c where upper(c->>'hex') = upper(v.color) limit 1), v.color)`;

/** Reads combinations as the stock page shows them, in the order and the part of the list that `rest` says. */
export async function readStockRows(db: Queryable, where: SQL, rest: SQL): Promise<StockRow[]> {
  const { rows } = await db.execute<StockRow>(sql`
    select v.id as "variantId", p.id as "productId", p.name, v.size, ${colorNameOf} as "colorName", v.sku,
           v.stock_count + held.pieces as "onShelf", held.pieces as held,
           (select coalesce(-sum(m.pieces), 0)::int from stock_movements m
             where m.variant_id = v.id and m.kind = 'sold' and m.created_at > now() - interval '30 days') as sold
      from ${countedStock}
     where v.stock_count is not null and ${where} ${rest}`);
  return rows;
}
