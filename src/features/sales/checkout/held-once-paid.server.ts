import { and, eq, lte, not, or } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import { atelierHolds } from "#db/schema/production.server.ts";
import type { Order } from "#features/orders/order/order.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { HeldOncePaid } from "./held-once-paid.ts";
import { heldDayOf } from "./held-once-paid.ts";

/** The day that the atelier holds for an unpaid order only once it is paid; null where it holds it now, or promised none. */
export async function findHeldOncePaid(
  { clock, db }: { db: Queryable; clock: Clock },
  order: Pick<Order, "id" | "lines" | "madeToMeasure">,
): Promise<HeldOncePaid | null> {
  if (!order.madeToMeasure) return null;
  const [unheld] = await db
    .select({ orderId: atelierHolds.orderId })
    .from(atelierHolds)
    .where(
      and(
        eq(atelierHolds.orderId, order.id),
        or(not(atelierHolds.isHeld), lte(atelierHolds.heldUntil, clock.now())),
      ),
    );
  return unheld ? heldDayOf(order) : null;
}
