import { asc, eq, inArray } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import { orderItems } from "#db/schema/orders.server.ts";
import { returnRequestItems, returnRequests } from "#db/schema/returns.server.ts";
import type { ReturnStatus } from "./return-progress.ts";
import type { ReturnReason } from "./return-rules.ts";

/** Pieces of a line that come back. */
export type ReturnedItem = {
  itemId: string;
  /** As the customer announced them. */
  quantity: number;
  /** How many really lay in the parcel; null until it was opened. */
  received: number | null;
  restocked: number;
};

/** A return of an order. */
export type OrderReturn = {
  id: string;
  authorizationNumber: string;
  status: ReturnStatus;
  reason: ReturnReason;
  /** The customer's words. */
  note: string;
  /** What the people of the shop saw when they opened the parcel; no customer reads it. */
  staffNote: string;
  announcedAt: Date;
  receivedAt: Date | null;
  closedAt: Date | null;
  pieces: readonly ReturnedItem[];
};

/** The returns of an order, the oldest first. */
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
  const piecesOf = Map.groupBy(items, (item) => item.returnId);
  return rows.map(({ createdAt, orderId: _, ...row }) => ({
    ...row,
    announcedAt: createdAt,
    pieces: (piecesOf.get(row.id) ?? []).map(({ returnId: _of, ...pieces }) => pieces),
  }));
}
