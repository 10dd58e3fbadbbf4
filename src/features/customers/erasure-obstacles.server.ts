import { sql } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import { LINES_TO_SHIP } from "#features/orders/list/order-conditions.server.ts";
import type { ErasureObstacles } from "./erasure-obstacles.ts";

/** Counts what stands against erasing a person, in one statement. */
export async function findObstacles(
  db: Queryable,
  person: { email: string; userId: string | null; isStaff: boolean },
): Promise<ErasureObstacles> {
  const { email, userId, isStaff } = person;
  const isTheirs = sql`(lower(o.customer_email) = ${email} or o.user_id = ${userId}::uuid)`;
  const { rows } = await db.execute<Omit<ErasureObstacles, "isStaff">>(sql`
    select (select count(*)::int from orders o where o.status = 'pending' and ${isTheirs}) as "beingPaid",
           (select count(*)::int from orders o where o.status = 'completed' and ${isTheirs}
             and o.id in (select order_id from (${LINES_TO_SHIP}) to_ship)) as "toShip",
           (select count(*)::int from return_requests r join orders o on o.id = r.order_id
             where r.status in ('announced', 'received') and ${isTheirs}) as "openReturns"`);
  return { isStaff, beingPaid: 0, toShip: 0, openReturns: 0, ...rows[0] };
}
