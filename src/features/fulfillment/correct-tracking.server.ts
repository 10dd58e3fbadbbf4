import { eq } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import { shipments } from "#db/schema/fulfillment.server.ts";
import { orderEvents } from "#db/schema/orders.server.ts";
import { recordChanges } from "#features/audit/record-change.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import { lockOrder } from "#features/orders/order-queries.server.ts";
import { listShipments } from "#features/orders/shipment-queries.server.ts";
import type { TrackingInput } from "./shipment-input.ts";

/**
 * Corrects how a parcel is followed. `seen` is when the parcel was last changed as the owner saw it: what somebody else changed since is
 * a 'conflict' and stays. The customer reads the new number on the order's page; no second mail goes out.
 */
export async function correctTracking(
  deps: { db: Database },
  input: {
    actor: Actor;
    orderId: string;
    parcelId: string;
    seen: string;
    tracking: TrackingInput;
  },
): Promise<Result<null, "forbidden" | "not_found" | "conflict">> {
  const { actor, orderId, parcelId, seen, tracking } = input;
  if (!isAdmin(actor)) return fail("forbidden");
  if (!isId(orderId)) return fail("not_found");
  return deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const parcel = order && (await listShipments(tx, order.id)).find(({ id }) => id === parcelId);
    if (!order || !parcel) return fail("not_found" as const);
    if (parcel.updatedAt.toISOString() !== seen) return fail("conflict" as const);
    const { carrier, trackingNumber, trackingUrl } = parcel;
    await tx.update(shipments).set(tracking).where(eq(shipments.id, parcel.id));
    await tx.insert(orderEvents).values({
      orderId: order.id,
      type: "tracking_corrected",
      detail: {
        carrier: tracking.carrier,
        trackingNumber: tracking.trackingNumber,
        by: actor.name,
      },
    });
    await recordChanges(tx, actor, [
      {
        action: "corrected the tracking of",
        subject: "order",
        subjectId: order.id,
        before: { carrier, trackingNumber, trackingUrl },
        after: { ...tracking },
      },
    ]);
    return ok(null);
  });
}
