import { and, asc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import { shipmentItems, shipments } from "#db/schema/fulfillment.server.ts";
import { orderItems } from "#db/schema/orders.server.ts";
import { refundItems, refunds } from "#db/schema/payments.server.ts";
import type { LineHistory } from "./line-quantities.ts";

export type Shipment = {
  id: string;
  carrier: string;
  trackingNumber: string;
  trackingUrl: string;
  shippedAt: Date;
  deliveredAt: Date | null;
  updatedAt: Date;
  items: readonly { itemId: string; quantity: number }[];
};

/** Oldest first. */
export async function listShipments(db: Queryable, orderId: string): Promise<Shipment[]> {
  const rows = await db
    .select({
      id: shipments.id,
      carrier: shipments.carrier,
      trackingNumber: shipments.trackingNumber,
      trackingUrl: shipments.trackingUrl,
      shippedAt: shipments.shippedAt,
      deliveredAt: shipments.deliveredAt,
      updatedAt: shipments.updatedAt,
    })
    .from(shipments)
    .where(eq(shipments.orderId, orderId))
    .orderBy(asc(shipments.shippedAt), asc(shipments.id));
  if (rows.length === 0) return [];
  const items = await db
    .select({
      shipmentId: shipmentItems.shipmentId,
      itemId: shipmentItems.orderItemId,
      quantity: shipmentItems.quantity,
    })
    .from(shipmentItems)
    .innerJoin(orderItems, eq(orderItems.id, shipmentItems.orderItemId))
    .where(
      inArray(
        shipmentItems.shipmentId,
        rows.map((row) => row.id),
      ),
    )
    .orderBy(asc(orderItems.position));
  const itemsOf = Map.groupBy(items, (item) => item.shipmentId);
  return rows.map((row) => ({
    ...row,
    items: (itemsOf.get(row.id) ?? []).map(({ itemId, quantity }) => ({ itemId, quantity })),
  }));
}

/** Refunded without a return, by line id; not failed. */
export async function withdrawnQuantities(
  db: Queryable,
  orderId: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select({
      itemId: refundItems.orderItemId,
      items: sql<number>`sum(${refundItems.quantity})::integer`,
    })
    .from(refundItems)
    .innerJoin(refunds, eq(refunds.id, refundItems.refundId))
    .where(
      and(
        eq(refunds.orderId, orderId),
        isNull(refunds.returnRequestId),
        ne(refunds.status, "failed"),
      ),
    )
    .groupBy(refundItems.orderItemId);
  return new Map(rows.map((row) => [row.itemId, row.items]));
}

/** What became of each line, by line id. */
export async function lineHistories(
  db: Queryable,
  orderId: string,
  shipments: readonly Shipment[],
): Promise<(itemId: string) => LineHistory> {
  const withdrawn = await withdrawnQuantities(db, orderId);
  const shipped = new Map<string, number>();
  for (const { itemId, quantity } of shipments.flatMap((shipment) => shipment.items)) {
    shipped.set(itemId, (shipped.get(itemId) ?? 0) + quantity);
  }
  return (itemId) => ({
    shipped: shipped.get(itemId) ?? 0,
    withdrawn: withdrawn.get(itemId) ?? 0,
  });
}
