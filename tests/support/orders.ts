import type { Database } from "#db/client.server.ts";
import { orderEvents, orderItems, orders } from "#db/schema/orders.server.ts";

type OrderInput = Partial<typeof orders.$inferInsert> & {
  lines?: readonly Partial<typeof orderItems.$inferInsert>[];
  events?: readonly string[];
};

/** Stores an order as the checkout does, by default one linen shirt for $120.00. */
export async function createOrder(db: Database, input: OrderInput = {}): Promise<string> {
  const { lines = [{}], events = ["placed"], ...fields } = input;
  const [row] = await db
    .insert(orders)
    .values({
      customerEmail: "rosa@example.com",
      paymentProvider: "test",
      subtotalMinor: 12_000,
      totalMinor: 12_000,
      completedAt: fields.status === "completed" ? (fields.createdAt ?? new Date()) : null,
      ...fields,
    })
    .returning({ id: orders.id });
  if (!row) throw new Error("The order was not written");
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
