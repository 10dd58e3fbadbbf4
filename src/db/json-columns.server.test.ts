import { asc, eq, getTableColumns } from "drizzle-orm";
import { expect, test } from "vitest";
import { createTestDatabase } from "#tests/support/database.ts";
import { createOrder } from "#tests/support/orders.ts";
import { jsonColumn } from "./json-columns.server.ts";
import { orderEvents, orderItems, orders } from "./schema/orders.server.ts";
import { payments } from "./schema/payments.server.ts";

test("rows that are read as JSON beside others equal those of a select: moments, days, amounts, lists and nulls", async () => {
  await using database = await createTestDatabase();
  const { db } = database;
  const id = await createOrder(db, {
    status: "completed",
    completedAt: new Date("2026-11-10T12:00:00.123Z"),
    lines: [{ quantity: 2 }, { size: "Custom", madeToMeasure: true }],
    events: ["placed", "completed"],
  });
  await db
    .update(orderItems)
    .set({ readyFrom: "2026-12-01", options: [{ group: "Lapel", choice: "Peak", priceMinor: 1 }] })
    .where(eq(orderItems.position, 1));
  const [row] = await db
    .select({
      id: orders.id,
      items: jsonColumn(getTableColumns(orderItems), {
        from: orderItems,
        where: eq(orderItems.orderId, orders.id),
        orderBy: [asc(orderItems.position)],
      }),
      payments: jsonColumn(getTableColumns(payments), {
        from: payments,
        where: eq(payments.orderId, orders.id),
        orderBy: [asc(payments.id)],
      }),
      events: jsonColumn(getTableColumns(orderEvents), {
        from: orderEvents,
        where: eq(orderEvents.orderId, orders.id),
        orderBy: [asc(orderEvents.id)],
      }),
      none: jsonColumn(
        { id: orderEvents.id },
        { from: orderEvents, where: eq(orderEvents.type, ""), orderBy: [asc(orderEvents.id)] },
      ),
    })
    .from(orders)
    .where(eq(orders.id, id));
  expect(row).toEqual({
    id,
    items: await db.select().from(orderItems).orderBy(asc(orderItems.position)),
    payments: await db.select().from(payments).orderBy(asc(payments.id)),
    events: await db.select().from(orderEvents).orderBy(asc(orderEvents.id)),
    none: [],
  });
  expect(row?.events).toHaveLength(2);
});
