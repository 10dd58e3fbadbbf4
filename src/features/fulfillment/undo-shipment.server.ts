import { and, eq, sql } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Transaction } from "#db/client.server.ts";
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

/** Why a parcel stays; 'delivered': that it arrived is taken back first. */
export type UndoShipmentFailure = "forbidden" | "not_found" | "delivered" | UndoObstacle;

async function wasTakenBack(tx: Transaction, orderId: string, parcelId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: orderEvents.id })
    .from(orderEvents)
    .where(
      and(
        eq(orderEvents.orderId, orderId),
        eq(orderEvents.type, "parcel_taken_back"),
        sql`${orderEvents.detail} ->> 'parcelId' = ${parcelId}`,
      ),
    );
  return rows.length > 0;
}

/**
 * Takes a parcel back that was recorded by mistake and has not arrived, for as long as no return and no refund rests on it (take-back.ts): its
 * pieces wait to be sent again. The mail about it is withdrawn if it still waits; whether it is out is answered and written on the timeline. A
 * second press changes nothing.
 */
export async function undoShipment(
  deps: { db: Database },
  input: { actor: Actor; orderId: string; parcelId: string },
): Promise<Result<{ mail: WithdrawnEmail }, UndoShipmentFailure>> {
  const { actor, orderId, parcelId } = input;
  if (!isAdmin(actor)) return fail("forbidden");
  if (!isId(orderId)) return fail("not_found");
  return deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return fail("not_found" as const);
    const parcel = (await listShipments(tx, order.id)).find(({ id }) => id === parcelId);
    if (!parcel) {
      const isTwin = await wasTakenBack(tx, order.id, parcelId);
      return isTwin ? ok({ mail: "none" as const }) : fail("not_found" as const);
    }
    if (parcel.deliveredAt) return fail("delivered" as const);
    const obstacle = findUndoObstacle(parcel, await pastOf(tx, order.id));
    if (obstacle) return fail(obstacle);
    const mail = await withdrawEmail(tx, shipmentEmailKey(parcel));
    await tx.delete(shipments).where(eq(shipments.id, parcel.id));
    const { carrier, trackingNumber, trackingUrl } = parcel;
    const count = parcel.pieces.reduce((sum, { quantity }) => sum + quantity, 0);
    const words = [carrier, trackingNumber].filter(Boolean).join(", ");
    await tx.insert(orderEvents).values({
      orderId: order.id,
      type: "parcel_taken_back",
      detail: { parcelId: parcel.id, parcel: words, pieces: count, mail, by: actor.name },
    });
    await recordChanges(tx, actor, [
      {
        action: "took back a parcel of",
        subject: "order",
        subjectId: order.id,
        before: { carrier, trackingNumber, trackingUrl, pieces: count },
        after: null,
      },
    ]);
    return ok({ mail });
  });
}
