import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Currency } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import type { Queryable } from "#db/client.server.ts";
import type { PreviewImage, ProductPreview } from "../product-preview.ts";
import { newestFirst, onSale } from "../product-row.server.ts";
import { findPreparedRow } from "./prepared-statement.server.ts";

/** One row on wide screens, two on phones. */
export const RELATED_COUNT = 4;

// Each arm reads its few newest from an index, so that the choice costs the same among 40 pieces and among 10,000.
const newestWhere = (kin: string): SQL => sql`
  select newest.id, newest.created_at, newest.is_kin from self cross join cut
   cross join lateral (
     select id, created_at,
            coalesce(category_id = self.category_id, false) or garment_type = self.garment_type as is_kin
       from products
      where ${sql.raw(kin)} gender = cut.gender and id <> self.id and ${onSale}
      order by ${newestFirst} limit ${sql.raw(String(RELATED_COUNT))}) newest`;

type Row = {
  id: string;
  name: string;
  priceMinor: number;
  currency: Currency;
  picture: PreviewImage | null;
};

/**
 * What goes well with a piece: at most four others in stock, cut for the same people or for everybody (whoever looks at a unisex piece may
 * wear either), those of its category or garment type first, the newest first. Null for an unknown or deleted piece; one statement.
 */
export async function findRelatedProducts(
  db: Queryable,
  id: string,
): Promise<ProductPreview[] | null> {
  if (!isId(id)) return null;
  const found = await findPreparedRow<{ pieces: Row[] }>(
    db,
    "related_pieces",
    sql`
    with self as materialized (
           select id, category_id, garment_type, gender from products where id = ${id} and deleted_at is null),
         cut as (
           select unnest(case gender when 'unisex' then '{female,male,unisex}' else array[gender, 'unisex'] end) as gender from self),
         near as (
           ${newestWhere("category_id = self.category_id and")} union
           ${newestWhere("garment_type = self.garment_type and")} union
           ${newestWhere("")}),
         chosen as (
           select * from near order by is_kin desc, ${newestFirst} limit ${sql.raw(String(RELATED_COUNT))})
    select (select coalesce(json_agg(card), '[]') from (
              select p.id, p.name, p.price_minor as "priceMinor", p.currency,
                     (select json_build_object('id', m.id, 'focalX', m.focal_x, 'focalY', m.focal_y)
                        from product_images i join media m on m.id = i.media_id
                       where i.product_id = p.id
                       order by i.primary_image desc, i.position, i.id limit 1) as picture
                from chosen join products p on p.id = chosen.id
               order by chosen.is_kin desc, chosen.created_at desc, chosen.id desc) card) as pieces
      from self`,
  );
  if (!found) return null;
  return found.pieces.map(({ id: pieceId, name, priceMinor, currency, picture }) => ({
    id: pieceId,
    name,
    price: money(priceMinor, currency),
    picture,
  }));
}
