import { asc, eq, getTableColumns, sql } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import { jsonColumn } from "#db/json-columns.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { returnRequestItems, returnRequests } from "#db/schema/returns.server.ts";
import { getShippingSettings } from "#features/base/settings/site-settings-queries.server.ts";
import type { LineHistory } from "#features/orders/order/line-quantities.ts";
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
  /** Whether the customer asked for store credit instead of the money. */
  wantsCredit: boolean;
  /** Never shown to the customer. */
  staffNote: string;
  announcedAt: Date;
  receivedAt: Date | null;
  closedAt: Date | null;
  items: readonly ReturnedItem[];
};

/** The returns of an order and their items, for a statement from `orders`; `toReturns` puts them together. */
export const returnColumns = {
  returns: jsonColumn(getTableColumns(returnRequests), {
    from: returnRequests,
    where: eq(returnRequests.orderId, orders.id),
    orderBy: [asc(returnRequests.createdAt), asc(returnRequests.id)],
  }),
  returnItems: jsonColumn(
    {
      returnId: returnRequestItems.returnRequestId,
      itemId: returnRequestItems.orderItemId,
      quantity: returnRequestItems.quantity,
      received: returnRequestItems.receivedQuantity,
      restocked: returnRequestItems.restockedQuantity,
    },
    {
      from: sql`${returnRequestItems} join ${returnRequests} on ${returnRequests.id} = ${returnRequestItems.returnRequestId}
        join ${orderItems} on ${orderItems.id} = ${returnRequestItems.orderItemId}`,
      where: eq(returnRequests.orderId, orders.id),
      orderBy: [asc(orderItems.position)],
    },
  ),
};

type ReturnRows = {
  returns: readonly (typeof returnRequests.$inferSelect)[];
  returnItems: readonly (ReturnedItem & { returnId: string })[];
};

/** Oldest first, each with its items in the order of the lines. */
export function toReturns(rows: ReturnRows): OrderReturn[] {
  const itemsOf = Map.groupBy(rows.returnItems, (item) => item.returnId);
  return rows.returns.map(({ createdAt, orderId: _, ...row }) => ({
    ...row,
    announcedAt: createdAt,
    items: (itemsOf.get(row.id) ?? []).map(({ returnId: _of, ...items }) => items),
  }));
}

/** Oldest first; one statement. */
export async function returnsOf(db: Queryable, orderId: string): Promise<OrderReturn[]> {
  const [row] = await db.select(returnColumns).from(orders).where(eq(orders.id, orderId));
  return row ? toReturns(row) : [];
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

/** What happened to an order that decides what may be returned of it. */
export type ReturnHistory = {
  shipments: readonly Shipment[];
  returns: readonly OrderReturn[];
  /** By line id. */
  lineStates: Readonly<Record<string, LineHistory>>;
};

/** What may be returned now, by line id (return-rules.ts). */
export function returnableLines(
  order: Order,
  { lineStates, returns, shipments }: ReturnHistory,
  terms: { now: Date; returnWindowDays: number },
): Record<string, LineReturn> {
  const announced = returns.filter(({ status }) => status !== "declined");
  const items = announced.flatMap((each) => each.items);
  const announcedOf = (itemId: string) =>
    items.filter((item) => item.itemId === itemId).reduce((sum, { quantity }) => sum + quantity, 0);
  return Object.fromEntries(
    order.lines.map((line) => {
      const { shipped = 0, withdrawn = 0 } = lineStates[line.id] ?? {};
      const progress = { announced: announcedOf(line.id), shipped, withdrawn };
      const dated = { ...order, ...shipmentDates(shipments, line.id) };
      return [line.id, lineReturn(dated, line, progress, terms)];
    }),
  );
}

/** `returnableLines` of an order alone. */
export async function listReturnableLines(
  db: Queryable,
  order: Order,
  now: Date,
): Promise<Record<string, LineReturn>> {
  const { returnWindowDays } = await getShippingSettings(db);
  const returns = await returnsOf(db, order.id);
  const shipments = await listShipments(db, order.id);
  const historyOf = await lineHistories(db, order.id, shipments);
  const lineStates = Object.fromEntries(order.lines.map(({ id }) => [id, historyOf(id)]));
  return returnableLines(order, { returns, shipments, lineStates }, { now, returnWindowDays });
}
