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
import type { WithdrawnEmail } from "#features/mail/enqueue-email.server.ts";
import { withdrawEmail } from "#features/mail/enqueue-email.server.ts";
import { lockOrder } from "#features/orders/order-queries.server.ts";
import { listShipments } from "#features/orders/shipment-queries.server.ts";
import type { UndoObstacle } from "./undo-step.ts";
import { findUndoObstacle } from "./undo-step.ts";
import { pastOf, shipmentEmailKey } from "./undo-step-queries.server.ts";

/**
 * Takes back that a parcel was marked as delivered, for as long as no return and no refund rests on it (take-back.ts): it is on its way again,
 * and the customer's 30 days count from its leaving. The mail about it is withdrawn if it still waits; whether it is out is answered and written
 * on the timeline. A second press changes nothing.
 */
export async function undoDelivery(
  deps: { db: Database },
  input: { actor: Actor; orderId: string; parcelId: string },
): Promise<Result<{ mail: WithdrawnEmail }, "forbidden" | "not_found" | UndoObstacle>> {
  const { actor, orderId, parcelId } = input;
  if (!isAdmin(actor)) return fail("forbidden");
  if (!isId(orderId)) return fail("not_found");
  return deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const parcel = order && (await listShipments(tx, order.id)).find(({ id }) => id === parcelId);
    if (!order || !parcel) return fail("not_found" as const);
    if (!parcel.deliveredAt) return ok({ mail: "none" as const });
    const obstacle = findUndoObstacle(parcel, await pastOf(tx, order.id));
    if (obstacle) return fail(obstacle);
    await tx.update(shipments).set({ deliveredAt: null }).where(eq(shipments.id, parcel.id));
    const mail = await withdrawEmail(tx, shipmentEmailKey(parcel));
    const { carrier, trackingNumber } = parcel;
    const words = [carrier, trackingNumber].filter(Boolean).join(", ");
    await tx.insert(orderEvents).values({
      orderId: order.id,
      type: "delivery_taken_back",
      detail: { parcelId: parcel.id, parcel: words, mail, by: actor.name },
    });
    await recordChanges(tx, actor, [
      {
        action: "took back the delivery of",
        subject: "order",
        subjectId: order.id,
        before: { deliveredAt: parcel.deliveredAt.toISOString(), trackingNumber },
        after: { deliveredAt: null, trackingNumber },
      },
    ]);
    return ok({ mail });
  });
}
