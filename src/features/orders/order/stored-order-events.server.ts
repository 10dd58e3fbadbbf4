import { and, asc, eq, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "#db/client.server.ts";
import type { JsonRowOf } from "#db/json-columns.server.ts";
import { jsonColumn } from "#db/json-columns.server.ts";
import { orderEvents, orders } from "#db/schema/orders.server.ts";
import { readStoredDetail } from "./order-event-details.ts";
import type {
  NewOrderEvent,
  OrderEvent,
  OrderEventDetail,
  OrderEventType,
} from "./order-events.ts";

/** Adds an event to its order's timeline. Exists only if the caller's transaction commits. */
export async function recordOrderEvent(tx: Transaction, event: NewOrderEvent): Promise<void> {
  await recordOrderEvents(tx, [event]);
}

/** Adds events in one statement; those of one order and moment are listed in this order. */
export async function recordOrderEvents(
  tx: Transaction,
  events: readonly NewOrderEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await tx.insert(orderEvents).values(
    events.map(({ at, detail, orderId, type }) => ({
      orderId,
      type,
      detail,
      createdAt: at,
    })),
  );
}

/** Whether the order has an event of this type, with these values in its detail. */
export async function hasOrderEvent<Type extends OrderEventType>(
  db: Queryable,
  event: { orderId: string; type: Type; detail?: Partial<OrderEventDetail<Type>> },
): Promise<boolean> {
  const { detail = {}, orderId, type } = event;
  const rows = await db
    .select({ id: orderEvents.id })
    .from(orderEvents)
    .where(
      and(
        eq(orderEvents.orderId, orderId),
        eq(orderEvents.type, type),
        sql`${orderEvents.detail} @> ${JSON.stringify(detail)}::jsonb`,
      ),
    )
    .limit(1);
  return rows.length > 0;
}

const columns = {
  id: orderEvents.id,
  type: orderEvents.type,
  detail: orderEvents.detail,
  at: orderEvents.createdAt,
};

/** The timeline of an order, for a statement from `orders`; `toOrderEvents` reads it. */
export const orderEventsColumn = jsonColumn(columns, {
  from: orderEvents,
  where: eq(orderEvents.orderId, orders.id),
  orderBy: [asc(orderEvents.createdAt), asc(orderEvents.id)],
});

/** A stored value that has no known shape is left out. */
export const toOrderEvents = (rows: readonly JsonRowOf<typeof columns>[]): OrderEvent[] =>
  rows.map((row) => ({ ...row, detail: readStoredDetail(row.detail) }));

/** An order's timeline, oldest first. */
export async function listOrderEvents(db: Queryable, orderId: string): Promise<OrderEvent[]> {
  const rows = await db
    .select(columns)
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(asc(orderEvents.createdAt), asc(orderEvents.id));
  return toOrderEvents(rows);
}
