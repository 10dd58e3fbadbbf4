import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { createdAt, id, moment } from "./columns.server.ts";
import { orderItems, orders } from "./orders.server.ts";

/** The authorization number is on the shipment (specification 2, Returns). */
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
    /** Whether the customer wants store credit instead of the money. */
    wantsCredit: boolean("wants_credit").notNull().default(false),
    status: text("status", { enum: ["announced", "received", "refunded", "exchanged", "declined"] })
      .notNull()
      .default("announced"),
    staffNote: text("staff_note").notNull().default(""),
    receivedAt: moment("received_at"),
    closedAt: moment("closed_at"),
    createdAt: createdAt(),
  },
  (table) => [
    index("return_requests_open")
      .on(table.createdAt)
      .where(sql`status in ('announced', 'received')`),
    check(
      "return_requests_status_known",
      sql`${table.status} in ('announced', 'received', 'refunded', 'exchanged', 'declined')`,
    ),
    index("return_requests_order").on(table.orderId, table.createdAt),
    check(
      "return_requests_reason_known",
      sql`${table.reason} in ('changed_mind', 'other_size', 'defective', 'measures_differ')`,
    ),
  ],
);

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
    /** Null until the shipment is opened. */
    receivedQuantity: integer("received_quantity"),
    restockedQuantity: integer("restocked_quantity").notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.returnRequestId, table.orderItemId] }),
    index("return_request_items_order_item").on(table.orderItemId),
    check("return_request_items_quantity_positive", sql`${table.quantity} > 0`),
    check(
      "return_request_items_received_within",
      sql`${table.receivedQuantity} between 0 and ${table.quantity}`,
    ),
    check(
      "return_request_items_restocked_within",
      sql`${table.restockedQuantity} between 0 and coalesce(${table.receivedQuantity}, 0)`,
    ),
  ],
);
