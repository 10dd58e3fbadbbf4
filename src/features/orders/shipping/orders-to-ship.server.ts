import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";

/**
 * The ids of paid orders with pieces that still have to leave (`piecesLeft` for many orders at once), as a subselect; `narrow` is said of
 * the order `o`.
 */
export function ordersToShip(narrow: SQL = sql.raw("true")): SQL {
  return sql`(
    select distinct item.order_id
      from order_items item
      join orders o on o.id = item.order_id and o.status = 'completed' and ${narrow}
      left join (select order_item_id, sum(quantity) as pieces from shipment_items group by 1) shipped
        on shipped.order_item_id = item.id
      left join (select ri.order_item_id, sum(ri.quantity) as pieces
                   from refund_items ri join refunds r on r.id = ri.refund_id
                  where r.return_request_id is null and r.status <> 'failed' group by 1) withdrawn
        on withdrawn.order_item_id = item.id
     where item.quantity > coalesce(shipped.pieces, 0) + coalesce(withdrawn.pieces, 0))`;
}
