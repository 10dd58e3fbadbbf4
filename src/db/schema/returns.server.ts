import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id } from "./columns.server.ts";
import { orderItems, orders } from "./orders.server.ts";

/** Returns a customer announced; the authorization number is what stands on the parcel (specification 2, Returns). */
export const returnRequests = pgTable(
  "return_requests",
  {
    id: id(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id, { onDelete: "cascade" }),
    authorizationNumber: text("authorization_number").notNull().unique(),
    reason: text("reason", {
      enum: ["changed_mind", "other_size", "defective", "measures_differ"],
    }).notNull(),
    note: text("note").notNull().default(""),
    createdAt: createdAt(),
  },
  (table) => [
    index("return_requests_order").on(table.orderId, table.createdAt),
    check(
      "return_requests_reason_known",
      sql`${table.reason} in ('changed_mind', 'other_size', 'defective', 'measures_differ')`,
    ),
  ],
);

/** Which pieces of the order, and how many of each, come back with it. */
export const returnRequestItems = pgTable(
  "return_request_items",
  {
    returnRequestId: uuid("return_request_id")
      .notNull()
      .references(() => returnRequests.id, { onDelete: "cascade" }),
    orderItemId: uuid("order_item_id")
      .notNull()
      .references(() => orderItems.id, { onDelete: "cascade" }),
    quantity: integer("quantity").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.returnRequestId, table.orderItemId] }),
    index("return_request_items_order_item").on(table.orderItemId),
    check("return_request_items_quantity_positive", sql`${table.quantity} > 0`),
  ],
);
