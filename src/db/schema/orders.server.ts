import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { DeliveryAddress } from "#core/delivery-address.ts";
import { newOrderId } from "#core/ids.ts";
import { products, productVariants } from "./catalog.server.ts";
import { createdAt, id, minorUnits, moment, updatedAt } from "./columns.server.ts";
import { profiles } from "./identity.server.ts";

export const orders = pgTable(
  "orders",
  {
    id: uuid("id").primaryKey().$defaultFn(newOrderId),
    userId: uuid("user_id").references(() => profiles.id, { onDelete: "set null" }),
    status: text("status", { enum: ["pending", "completed", "cancelled", "expired", "refunded"] })
      .notNull()
      .default("pending"),
    customerEmail: text("customer_email").notNull(),
    currency: text("currency").notNull().default("USD"),
    subtotalMinor: minorUnits("subtotal_minor").notNull(),
    /** The sum of the lines' offers. */
    discountMinor: minorUnits("discount_minor").notNull().default(0),
    /** A code on the payment page gives it, beside the offers. */
    promotionMinor: minorUnits("promotion_minor").notNull().default(0),
    promotionCode: text("promotion_code"),
    shippingMinor: minorUnits("shipping_minor").notNull().default(0),
    taxMinor: minorUnits("tax_minor").notNull().default(0),
    totalMinor: minorUnits("total_amount_minor").notNull(),
    /** Of the total; the status derives from it. Payments count their own. */
    refundedMinor: minorUnits("refunded_minor").notNull().default(0),
    shippingMethod: text("shipping_method"),
    shippingAddress: jsonb("shipping_address").$type<DeliveryAddress>(),
    /** Printed on the invoice. */
    buyerTaxNumber: text("buyer_tax_number").notNull().default(""),
    /** Chosen at checkout, with "-Georgetown" for the city. */
    destination: text("destination"),
    /** In Georgetown, both inclusive; null until the order is paid. */
    arrivesFrom: date("arrives_from"),
    arrivesUntil: date("arrives_until"),
    madeToMeasure: boolean("made_to_measure").notNull().default(false),
    /** A retry returns the same order. */
    idempotencyKey: text("idempotency_key").unique(),
    reservedUntil: moment("reserved_until"),
    completedAt: moment("completed_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index("orders_newest").on(table.createdAt.desc(), table.id),
    index("orders_by_status").on(table.status, table.createdAt.desc()),
    index("orders_by_user").on(table.userId, table.createdAt.desc()),
    index("orders_by_email").on(sql`lower(${table.customerEmail})`),
    index("orders_reserved_until").on(table.reservedUntil).where(sql`status = 'pending'`),
    check(
      "orders_status_known",
      sql`${table.status} in ('pending', 'completed', 'cancelled', 'expired', 'refunded')`,
    ),
    check(
      "orders_total_adds_up",
      sql`${table.totalMinor} = ${table.subtotalMinor} - ${table.discountMinor} - ${table.promotionMinor} + ${table.shippingMinor} + ${table.taxMinor}`,
    ),
    check(
      "orders_amounts_positive",
      sql`${table.subtotalMinor} >= 0 and ${table.discountMinor} >= 0 and ${table.promotionMinor} >= 0 and ${table.shippingMinor} >= 0 and ${table.taxMinor} >= 0 and ${table.totalMinor} >= 0`,
    ),
    check(
      "orders_refund_within_total",
      sql`${table.refundedMinor} between 0 and ${table.totalMinor}`,
    ),
  ],
);

/** `effect` and `effectNote`: what the choice changed on the pattern when it was agreed; `swatch`: of a cloth that the image does not show. */
export type StoredItemOption = {
  group: string;
  choice: string;
  priceMinor: number;
  effect?: string | undefined;
  effectNote?: string | undefined;
  swatch?: { imageId: string | null; colorHex: string; shows: string | null } | undefined;
};

/** A snapshot; product changes do not affect it. */
export const orderItems = pgTable(
  "order_items",
  {
    id: id(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id, { onDelete: "cascade" }),
    productId: uuid("product_id").references(() => products.id, { onDelete: "set null" }),
    variantId: uuid("variant_id").references(() => productVariants.id, { onDelete: "set null" }),
    productName: text("product_name").notNull(),
    mediaId: uuid("media_id"),
    size: text("size").notNull(),
    /** Of the cloth that was chosen from stock, else the color that was chosen; so for its name. */
    color: text("color").notNull().default(""),
    colorName: text("color_name").notNull().default(""),
    quantity: integer("quantity").notNull(),
    /** The price of one item before any offer. */
    unitPriceMinor: minorUnits("unit_price_minor").notNull(),
    /** For the whole line. */
    discountMinor: minorUnits("discount_minor").notNull().default(0),
    madeToMeasure: boolean("made_to_measure").notNull().default(false),
    /** The fit specification it was ordered with; no reference, because an erased one leaves the order as it is. */
    specificationId: uuid("specification_id"),
    /** The chosen options of a made-to-measure item, by name; their prices are part of the unit price. */
    options: jsonb("options").$type<readonly StoredItemOption[]>().notNull().default([]),
    /** Whose garment it is; "" where nobody was named, in orders of before and after the customer's data was deleted. */
    wearer: text("wearer").notNull().default(""),
    /** "close", "regular" or "easy" of a made-to-measure item; "" in orders of before. */
    fitName: text("fit_name").notNull().default(""),
    monogram: text("monogram").notNull().default(""),
    /** Calendar days of making at most, of a made-to-measure item with a specification. */
    extraDays: integer("extra_days"),
    /** The day by which the customer needs it, as agreed; in Georgetown. */
    needBy: date("need_by"),
    /** Made with overtime for that day; its surcharge is one of the options. */
    rush: boolean("rush").notNull().default(false),
    /** The days on which it is promised to be ready to leave; null for ready-to-wear and before the promise. */
    readyFrom: date("ready_from"),
    readyUntil: date("ready_until"),
    /** The version of the atelier's capacity that made this promise (ADR 0048); null in older orders. */
    capacityVersion: minorUnits("capacity_version"),
    position: integer("position").notNull().default(0),
  },
  (table) => [
    index("order_items_order").on(table.orderId, table.position),
    index("order_items_specification")
      .on(table.specificationId)
      .where(sql`specification_id is not null`),
    index("order_items_capacity_version")
      .on(table.capacityVersion)
      .where(sql`capacity_version is not null`),
    check("order_items_quantity_positive", sql`${table.quantity} > 0`),
    check("order_items_price_positive", sql`${table.unitPriceMinor} >= 0`),
    check(
      "order_items_discount_within_line",
      sql`${table.discountMinor} between 0 and ${table.unitPriceMinor} * ${table.quantity}`,
    ),
  ],
);

export const orderEvents = pgTable(
  "order_events",
  {
    id: id(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id, { onDelete: "cascade" }),
    type: text("type").notNull(),
    /** History in the shapes of its time; stored-order-events.server.ts writes and reads it. */
    detail: jsonb("detail").$type<unknown>().notNull().default({}),
    createdAt: createdAt(),
  },
  (table) => [index("order_events_order").on(table.orderId, table.createdAt)],
);

/** Staff write them; customers never see them. */
export const orderNotes = pgTable(
  "order_notes",
  {
    id: id(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id, { onDelete: "cascade" }),
    authorId: uuid("author_id").references(() => profiles.id, { onDelete: "set null" }),
    authorName: text("author_name").notNull(),
    note: text("note").notNull(),
    createdAt: createdAt(),
  },
  (table) => [index("order_notes_order").on(table.orderId, table.createdAt)],
);

/** `query` is the list's query string without "?". */
export const savedOrderViews = pgTable(
  "saved_order_views",
  {
    id: id(),
    name: text("name").notNull(),
    query: text("query").notNull(),
    createdBy: uuid("created_by").references(() => profiles.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (table) => [unique("saved_order_views_name").on(table.name)],
);
