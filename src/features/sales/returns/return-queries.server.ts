import { and, asc, eq, inArray, ne, sql } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import { orderItems } from "#db/schema/orders.server.ts";
import { returnRequestItems, returnRequests } from "#db/schema/returns.server.ts";
import { getShippingSettings } from "#features/base/settings/site-settings-queries.server.ts";
import type { Order } from "#features/orders/order/order.ts";
import type { ReturnStatus } from "#features/orders/order/return-progress.ts";
import type { Shipment } from "#features/orders/order/shipment-queries.server.ts";
import { lineHistories, listShipments } from "#features/orders/order/shipment-queries.server.ts";
import type { LineReturn, ReturnReason } from "./return-rules.ts";
import { lineReturn } from "./return-rules.ts";

type ReturnedItem = {
  itemId: string;
  /** As requested. */
  quantity: number;
  /** Null before it is received. */
  received: number | null;
  restocked: number;
};

export type OrderReturn = {
  id: string;
  authorizationNumber: string;
  status: ReturnStatus;
  reason: ReturnReason;
  /** The customer's note. */
  note: string;
  /** Never shown to the customer. */
  staffNote: string;
  announcedAt: Date;
  receivedAt: Date | null;
  closedAt: Date | null;
  items: readonly ReturnedItem[];
};

/** Oldest first. */
export async function returnsOf(db: Queryable, orderId: string): Promise<OrderReturn[]> {
  const rows = await db
    .select()
    .from(returnRequests)
    .where(eq(returnRequests.orderId, orderId))
    .orderBy(asc(returnRequests.createdAt), asc(returnRequests.id));
  if (rows.length === 0) return [];
  const items = await db
    .select({
      returnId: returnRequestItems.returnRequestId,
      itemId: returnRequestItems.orderItemId,
      quantity: returnRequestItems.quantity,
      received: returnRequestItems.receivedQuantity,
      restocked: returnRequestItems.restockedQuantity,
    })
    .from(returnRequestItems)
    .innerJoin(orderItems, eq(orderItems.id, returnRequestItems.orderItemId))
    .where(
      inArray(
        returnRequestItems.returnRequestId,
        rows.map((row) => row.id),
      ),
    )
    .orderBy(asc(orderItems.position));
  const itemsOf = Map.groupBy(items, (item) => item.returnId);
  return rows.map(({ createdAt, orderId: _, ...row }) => ({
    ...row,
    announcedAt: createdAt,
    items: (itemsOf.get(row.id) ?? []).map(({ returnId: _of, ...items }) => items),
  }));
}

/** Without declined returns, by line id. */
async function announcedQuantities(
  db: Queryable,
  orderId: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select({
      itemId: returnRequestItems.orderItemId,
      quantity: sql<number>`sum(${returnRequestItems.quantity})::integer`,
    })
    .from(returnRequestItems)
    .innerJoin(returnRequests, eq(returnRequests.id, returnRequestItems.returnRequestId))
    .where(and(eq(returnRequests.orderId, orderId), ne(returnRequests.status, "declined")))
    .groupBy(returnRequestItems.orderItemId);
  return new Map(rows.map(({ itemId, quantity }) => [itemId, quantity]));
}

/** Dates of the last shipment with this line. */
function shipmentDates(shipments: readonly Shipment[], itemId: string) {
  const own = shipments.filter(({ items }) => items.some((each) => each.itemId === itemId));
  const arrived = own.flatMap(({ deliveredAt }) => deliveredAt ?? []);
  const isDelivered = own.length > 0 && arrived.length === own.length;
  return {
    shippedAt: own.at(-1)?.shippedAt ?? null,
    deliveredAt: isDelivered ? new Date(Math.max(...arrived.map(Number))) : null,
  };
}

/** What may be returned now, by line id (return-rules.ts). */
export async function listReturnableLines(
  db: Queryable,
  order: Order,
  now: Date,
): Promise<Record<string, LineReturn>> {
  const { returnWindowDays } = await getShippingSettings(db);
  const announced = await announcedQuantities(db, order.id);
  const shipments = await listShipments(db, order.id);
  const historyOf = await lineHistories(db, order.id, shipments);
  return Object.fromEntries(
    order.lines.map((line) => {
      const gone = (announced.get(line.id) ?? 0) + historyOf(line.id).withdrawn;
      const dated = { ...order, ...shipmentDates(shipments, line.id) };
      return [line.id, lineReturn(dated, line, gone, { now, returnWindowDays })];
    }),
  );
}
