import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, moment, updatedAt } from "./columns.server.ts";
import { orderItems, orders } from "./orders.server.ts";

export const shipments = pgTable(
  "shipments",
  {
    id: id(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id, { onDelete: "cascade" }),
    carrier: text("carrier").notNull(),
    trackingNumber: text("tracking_number").notNull().default(""),
    /** "" when the carrier has no page. */
    trackingUrl: text("tracking_url").notNull().default(""),
    /** One press of the button has one key. */
    idempotencyKey: text("idempotency_key").unique(),
    shippedAt: moment("shipped_at").notNull(),
    deliveredAt: moment("delivered_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index("shipments_order").on(table.orderId, table.shippedAt),
    check(
      "shipments_delivered_after_shipped",
      sql`${table.deliveredAt} is null or ${table.deliveredAt} >= ${table.shippedAt}`,
    ),
  ],
);

export const shipmentItems = pgTable(
  "shipment_items",
  {
    shipmentId: uuid("shipment_id")
      .notNull()
      .references(() => shipments.id, { onDelete: "cascade" }),
    orderItemId: uuid("order_item_id")
      .notNull()
      .references(() => orderItems.id, { onDelete: "cascade" }),
    quantity: integer("quantity").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shipmentId, table.orderItemId] }),
    index("shipment_items_order_item").on(table.orderItemId),
    check("shipment_items_quantity_positive", sql`${table.quantity} > 0`),
  ],
);
