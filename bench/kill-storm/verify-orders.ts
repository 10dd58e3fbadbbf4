import type { Client } from "pg";
import type { Acknowledged } from "./place-order-over-http.ts";

type OrderParts = {
  status: string;
  quantity: number;
  adds_up: boolean;
  held: boolean;
  reported: boolean;
  address: boolean;
  mails: number;
};

async function readParts(client: Client, sessionId: string): Promise<OrderParts | undefined> {
  const { rows } = await client.query<OrderParts>(
    `select status,
       (select coalesce(sum(quantity), 0)::int from order_items where order_id = orders.id) as quantity,
       subtotal_minor = (select sum(unit_price_minor * quantity) from order_items where order_id = orders.id) as adds_up,
       not exists (
         select from order_items join product_variants as variant on variant.id = variant_id
         where order_id = orders.id and stock_count is not null
           and not exists (select from stock_reservations as hold where hold.order_id = orders.id and hold.variant_id = variant.id)
       ) as held,
       exists (select from order_events where order_id = orders.id and type = 'completed')
         and exists (select from payment_events where session_id = $1 and processed_at is not null) as reported,
       shipping_address is not null as address,
       (select count(*)::int from mail_outbox where dedupe_key = 'order-confirmation:' || orders.id) as mails
     from orders where id = (select order_id from payments where session_id = $1)`,
    [sessionId],
  );
  return rows[0];
}

/** Null when complete. */
async function faultOf(client: Client, order: Acknowledged): Promise<string | null> {
  const parts = await readParts(client, order.sessionId);
  if (!parts) return "lost";
  if (parts.quantity !== order.quantity || !parts.adds_up) return "lines missing";
  if (!order.paid) {
    // The payment may lack its acknowledgment.
    return parts.status === "completed" || (parts.status === "pending" && parts.held)
      ? null
      : `${parts.status} without its pieces`;
  }
  if (parts.status !== "completed") return `paid but ${parts.status}`;
  return parts.reported && parts.address && parts.mails === 1 ? null : "paid but incomplete";
}

export async function findFaults(client: Client, orders: Iterable<Acknowledged>) {
  const faults: string[] = [];
  for (const order of orders) {
    const fault = await faultOf(client, order);
    if (fault) faults.push(`${order.sessionId}: ${fault}`);
  }
  return faults;
}

export async function countStockByVariant(client: Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ id: string; quantity: number }>(
    `select variant.id, stock_count + coalesce(sum(item.quantity) filter (where orders.status in ('pending', 'completed')), 0)::int as quantity
     from product_variants as variant
       left join order_items as item on item.variant_id = variant.id
       left join orders on orders.id = item.order_id
     where stock_count is not null group by variant.id`,
  );
  return new Map(rows.map((row) => [row.id, row.quantity]));
}
