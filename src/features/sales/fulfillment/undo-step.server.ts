import { eq } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Queryable } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { shipments } from "#db/schema/fulfillment.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import type { WithdrawnEmail } from "#features/base/mail/enqueue-email.server.ts";
import { listEmailsOut, withdrawEmail } from "#features/base/mail/enqueue-email.server.ts";
import { lockRemakes, reopenRemakes } from "#features/garments/alterations/end-remakes.server.ts";
import { unshipGarments } from "#features/garments/garment/stored-garments.server.ts";
import { contentsOf } from "#features/orders/order/line-quantities.ts";
import { lockOrder } from "#features/orders/order/order-queries.server.ts";
import type { Shipment } from "#features/orders/order/shipment-queries.server.ts";
import { listShipments } from "#features/orders/order/shipment-queries.server.ts";
import {
  hasOrderEvent,
  listOrderEvents,
  recordOrderEvent,
} from "#features/orders/order/stored-order-events.server.ts";
import { findRefunds } from "#features/sales/payments/payment-queries.server.ts";
import { returnsOf } from "#features/sales/returns/return-queries.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { OrderPast, UndoObstacle } from "./undo-step.ts";
import { findUndoObstacle } from "./undo-step.ts";

/** `isEmailOut`: the step's email may have been read. */
export type UndoAvailability = { obstacle: UndoObstacle | null; isEmailOut: boolean };

function shipmentEmailKey({ id, deliveredAt }: Pick<Shipment, "id" | "deliveredAt">): string {
  return `${deliveredAt ? "delivered" : "shipped"}:${id}`;
}

/** What decides an undo. */
async function pastOf(db: Queryable, orderId: string): Promise<OrderPast> {
  return {
    steps: await listOrderEvents(db, orderId),
    returns: await returnsOf(db, orderId),
    refunds: await findRefunds(db, orderId),
  };
}

/** Whether each shipment's last step can be undone, by id; one statement, and none without a shipment. */
export async function listUndoAvailability(
  db: Queryable,
  shipments: readonly Shipment[],
  past: OrderPast,
): Promise<Record<string, UndoAvailability>> {
  const emailsOut = await listEmailsOut(db, shipments.map(shipmentEmailKey));
  return Object.fromEntries(
    shipments.map((shipment): [string, UndoAvailability] => [
      shipment.id,
      {
        obstacle: findUndoObstacle(shipment, past),
        isEmailOut: emailsOut.has(shipmentEmailKey(shipment)),
      },
    ]),
  );
}

/**
 * Undoes a delivery unless a return or refund depends on it (undo-step.ts); the days of return count from
 * shipping again. Withdraws its unsent email; result and timeline say whether it was sent. Idempotent.
 */
export const undoDelivery = asAdmin(
  async (
    deps: { db: Database },
    input: { actor: Admin; orderId: string; shipmentId: string },
  ): Promise<Result<{ mail: WithdrawnEmail }, "not_found" | UndoObstacle>> => {
    const { actor, orderId, shipmentId } = input;
    if (!isId(orderId)) return fail("not_found");
    return inTransaction(deps.db, async (tx) => {
      const order = await lockOrder(tx, orderId);
      const shipment =
        order && (await listShipments(tx, order.id)).find(({ id }) => id === shipmentId);
      if (!order || !shipment) return fail("not_found" as const);
      if (!shipment.deliveredAt) return ok({ mail: "none" as const });
      const obstacle = findUndoObstacle(shipment, await pastOf(tx, order.id));
      if (obstacle) return fail(obstacle);
      await tx.update(shipments).set({ deliveredAt: null }).where(eq(shipments.id, shipment.id));
      const mail = await withdrawEmail(tx, shipmentEmailKey(shipment));
      const { carrier, trackingNumber } = shipment;
      const text = [carrier, trackingNumber].filter(Boolean).join(", ");
      await recordOrderEvent(tx, {
        orderId: order.id,
        type: "delivery_undone",
        detail: { shipmentId: shipment.id, shipment: text, mail, by: actor.name },
      });
      await recordChanges(tx, actor, [
        {
          action: "took back the delivery of",
          subject: "order",
          subjectId: order.id,
          before: { deliveredAt: shipment.deliveredAt.toISOString(), trackingNumber },
          after: { deliveredAt: null, trackingNumber },
        },
      ]);
      return ok({ mail });
    });
  },
);

/** 'delivered': the delivery must be undone first. */
export type UndoShipmentFailure = "forbidden" | "not_found" | "delivered" | UndoObstacle;

/**
 * Undoes an undelivered shipment unless a return or refund depends on it (undo-step.ts); its items can ship
 * again, its garments are in the stage from which they left, and a request that ended with it is open again. Withdraws its unsent email; result and timeline say whether it was sent. Idempotent.
 */
export const undoShipment = asAdmin(
  async (
    deps: { db: Database; clock: Clock },
    input: { actor: Admin; orderId: string; shipmentId: string },
  ): Promise<Result<{ mail: WithdrawnEmail }, UndoShipmentFailure>> => {
    const { actor, orderId, shipmentId } = input;
    if (!isId(orderId)) return fail("not_found");
    return inTransaction(deps.db, async (tx) => {
      const order = await lockOrder(tx, orderId);
      if (!order) return fail("not_found" as const);
      const remakes = await lockRemakes(tx, order.id);
      const shipment = (await listShipments(tx, order.id)).find(({ id }) => id === shipmentId);
      if (!shipment) {
        const isTwin = await hasOrderEvent(tx, {
          orderId: order.id,
          type: "shipment_undone",
          detail: { shipmentId },
        });
        return isTwin ? ok({ mail: "none" as const }) : fail("not_found" as const);
      }
      if (shipment.deliveredAt) return fail("delivered" as const);
      const obstacle = findUndoObstacle(shipment, await pastOf(tx, order.id));
      if (obstacle) return fail(obstacle);
      const mail = await withdrawEmail(tx, shipmentEmailKey(shipment));
      const now = deps.clock.now();
      await reopenRemakes(tx, remakes, { shipmentId: shipment.id, staff: actor, now });
      await unshipGarments(tx, { shipmentId: shipment.id, at: now, staff: actor });
      await tx.delete(shipments).where(eq(shipments.id, shipment.id));
      const { carrier, trackingNumber, trackingUrl } = shipment;
      const count = contentsOf(shipment).reduce((sum, { quantity }) => sum + quantity, 0);
      const text = [carrier, trackingNumber].filter(Boolean).join(", ");
      await recordOrderEvent(tx, {
        orderId: order.id,
        type: "shipment_undone",
        detail: { shipmentId: shipment.id, shipment: text, quantity: count, mail, by: actor.name },
      });
      await recordChanges(tx, actor, [
        {
          action: "took back a parcel of",
          subject: "order",
          subjectId: order.id,
          before: { carrier, trackingNumber, trackingUrl, quantity: count },
          after: null,
        },
      ]);
      return ok({ mail });
    });
  },
);
