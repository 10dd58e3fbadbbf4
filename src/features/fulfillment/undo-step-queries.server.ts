import { asc, eq } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import { orderEvents } from "#db/schema/orders.server.ts";
import { isEmailOut } from "#features/mail/enqueue-email.server.ts";
import type { Shipment } from "#features/orders/shipment-queries.server.ts";
import { findRefunds } from "#features/payments/refund-queries.server.ts";
import { returnsOf } from "#features/returns/return-queries.server.ts";
import type { OrderPast, UndoObstacle } from "./undo-step.ts";
import { findUndoObstacle } from "./undo-step.ts";

/** Whether the last step of a parcel can be taken back, and whether the customer may have read of it already. */
export type UndoAvailability = { obstacle: UndoObstacle | null; isEmailOut: boolean };

/** The key of the mail that tells of a parcel's last step. */
export function shipmentEmailKey({
  id,
  deliveredAt,
}: Pick<Shipment, "id" | "deliveredAt">): string {
  return `${deliveredAt ? "delivered" : "shipped"}:${id}`;
}

/** What of an order's life decides whether a parcel's step can be taken back. */
export async function pastOf(db: Queryable, orderId: string): Promise<OrderPast> {
  const steps = await db
    .select({ type: orderEvents.type, detail: orderEvents.detail, at: orderEvents.createdAt })
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(asc(orderEvents.createdAt), asc(orderEvents.id));
  return {
    steps,
    returns: await returnsOf(db, orderId),
    refunds: await findRefunds(db, orderId),
  };
}

/** For each parcel of an order, by its id, whether its last step can be taken back. */
export async function listUndoAvailability(
  db: Queryable,
  orderId: string,
  parcels: readonly Shipment[],
): Promise<Record<string, UndoAvailability>> {
  if (parcels.length === 0) return {};
  const past = await pastOf(db, orderId);
  const told = parcels.map(async (parcel): Promise<[string, UndoAvailability]> => {
    const obstacle = findUndoObstacle(parcel, past);
    return [parcel.id, { obstacle, isEmailOut: await isEmailOut(db, shipmentEmailKey(parcel)) }];
  });
  return Object.fromEntries(await Promise.all(told));
}
