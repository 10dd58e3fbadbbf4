import { and, asc, eq, isNotNull, isNull, ne, sql } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import { jsonColumn } from "#db/json-columns.server.ts";
import { shipmentItems, shipments } from "#db/schema/fulfillment.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { refundItems, refunds } from "#db/schema/payments.server.ts";
import { garments } from "#db/schema/production.server.ts";
import type { LineHistory, LineQuantity } from "./line-quantities.ts";
import { contentsOf, fulfillmentOf, quantityLeft } from "./line-quantities.ts";
import type { Order } from "./order.ts";
import { isReplacement } from "./order.ts";

export type Shipment = {
  id: string;
  carrier: string;
  trackingNumber: string;
  trackingUrl: string;
  shippedAt: Date;
  deliveredAt: Date | null;
  updatedAt: Date;
  items: readonly LineQuantity[];
  /** Garments in it that were made again, by line. They are no items of the order: those left before. */
  remade: readonly LineQuantity[];
};

/** The shipments of an order and their items, for a statement from `orders`; `toShipments` puts them together. */
export const shipmentColumns = {
  shipments: jsonColumn(
    {
      id: shipments.id,
      carrier: shipments.carrier,
      trackingNumber: shipments.trackingNumber,
      trackingUrl: shipments.trackingUrl,
      shippedAt: shipments.shippedAt,
      deliveredAt: shipments.deliveredAt,
      updatedAt: shipments.updatedAt,
    },
    {
      from: shipments,
      where: eq(shipments.orderId, orders.id),
      orderBy: [asc(shipments.shippedAt), asc(shipments.id)],
    },
  ),
  shipmentItems: jsonColumn(
    {
      shipmentId: shipmentItems.shipmentId,
      itemId: shipmentItems.orderItemId,
      quantity: shipmentItems.quantity,
    },
    {
      from: sql`${shipmentItems} join ${shipments} on ${shipments.id} = ${shipmentItems.shipmentId}
        join ${orderItems} on ${orderItems.id} = ${shipmentItems.orderItemId}`,
      where: eq(shipments.orderId, orders.id),
      orderBy: [asc(orderItems.position)],
    },
  ),
  remadeGarments: jsonColumn(
    { shipmentId: garments.shipmentId, itemId: garments.orderItemId },
    {
      from: sql`${garments} join ${shipments} on ${shipments.id} = ${garments.shipmentId}`,
      where: and(eq(shipments.orderId, orders.id), isNotNull(garments.remakeOf)),
      orderBy: [asc(garments.number)],
    },
  ),
};

type ShipmentRows = {
  shipments: readonly Omit<Shipment, "items" | "remade">[];
  shipmentItems: readonly { shipmentId: string; itemId: string; quantity: number }[];
  remadeGarments: readonly { shipmentId: string | null; itemId: string }[];
};

/** Oldest first, each with its items in the order of the lines. */
export function toShipments(rows: ShipmentRows): Shipment[] {
  const itemsOf = Map.groupBy(rows.shipmentItems, (item) => item.shipmentId);
  const remadeOf = (id: string) => {
    const own = rows.remadeGarments.filter(({ shipmentId }) => shipmentId === id);
    return contentsOf({ items: own.map(({ itemId }) => ({ itemId, quantity: 1 })), remade: [] });
  };
  return rows.shipments.map((shipment) => ({
    ...shipment,
    items: (itemsOf.get(shipment.id) ?? []).map(({ itemId, quantity }) => ({ itemId, quantity })),
    remade: remadeOf(shipment.id),
  }));
}

/** Oldest first; one statement. */
export async function listShipments(db: Queryable, orderId: string): Promise<Shipment[]> {
  const [row] = await db.select(shipmentColumns).from(orders).where(eq(orders.id, orderId));
  return row ? toShipments(row) : [];
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

type RefundRows = {
  refunds: readonly Pick<typeof refunds.$inferSelect, "id" | "returnRequestId" | "status">[];
  refundItems: readonly (typeof refundItems.$inferSelect)[];
};

/** `withdrawnQuantities` of refunds that are read already. */
export function withdrawnOf(rows: RefundRows): ReadonlyMap<string, number> {
  const withdrawn = new Map<string, number>();
  const counted = rows.refunds.filter(
    ({ returnRequestId, status }) => returnRequestId === null && status !== "failed",
  );
  const ids = new Set(counted.map(({ id }) => id));
  for (const { orderItemId, quantity, refundId } of rows.refundItems) {
    if (ids.has(refundId)) withdrawn.set(orderItemId, (withdrawn.get(orderItemId) ?? 0) + quantity);
  }
  return withdrawn;
}

/** What became of each line, by line id. */
export async function lineHistories(
  db: Queryable,
  orderId: string,
  shipments: readonly Shipment[],
): Promise<(itemId: string) => LineHistory> {
  return historiesOf(shipments, await withdrawnQuantities(db, orderId));
}

/** `lineHistories` of what is read already. */
export function historiesOf(
  shipments: readonly Shipment[],
  withdrawn: ReadonlyMap<string, number>,
): (itemId: string) => LineHistory {
  const shipped = new Map<string, number>();
  for (const { itemId, quantity } of shipments.flatMap((shipment) => shipment.items)) {
    shipped.set(itemId, (shipped.get(itemId) ?? 0) + quantity);
  }
  return (itemId) => ({
    shipped: shipped.get(itemId) ?? 0,
    withdrawn: withdrawn.get(itemId) ?? 0,
  });
}

/**
 * Whether all that was bought and not refunded was delivered, so that the days promised for an order are over. What comes instead of a
 * returned item is left out. Reads nothing of an order that is not paid.
 */
export async function hasOrderArrived(
  db: Queryable,
  order: Pick<Order, "id" | "lines" | "completedAt">,
): Promise<boolean> {
  if (!order.completedAt) return false;
  const sent = await listShipments(db, order.id);
  if (!sent.some(({ deliveredAt }) => deliveredAt)) return false;
  return hasAllArrived(order, sent, await lineHistories(db, order.id, sent));
}

/** `hasOrderArrived` of what is read already. */
export function hasAllArrived(
  { lines }: Pick<Order, "lines">,
  sent: readonly Shipment[],
  historyOf: (itemId: string) => LineHistory,
): boolean {
  const bought = lines.filter((line) => !isReplacement(line));
  const ids = new Set(bought.map(({ id }) => id));
  const left = bought.map(({ id, quantity }) => quantityLeft(quantity, historyOf(id)));
  const isDelivered = fulfillmentOf({
    left: Math.max(0, ...left),
    shipments: sent
      .filter(({ items }) => items.some(({ itemId }) => ids.has(itemId)))
      .map(({ deliveredAt }) => ({ isDelivered: deliveredAt !== null })),
  });
  return isDelivered === "delivered";
}
