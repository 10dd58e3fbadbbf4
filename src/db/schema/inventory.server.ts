import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { cloths } from "./atelier.server.ts";
import { productVariants } from "./catalog.server.ts";
import { createdAt, id, moment } from "./columns.server.ts";
import { profiles } from "./identity.server.ts";
import { orderItems, orders } from "./orders.server.ts";

/** An open payment session holds it; deleted with the reservation. */
export const stockReservations = pgTable(
  "stock_reservations",
  {
    id: id(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id, { onDelete: "cascade" }),
    variantId: uuid("variant_id")
      .notNull()
      .references(() => productVariants.id, { onDelete: "cascade" }),
    quantity: integer("quantity").notNull(),
    /** Hashes of the holder (inventory/hold-limits); null where unknown. */
    connectionKey: text("connection_key"),
    networkKey: text("network_key"),
    customerKey: text("customer_key"),
    deviceKey: text("device_key"),
    createdAt: createdAt(),
  },
  (table) => [
    unique("stock_reservations_once").on(table.orderId, table.variantId),
    index("stock_reservations_variant").on(table.variantId),
    index("stock_reservations_connection").on(table.connectionKey),
    index("stock_reservations_network").on(table.networkKey),
    index("stock_reservations_customer").on(table.customerKey),
    index("stock_reservations_device").on(table.deviceKey),
    check("stock_reservations_quantity_positive", sql`${table.quantity} > 0`),
  ],
);

/**
 * The table is the stock ledger: it holds every signed change of a counted variant, in items, and of a cloth, in whole millimetres. Rows are added and
 * never changed. Counted rows of a variant add up to stock plus held items, made-to-order rows to zero, those of a cloth to its
 * length; triggers enforce it (ADR 0017).
 */
export const stockMovements = pgTable(
  "stock_movements",
  {
    id: id(),
    variantId: uuid("variant_id").references(() => productVariants.id, { onDelete: "cascade" }),
    clothId: uuid("cloth_id").references(() => cloths.id),
    kind: text("kind", {
      enum: ["opening", "received", "sold", "cut", "returned", "corrected"],
    }).notNull(),
    quantity: integer("quantity").notNull(),
    orderId: uuid("order_id").references(() => orders.id, { onDelete: "set null" }),
    /** The line whose garments cloth was cut for, instead of an order. */
    orderItemId: uuid("order_item_id").references(() => orderItems.id, { onDelete: "set null" }),
    note: text("note").notNull().default(""),
    actorId: uuid("actor_id").references(() => profiles.id, { onDelete: "set null" }),
    actorName: text("actor_name").notNull().default(""),
    createdAt: createdAt(),
  },
  (table) => [
    index("stock_movements_variant").on(table.variantId, table.createdAt.desc()),
    index("stock_movements_cloth")
      .on(table.clothId, table.createdAt.desc(), table.id.desc())
      .where(sql`cloth_id is not null`),
    index("stock_movements_order").on(table.orderId),
    index("stock_movements_order_item").on(table.orderItemId).where(sql`order_item_id is not null`),
    index("stock_movements_newest").on(table.createdAt.desc(), table.id.desc()),
    check("stock_movements_some", sql`${table.quantity} <> 0`),
    check(
      "stock_movements_one_subject",
      sql`num_nonnulls(${table.variantId}, ${table.clothId}) = 1`,
    ),
    check(
      "stock_movements_kind_known",
      sql`${table.kind} in ('received', 'returned', 'corrected')
        or (${table.variantId} is not null and ${table.kind} in ('opening', 'sold'))
        or (${table.clothId} is not null and ${table.kind} = 'cut')`,
    ),
  ],
);

/** A variant is sold out; each alert is sent once. */
export const backInStockRequests = pgTable(
  "back_in_stock_requests",
  {
    id: id(),
    variantId: uuid("variant_id")
      .notNull()
      .references(() => productVariants.id, { onDelete: "cascade" }),
    email: text("email").notNull(),
    notifiedAt: moment("notified_at"),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("back_in_stock_requests_once")
      .on(table.variantId, sql`lower(${table.email})`)
      .where(sql`notified_at is null`),
    index("back_in_stock_requests_email").on(sql`lower(${table.email})`),
  ],
);

/** Deleted when the stock rises again, so that each fall is reported once. */
export const lowStockNotices = pgTable("low_stock_notices", {
  variantId: uuid("variant_id")
    .primaryKey()
    .references(() => productVariants.id, { onDelete: "cascade" }),
  createdAt: createdAt(),
});
