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
import { productVariants } from "./catalog.server.ts";
import { createdAt, id, moment } from "./columns.server.ts";
import { profiles } from "./identity.server.ts";
import { orders } from "./orders.server.ts";

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
    customerKey: text("customer_key"),
    deviceKey: text("device_key"),
    createdAt: createdAt(),
  },
  (table) => [
    unique("stock_reservations_once").on(table.orderId, table.variantId),
    index("stock_reservations_variant").on(table.variantId),
    index("stock_reservations_connection").on(table.connectionKey),
    index("stock_reservations_customer").on(table.customerKey),
    index("stock_reservations_device").on(table.deviceKey),
    check("stock_reservations_quantity_positive", sql`${table.quantity} > 0`),
  ],
);

/**
 * The table is the stock ledger: it holds every signed change of a counted variant. Counted rows add up to stock plus
 * held items, made-to-order rows to zero. Triggers of the baseline migration enforce it at commit (ADR 0017).
 */
export const stockMovements = pgTable(
  "stock_movements",
  {
    id: id(),
    variantId: uuid("variant_id")
      .notNull()
      .references(() => productVariants.id, { onDelete: "cascade" }),
    kind: text("kind", {
      enum: ["opening", "received", "sold", "returned", "corrected"],
    }).notNull(),
    quantity: integer("pieces").notNull(),
    orderId: uuid("order_id").references(() => orders.id, { onDelete: "set null" }),
    note: text("note").notNull().default(""),
    actorId: uuid("actor_id").references(() => profiles.id, { onDelete: "set null" }),
    actorName: text("actor_name").notNull().default(""),
    createdAt: createdAt(),
  },
  (table) => [
    index("stock_movements_variant").on(table.variantId, table.createdAt.desc()),
    index("stock_movements_order").on(table.orderId),
    index("stock_movements_newest").on(table.createdAt.desc(), table.id.desc()),
    check("stock_movements_some", sql`${table.quantity} <> 0`),
    check(
      "stock_movements_kind_known",
      sql`${table.kind} in ('opening', 'received', 'sold', 'returned', 'corrected')`,
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
