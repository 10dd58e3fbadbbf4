import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import { clothCommitments, cloths } from "#db/schema/atelier.server.ts";
import { garments } from "#db/schema/production.server.ts";
import { STAGES_BEFORE_CUT } from "./garment.ts";

/** Cloth that the cut of one garment needs from a roll, in mm. */
export type DueCloth = { clothId: string; name: string; shareMm: number };

const UNCUT = sql.param([...STAGES_BEFORE_CUT]);

/** The cloth that is committed to a line and not cut, by name, with the equal share of each of its uncut garments. */
const dueClothOf = (orderItemId: SQL) => sql`
  select m.cloth_id as "clothId", c.name,
         ceil(m.length_mm::numeric / greatest(1, (select count(*) from ${garments} g
           where g.order_item_id = m.order_item_id and g.stage = any(${UNCUT}::text[]))))::int as "shareMm"
    from ${clothCommitments} m join ${cloths} c on c.id = m.cloth_id
   where m.order_item_id = ${orderItemId} and m.status = 'open'`;

/** `listDueCloth` as JSON, for a statement that reads more beside it. */
export const dueClothJson = (orderItemId: SQL) => sql<DueCloth[]>`(
  select coalesce(json_agg(due order by due.name), '[]') from (${dueClothOf(orderItemId)}) due)`;

/** The cloth that is committed to a garment's line and not cut: this garment's share of each. */
export async function listDueCloth(
  db: Queryable,
  { orderItemId }: { orderItemId: string },
): Promise<DueCloth[]> {
  const { rows } = await db.execute<DueCloth>(
    sql`${dueClothOf(sql`${orderItemId}`)} order by c.name`,
  );
  return rows;
}
