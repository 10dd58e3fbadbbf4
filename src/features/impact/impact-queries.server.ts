import { sql } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Currency } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import type { Queryable } from "#db/client.server.ts";
import type { GarmentLabel, GarmentMaterial, ImpactTotals, MakerOfGarment } from "./impact.ts";

/** Work of makers on garments; a cancelled garment stays work done. */
const WORK = sql`garment_events e join makers m on m.id = e.maker_id`;

const IS_FINISHED = sql`g.stage in ('finished', 'shipped')`;

/**
 * New Dawn's totals, counted when asked: work of its makers from the events of garments, donations from the money
 * ledger (charges less what was returned). Nothing is entered by hand.
 */
export async function readImpactTotals(db: Queryable): Promise<ImpactTotals> {
  const [work, donated] = await Promise.all([
    db.execute<Pick<ImpactTotals, "makers" | "minutes" | "garments">>(sql`
      select count(distinct m.id)::int as makers, coalesce(sum(e.minutes), 0)::int as minutes,
             count(distinct g.id) filter (where ${IS_FINISHED})::int as garments
        from ${WORK} join garments g on g.id = e.garment_id where m.is_new_dawn and e.minutes > 0`),
    db.execute<{ currency: Currency; minor: string; donations: number }>(sql`
      select currency, sum(minor) as minor, count(*)::int as donations from (
        select donation_id, currency, sum(amount_minor) as minor from payment_movements
         where donation_id is not null group by 1, 2 having sum(amount_minor) > 0) d
       group by 1 order by 2 desc, 1`),
  ]);
  return {
    ...(work.rows[0] ?? { makers: 0, minutes: 0, garments: 0 }),
    donations: donated.rows.reduce((sum, { donations }) => sum + donations, 0),
    donated: donated.rows.map(({ currency, minor }) => money(Number(minor), currency)),
  };
}

const maker = sql`m.id, m.name, m.about, m.media_id as "imageId", m.is_new_dawn as "isNewDawn",
  sum(e.minutes)::int as minutes`;

/** Who worked on finished garments of a product, the most work first; none for an unknown product. */
export async function listMakersOfProduct(
  db: Queryable,
  productId: string,
): Promise<MakerOfGarment[]> {
  if (!isId(productId)) return [];
  const { rows } = await db.execute<MakerOfGarment>(sql`
    select ${maker} from ${WORK} join garments g on g.id = e.garment_id
      join order_items i on i.id = g.order_item_id
     where i.product_id = ${productId} and ${IS_FINISHED} and e.minutes > 0
     group by m.id order by minutes desc, m.name limit 12`);
  return rows;
}

async function listMakersOfGarment(db: Queryable, garmentId: string): Promise<MakerOfGarment[]> {
  const { rows } = await db.execute<MakerOfGarment>(sql`
    select ${maker} from ${WORK} where e.garment_id = ${garmentId} and e.minutes > 0
     group by m.id order by minutes desc, m.name`);
  return rows;
}

async function listMaterials(db: Queryable, orderItemId: string): Promise<GarmentMaterial[]> {
  const { rows } = await db.execute<GarmentMaterial>(sql`
    select c.name, c.composition, c.origin from cloth_movements m join cloths c on c.id = m.cloth_id
     where m.order_item_id = ${orderItemId} group by c.id having sum(m.change_mm) < 0 order by sum(m.change_mm), c.name`);
  return rows;
}

/**
 * What a garment's label says, by the token in its QR code; null for an unknown token or a cancelled garment. Contains
 * nothing about the person who ordered it.
 */
export async function findGarmentLabel(db: Queryable, token: string): Promise<GarmentLabel | null> {
  const { rows } = await db.execute<{
    id: string;
    orderItemId: string;
    productId: string | null;
    productName: string;
    finishedAt: string | null;
    isRemake: boolean;
  }>(sql`
    select g.id, g.order_item_id as "orderItemId", p.id as "productId", i.product_name as "productName",
           g.remake_of is not null as "isRemake",
           (select max(e.happened_at) from garment_events e where e.garment_id = g.id and e.to_stage = 'finished' and ${IS_FINISHED}) as "finishedAt"
      from garments g join order_items i on i.id = g.order_item_id
      left join products p on p.id = i.product_id and p.deleted_at is null and not p.draft
     where g.label_token = ${token} and g.stage <> 'cancelled'`);
  const [garment] = rows;
  if (!garment) return null;
  const [makers, materials] = await Promise.all([
    listMakersOfGarment(db, garment.id),
    listMaterials(db, garment.orderItemId),
  ]);
  return {
    productId: garment.productId,
    productName: garment.productName,
    finishedAt: garment.finishedAt === null ? null : new Date(garment.finishedAt),
    isRemake: garment.isRemake,
    makers,
    materials,
    minutes: makers.reduce((sum, { minutes }) => sum + minutes, 0),
  };
}
