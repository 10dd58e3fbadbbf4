import { sql } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Currency } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import { findGarment } from "#features/garments/garment/garment-queries.server.ts";
import { fitLabels, sizeAndColor } from "#features/orders/order/line-description.ts";
import type { GarmentLabel, GarmentMaterial, ImpactTotals, MakerOfGarment } from "./impact.ts";

const IS_FINISHED = sql`g.stage in ('finished', 'shipped')`;

/** Minutes of each maker on each garment, after corrections; work on a cancelled garment stays work done. */
const WORK = sql`(select maker_id, garment_id, sum(minutes)::int as minutes from garment_events
  where minutes <> 0 and maker_id is not null group by 1, 2 having sum(minutes) > 0)`;

/**
 * New Dawn's totals, counted when asked: work of its makers from the events of garments, donations from the money
 * ledger (charges less what was returned). A garment of a refunded order is not counted, the work on it is. Nothing is
 * entered by hand.
 */
export async function readImpactTotals(db: Queryable): Promise<ImpactTotals> {
  const [work, donated] = await Promise.all([
    db.execute<Pick<ImpactTotals, "makers" | "minutes" | "garments">>(sql`
      select count(distinct m.id)::int as makers, coalesce(sum(w.minutes), 0)::int as minutes,
             count(distinct g.id) filter (where ${IS_FINISHED} and o.status <> 'refunded')::int as garments
        from ${WORK} w join makers m on m.id = w.maker_id and m.is_new_dawn
        join garments g on g.id = w.garment_id join order_items i on i.id = g.order_item_id
        join orders o on o.id = i.order_id`),
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

const MAKER = sql`m.id, m.public_name as name, m.about, m.media_id as "imageId", m.is_new_dawn as "isNewDawn",
  sum(w.minutes)::int as minutes`;

/** Who worked on finished garments of a product and agreed to be named, the most work first; none for an unknown product. */
export async function listMakersOfProduct(
  db: Queryable,
  productId: string,
): Promise<MakerOfGarment[]> {
  if (!isId(productId)) return [];
  const { rows } = await db.execute<MakerOfGarment>(sql`
    select ${MAKER} from order_items i join garments g on g.order_item_id = i.id
      join ${WORK} w on w.garment_id = g.id join makers m on m.id = w.maker_id
     where i.product_id = ${productId} and ${IS_FINISHED} and m.public_name <> ''
     group by m.id order by minutes desc, m.public_name limit 12`);
  return rows;
}

/** Makers who agreed to be named, how many did not, and the minutes of all. */
export async function listMakersOfGarment(db: Queryable, garmentId: string) {
  const { rows } = await db.execute<MakerOfGarment>(sql`
    select ${MAKER} from ${WORK} w join makers m on m.id = w.maker_id where w.garment_id = ${garmentId}
     group by m.id order by minutes desc, m.public_name`);
  const makers = rows.filter(({ name }) => name !== "");
  const minutes = rows.reduce((sum, row) => sum + row.minutes, 0);
  return { makers, unnamed: rows.length - makers.length, minutes };
}

/** Cloth that was cut for the garment's line. */
async function listMaterials(db: Queryable, orderItemId: string): Promise<GarmentMaterial[]> {
  const { rows } = await db.execute<GarmentMaterial>(sql`
    select c.name, c.composition, c.origin from stock_movements m join cloths c on c.id = m.cloth_id
     where m.order_item_id = ${orderItemId} group by c.id having sum(m.quantity) < 0 order by sum(m.quantity), c.name`);
  return rows;
}

type LabelRow = Pick<GarmentLabel, "productId" | "productName" | "isRemake"> & {
  id: string;
  orderItemId: string;
  token: string;
  stage: string;
  finishedAt: string | null;
};

const LABEL = sql`
  select g.id, g.order_item_id as "orderItemId", g.label_token as token, g.stage, p.id as "productId",
         i.product_name as "productName", g.remake_of is not null as "isRemake", g.finished_at as "finishedAt"
    from garments g join order_items i on i.id = g.order_item_id
    left join products p on p.id = i.product_id and p.deleted_at is null and not p.draft`;

/**
 * What a garment's label says, by the token in its QR code; null for an unknown token or a cancelled garment. Contains
 * nothing about the person who ordered it.
 */
export async function findGarmentLabel(db: Queryable, token: string): Promise<GarmentLabel | null> {
  const { rows } = await db.execute<LabelRow>(
    sql`${LABEL} where g.label_token = ${token} and g.stage <> 'cancelled'`,
  );
  const [garment] = rows;
  if (!garment) return null;
  const [work, materials] = await Promise.all([
    listMakersOfGarment(db, garment.id),
    listMaterials(db, garment.orderItemId),
  ]);
  const { finishedAt, isRemake, productId, productName } = garment;
  return {
    productId,
    productName,
    isRemake,
    materials,
    ...work,
    finishedAt: finishedAt === null ? null : new Date(finishedAt),
  };
}

export type PrintedLabel = {
  /** With its wearer, so that two garments in one shipment are told apart. */
  name: string;
  /** Everything else that was ordered, one text for each fact. */
  facts: readonly string[];
  token: string;
  materials: readonly GarmentMaterial[];
};

/** What is printed on a finished garment's label, for any admin. 'unfinished' before, because its cloth may change. */
export const findPrintedLabel = asAdmin(
  async (
    db: Queryable,
    { garmentId }: { garmentId: string },
  ): Promise<Result<PrintedLabel, "not_found" | "unfinished">> => {
    if (!isId(garmentId)) return fail("not_found");
    const { rows } = await db.execute<LabelRow>(sql`${LABEL} where g.id = ${garmentId}`);
    const [garment] = rows;
    if (!garment) return fail("not_found");
    if (garment.stage !== "finished" && garment.stage !== "shipped") return fail("unfinished");
    const ordered = await findGarment(db, garmentId);
    if (!ordered) return fail("not_found");
    const materials = await listMaterials(db, garment.orderItemId);
    const { line, name } = ordered;
    const facts = [...sizeAndColor(line), ...fitLabels(line)];
    return ok({ name, facts, token: garment.token, materials });
  },
);
