import { sql } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import type { Movement } from "./movement.ts";

const MOVEMENTS_A_PAGE = 50;

export type MovementPage = { movements: readonly Movement[]; page: number; pageCount: number };

/** A page of what moved of a variant or of a cloth, newest first; the last page instead of one that does not exist. */
export async function listMovements(
  db: Queryable,
  of: { variantId: string } | { clothId: string },
  requestedPage: number,
): Promise<MovementPage> {
  const isOfIt =
    "variantId" in of ? sql`m.variant_id = ${of.variantId}` : sql`m.cloth_id = ${of.clothId}`;
  const counted = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from stock_movements m where ${isOfIt}`,
  );
  const pageCount = Math.max(1, Math.ceil((counted.rows[0]?.total ?? 0) / MOVEMENTS_A_PAGE));
  const page = Math.min(requestedPage, pageCount);
  const { rows } = await db.execute<Omit<Movement, "createdAt"> & { createdAt: string }>(sql`
    select m.id, m.kind, m.quantity, coalesce(m.order_id, i.order_id) as "orderId", m.note, m.actor_name as "actorName",
           m.created_at as "createdAt"
      from stock_movements m left join order_items i on i.id = m.order_item_id
     where ${isOfIt}
     order by m.created_at desc nulls last, m.id desc limit ${MOVEMENTS_A_PAGE} offset ${(page - 1) * MOVEMENTS_A_PAGE}`);
  const movements = rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }));
  return { movements, page, pageCount };
}
