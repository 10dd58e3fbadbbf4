import { eq } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { shipments } from "#db/schema/fulfillment.server.ts";
import { orderEvents } from "#db/schema/orders.server.ts";
import { recordChanges } from "#features/audit/record-change.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import { dayOf, startOfDay } from "#features/orders/georgetown-time.ts";
import { lockOrder } from "#features/orders/order-queries.server.ts";
import { listShipments } from "#features/orders/shipment-queries.server.ts";
import type { ShipmentDeps } from "./send-shipment-email.server.ts";
import { sendShipmentEmail } from "./send-shipment-email.server.ts";

const HALF_A_DAY_MS = 12 * 60 * 60 * 1000;

/** The middle of that day in Georgetown, never before the parcel left and never to come; now for an empty day, null for one that cannot be. */
function deliveryMoment(day: string, shippedAt: Date, now: Date): Date | null {
  if (day === "" || day === dayOf(now)) return now;
  const start = startOfDay(day);
  if (!start || day > dayOf(now) || day < dayOf(shippedAt)) return null;
  return new Date(Math.max(start.getTime() + HALF_A_DAY_MS, shippedAt.getTime()));
}

/**
 * Writes down that a parcel arrived, on a day of Georgetown (YYYY-MM-DD, empty for now): from then on the customer's 30 days run, and the
 * customer is mailed once. A second press changes nothing.
 */
export async function recordDelivery(
  deps: ShipmentDeps,
  input: { actor: Actor; orderId: string; parcelId: string; day: string },
): Promise<Result<null, "forbidden" | "not_found" | "no_such_day">> {
  const { actor, day, orderId, parcelId } = input;
  if (!isAdmin(actor)) return fail("forbidden");
  if (!isId(orderId)) return fail("not_found");
  return deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const parcel = order && (await listShipments(tx, order.id)).find(({ id }) => id === parcelId);
    if (!order || !parcel) return fail("not_found" as const);
    if (parcel.deliveredAt) return ok(null);
    const deliveredAt = deliveryMoment(day, parcel.shippedAt, deps.clock.now());
    if (!deliveredAt) return fail("no_such_day" as const);
    await tx.update(shipments).set({ deliveredAt }).where(eq(shipments.id, parcel.id));
    await tx.insert(orderEvents).values({
      orderId: order.id,
      type: "delivered",
      detail: { parcelId: parcel.id, carrier: parcel.carrier, by: actor.name },
    });
    await recordChanges(tx, actor, [
      {
        action: "marked as delivered",
        subject: "order",
        subjectId: order.id,
        before: { deliveredAt: null },
        after: { deliveredAt: deliveredAt.toISOString(), trackingNumber: parcel.trackingNumber },
      },
    ]);
    await sendShipmentEmail(tx, deps, {
      order,
      parcel: { ...parcel, deliveredAt },
      moment: "delivered",
    });
    return ok(null);
  });
}
