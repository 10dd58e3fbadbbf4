import { sql } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import { findProductsByIds } from "#features/catalog/listing/catalog-queries.server.ts";
import type { ProductImage } from "#features/catalog/products/product.ts";
import type { Stage } from "#features/garments/garment/garment.ts";
import { isGarmentStage } from "#features/garments/garment/garment.ts";
import { listMakersOfGarment } from "./impact-queries.server.ts";

/** A garment that was made and sent, as everybody may read it: nothing of its customer and no date, days alone. */
export type MadeGarment = {
  productId: string;
  productName: string;
  /** Of its product, as the shop shows it. */
  images: readonly ProductImage[];
  /** The stages that it reached, in order; `day` is 1 on the day of the order. */
  stages: readonly { stage: Stage; day: number }[];
  minutes: number;
  /** Makers who agreed to be named. */
  makers: readonly { name: string }[];
};

type Row = {
  id: string;
  productId: string;
  productName: string;
  stages: { stage: string; day: number }[] | null;
};

/**
 * The newest garment that went through every stage and was sent, of a product that is still in the shop; null until there is one. A
 * garment made again and one of a refunded order are left out.
 */
export async function findMadeGarment(db: Queryable): Promise<MadeGarment | null> {
  const { rows } = await db.execute<Row>(sql`
    select g.id, p.id as "productId", i.product_name as "productName",
           (select json_agg(json_build_object('stage', s.stage, 'day', s.day) order by s.day, s.at)
              from (select e.to_stage as stage, min(e.happened_at) as at,
                           (min(e.happened_at) at time zone 'America/Guyana')::date - (g.created_at at time zone 'America/Guyana')::date + 1 as day
                      from garment_events e where e.garment_id = g.id and e.kind = 'stage' group by e.to_stage) s) as stages
      from garments g join order_items i on i.id = g.order_item_id
      join orders o on o.id = i.order_id and o.status = 'completed'
      join products p on p.id = i.product_id and p.deleted_at is null and not p.draft
     where g.stage = 'shipped' and g.remake_of is null
       and (select count(distinct e.to_stage) from garment_events e
             where e.garment_id = g.id and e.kind = 'stage' and e.to_stage in ('checked', 'pattern_ready', 'approved', 'cut', 'sewn', 'finished')) = 6
     order by g.finished_at desc nulls last, g.id limit 1`);
  const [row] = rows;
  if (!row) return null;
  const [{ makers, minutes }, products] = await Promise.all([
    listMakersOfGarment(db, row.id),
    findProductsByIds(db, [row.productId]),
  ]);
  return {
    productId: row.productId,
    productName: row.productName,
    images: products[0]?.images ?? [],
    stages: (row.stages ?? []).flatMap(({ day, stage }) =>
      isGarmentStage(stage) && stage !== "cancelled" ? [{ stage, day: Math.max(1, day) }] : [],
    ),
    minutes,
    makers: makers.map(({ name }) => ({ name })),
  };
}
