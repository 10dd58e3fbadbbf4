import { asc, desc, eq } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { orderNotes } from "#db/schema/order-desk.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import type { OrderDetails } from "../order-details-queries.server.ts";
import { findOrderDetails } from "../order-details-queries.server.ts";
import type { Fulfillment } from "../shipping/line-pieces.ts";
import { fulfillmentOf, piecesLeft } from "../shipping/line-pieces.ts";
import type { Parcel } from "../shipping/parcel-queries.server.ts";
import { lineHistories, parcelsOf } from "../shipping/parcel-queries.server.ts";

/** What became of one line: pieces that still have to leave, have left, and were refunded before they could. */
export type LineState = { left: number; shipped: number; withdrawn: number };

/** What somebody of the shop wrote about an order. */
export type OrderNote = { id: string; authorName: string; note: string; at: Date };

/** An order as it lies on the owner's desk. */
export type OrderDesk = OrderDetails & {
  /** When it was last changed, ISO 8601: a change of what two people may hold says what it has seen. */
  seen: string;
  disputedAt: Date | null;
  /** Null while it is not paid, and when nothing of it leaves. */
  fulfillment: Fulfillment | null;
  /** By the line's id. */
  lineStates: Record<string, LineState>;
  parcels: readonly Parcel[];
  /** Newest first. */
  notes: readonly OrderNote[];
};

async function notesOf(db: Queryable, orderId: string): Promise<OrderNote[]> {
  return db
    .select({
      id: orderNotes.id,
      authorName: orderNotes.authorName,
      note: orderNotes.note,
      at: orderNotes.createdAt,
    })
    .from(orderNotes)
    .where(eq(orderNotes.orderId, orderId))
    .orderBy(desc(orderNotes.createdAt), asc(orderNotes.id));
}

/** Everything the owner needs to bring an order to its end; 'not_found' for an id that nobody has. */
export async function openOrderDesk(
  db: Queryable,
  input: { actor: Actor; orderId: string },
): Promise<Result<OrderDesk, "forbidden" | "not_found">> {
  const found = await findOrderDetails(db, input);
  if (!found.ok) return found;
  const { order } = found.value;
  const [row] = await db
    .select({ updatedAt: orders.updatedAt, disputedAt: orders.disputedAt })
    .from(orders)
    .where(eq(orders.id, order.id));
  const parcels = await parcelsOf(db, order.id);
  const historyOf = await lineHistories(db, order.id, parcels);
  const states = order.lines.map((line): [string, LineState] => {
    const history = historyOf(line.id);
    return [line.id, { ...history, left: piecesLeft(line.quantity, history) }];
  });
  const left = states.reduce((sum, [, state]) => sum + state.left, 0);
  return ok({
    ...found.value,
    seen: row?.updatedAt.toISOString() ?? "",
    disputedAt: row?.disputedAt ?? null,
    fulfillment:
      order.status === "completed"
        ? fulfillmentOf({
            left,
            parcels: parcels.map(({ deliveredAt }) => ({ isDelivered: deliveredAt !== null })),
          })
        : null,
    lineStates: Object.fromEntries(states),
    parcels,
    notes: await notesOf(db, order.id),
  });
}
