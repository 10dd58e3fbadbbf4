import { and, asc, eq, inArray, ne, sql } from "drizzle-orm";
import { countryName } from "#core/country-name.ts";
import { isId } from "#core/ids.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { orderEvents, orderItems, orders } from "#db/schema/orders.server.ts";
import { returnRequestItems, returnRequests } from "#db/schema/returns.server.ts";
import type { Shipment } from "#features/fulfillment/shipment-queries.server.ts";
import { lineHistories, listShipments } from "#features/fulfillment/shipment-queries.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isSignedIn } from "#features/identity/actor.ts";
import type { OrderReturn } from "#features/returns/return-queries.server.ts";
import { returnsOf } from "#features/returns/return-queries.server.ts";
import type { LineReturn } from "#features/returns/return-rules.ts";
import { lineReturn } from "#features/returns/return-rules.ts";
import type { CustomerStep } from "./customer-timeline.ts";
import { customerSteps } from "./customer-timeline.ts";
import type { Order } from "./order.ts";
import { findOrderById } from "./order-queries.server.ts";

/** An order as its buyer sees it. */
export type MyOrder = {
  order: Order;
  refunded: MoneyAmount;
  country: string | null;
  colors: Record<string, string>;
  steps: readonly CustomerStep[];
  /** What has left, the oldest first. */
  parcels: readonly Shipment[];
  /** What was announced to come back, the oldest first; without what the house noted for itself. */
  announced: readonly Omit<OrderReturn, "staffNote">[];
  /** What may come back, by the line's id. */
  returns: Record<string, LineReturn>;
};

/** How many pieces of each line were announced to come back and not declined. */
export async function announcedQuantities(
  db: Queryable,
  orderId: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select({
      itemId: returnRequestItems.orderItemId,
      pieces: sql<number>`sum(${returnRequestItems.quantity})::integer`,
    })
    .from(returnRequestItems)
    .innerJoin(returnRequests, eq(returnRequests.id, returnRequestItems.returnRequestId))
    .where(and(eq(returnRequests.orderId, orderId), ne(returnRequests.status, "declined")))
    .groupBy(returnRequestItems.orderItemId);
  return new Map(rows.map((row) => [row.itemId, row.pieces]));
}

async function stepsOf(db: Queryable, orderId: string): Promise<CustomerStep[]> {
  const events = await db
    .select({
      id: orderEvents.id,
      type: orderEvents.type,
      detail: orderEvents.detail,
      at: orderEvents.createdAt,
    })
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(asc(orderEvents.createdAt), asc(orderEvents.id));
  return customerSteps(events);
}

async function colorsOf(db: Queryable, order: Order): Promise<Record<string, string>> {
  const lineIds = order.lines.map((line) => line.id);
  const rows = await db
    .select({ id: orderItems.id, color: orderItems.color })
    .from(orderItems)
    .where(inArray(orderItems.id, lineIds));
  return Object.fromEntries(
    rows.filter((row) => row.color !== "").map((row) => [row.id, row.color]),
  );
}

/** When the last parcel with a line's pieces left, and when the last of them arrived. */
function wayOf(parcels: readonly Shipment[], itemId: string) {
  const own = parcels.filter(({ pieces }) => pieces.some((each) => each.itemId === itemId));
  const arrived = own.flatMap(({ deliveredAt }) => deliveredAt ?? []);
  const isThere = own.length > 0 && arrived.length === own.length;
  return {
    shippedAt: own.at(-1)?.shippedAt ?? null,
    deliveredAt: isThere ? new Date(Math.max(...arrived.map(Number))) : null,
  };
}

/** Everything a buyer is shown of an order that was found to be theirs. */
export async function describeForBuyer(db: Queryable, order: Order, now: Date): Promise<MyOrder> {
  const [paid] = await db
    .select({ refundedMinor: orders.refundedMinor })
    .from(orders)
    .where(eq(orders.id, order.id));
  const steps = await stepsOf(db, order.id);
  const gone = await announcedQuantities(db, order.id);
  const announced = await returnsOf(db, order.id);
  const parcels = await listShipments(db, order.id);
  const historyOf = await lineHistories(db, order.id, parcels);
  return {
    order: { ...order, paymentSessionId: null },
    refunded: money(paid?.refundedMinor ?? 0, order.totals.total.currency),
    country: order.address ? countryName(order.address.country) : null,
    colors: await colorsOf(db, order),
    steps,
    parcels,
    announced: announced.map(({ staffNote: _, ...each }) => each),
    returns: Object.fromEntries(
      order.lines.map((line) => [
        line.id,
        lineReturn(
          { ...order, ...wayOf(parcels, line.id) },
          line,
          (gone.get(line.id) ?? 0) + historyOf(line.id).withdrawn,
          now,
        ),
      ]),
    ),
  };
}

/** One of the actor's own orders (decision A3); somebody else's is not found like one that nobody has. */
export async function findMyOrder(
  db: Queryable,
  input: { actor: Actor; orderId: string; now: Date },
): Promise<Result<MyOrder, "forbidden" | "not_found">> {
  const { actor, orderId, now } = input;
  if (!isSignedIn(actor)) return fail("forbidden");
  if (!isId(orderId)) return fail("not_found");
  const [own] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.userId, actor.userId)));
  const order = own && (await findOrderById(db, own.id));
  return order ? ok(await describeForBuyer(db, order, now)) : fail("not_found");
}
