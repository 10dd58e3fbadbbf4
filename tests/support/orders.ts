import { eq } from "drizzle-orm";
import { newId } from "#core/ids.ts";
import type { Database } from "#db/client.server.ts";
import { shipmentItems, shipments } from "#db/schema/fulfillment.server.ts";
import { orderEvents, orderItems, orders } from "#db/schema/orders.server.ts";
import { payments } from "#db/schema/payments.server.ts";
import type { LineQuantity } from "#features/orders/order/line-quantities.ts";
import type { OrderEventType } from "#features/orders/order/order-events.ts";

export async function paymentOf(db: Database, orderId: string): Promise<string> {
  const [row] = await db
    .select({ id: payments.id })
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .orderBy(payments.createdAt);
  if (!row) throw new Error("The order has no payment");
  return row.id;
}

type OrderInput = Partial<typeof orders.$inferInsert> & {
  payment?: Partial<typeof payments.$inferInsert>;
  lines?: readonly Partial<typeof orderItems.$inferInsert>[];
  events?: readonly OrderEventType[];
};

/** Writes an order, by default of one linen shirt for $120.00. Returns the id. */
export async function createOrder(db: Database, input: OrderInput = {}): Promise<string> {
  const { lines = [{}], events = ["placed"], payment, ...fields } = input;
  const [row] = await db
    .insert(orders)
    .values({
      customerEmail: "rosa@example.com",
      subtotalMinor: 12_000,
      totalMinor: 12_000,
      completedAt: fields.status === "completed" ? (fields.createdAt ?? new Date()) : null,
      ...fields,
    })
    .returning();
  if (!row) throw new Error("The order was not written");
  const isPaid = row.completedAt !== null;
  const unpaid = row.status === "refunded" || row.status === "completed" ? "captured" : row.status;
  await db.insert(payments).values({
    orderId: row.id,
    method: "test",
    provider: "test",
    currency: row.currency,
    amountMinor: row.totalMinor,
    capturedMinor: isPaid ? row.totalMinor : 0,
    refundedMinor: row.refundedMinor,
    status: isPaid ? "captured" : unpaid,
    createdAt: row.createdAt,
    ...payment,
  });
  const items = lines.map((line, position) => ({
    orderId: row.id,
    productName: "Savannah Linen Shirt",
    size: "M",
    quantity: 1,
    unitPriceMinor: 12_000,
    position,
    ...line,
  }));
  if (items.length > 0) await db.insert(orderItems).values(items);
  for (const type of events) await db.insert(orderEvents).values({ orderId: row.id, type });
  return row.id;
}

/** Sends items of an order in one shipment, by default all of them: what has left can be returned. */
export async function sendItems(
  db: Database,
  orderId: string,
  chosen?: readonly LineQuantity[],
  shippedAt = new Date(),
): Promise<void> {
  const lines = await db.select().from(orderItems).where(eq(orderItems.orderId, orderId));
  const all = lines.map(({ id, quantity }) => ({ itemId: id, quantity }));
  const shipment = { id: newId(), orderId, carrier: "DHL Express", trackingNumber: "JD0146" };
  await db.insert(shipments).values({ ...shipment, shippedAt });
  const sent = (chosen ?? all).map(({ itemId, quantity }) => ({
    shipmentId: shipment.id,
    orderItemId: itemId,
    quantity,
  }));
  await db.insert(shipmentItems).values(sent);
}
