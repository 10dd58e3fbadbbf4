import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { createdAt, id, minorUnits, moment, updatedAt } from "./columns.server.ts";
import { donations } from "./donations.server.ts";
import { profiles } from "./identity.server.ts";
import { orderItems, orders } from "./orders.server.ts";
import { returnRequests } from "./returns.server.ts";

/**
 * The money ledger: one row for each movement the provider confirmed, plus for what came in and minus for what went out, so that
 * an order's rows add up to what the shop holds of it.
 */
export const paymentMovements = pgTable(
  "payment_movements",
  {
    id: id(),
    orderId: uuid("order_id").references(() => orders.id, { onDelete: "restrict" }),
    donationId: uuid("donation_id").references(() => donations.id, { onDelete: "restrict" }),
    kind: text("kind", {
      enum: ["charge", "refund", "refund_failed", "dispute", "dispute_won"],
    }).notNull(),
    amountMinor: minorUnits("amount_minor").notNull(),
    currency: text("currency").notNull(),
    provider: text("provider").notNull(),
    /** The provider's id of the movement: the same one told twice is one row. */
    providerId: text("provider_id").notNull(),
    /** What a person reads of the way of paying ("Visa ending in 4242"); "" when the provider does not say. */
    method: text("method").notNull().default(""),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("payment_movements_once").on(table.provider, table.kind, table.providerId),
    index("payment_movements_order").on(table.orderId, table.createdAt),
    index("payment_movements_donation").on(table.donationId),
    check(
      "payment_movements_of_one_thing",
      sql`num_nonnulls(${table.orderId}, ${table.donationId}) = 1`,
    ),
    check(
      "payment_movements_sign",
      sql`(${table.kind} in ('charge', 'refund_failed', 'dispute_won') and ${table.amountMinor} > 0) or (${table.kind} in ('refund', 'dispute') and ${table.amountMinor} < 0)`,
    ),
  ],
);

/** Money on its way back to a customer: written down before the provider is asked, so that asking again is the same refund. */
export const refunds = pgTable(
  "refunds",
  {
    id: id(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id, { onDelete: "restrict" }),
    returnRequestId: uuid("return_request_id").references(() => returnRequests.id, {
      onDelete: "set null",
    }),
    amountMinor: minorUnits("amount_minor").notNull(),
    currency: text("currency").notNull(),
    status: text("status", { enum: ["pending", "succeeded", "failed"] })
      .notNull()
      .default("pending"),
    /** Why, in the owner's words; the customer reads it in the mail. */
    reason: text("reason").notNull().default(""),
    /** The owner's key for one press of the button (house rule 10). */
    idempotencyKey: text("idempotency_key").unique(),
    provider: text("provider").notNull(),
    providerRefundId: text("provider_refund_id").unique(),
    failure: text("failure"),
    actorId: uuid("actor_id").references(() => profiles.id, { onDelete: "set null" }),
    actorName: text("actor_name").notNull().default(""),
    settledAt: moment("settled_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index("refunds_order").on(table.orderId, table.createdAt),
    index("refunds_pending").on(table.createdAt).where(sql`status = 'pending'`),
    check("refunds_amount_positive", sql`${table.amountMinor} > 0`),
    check("refunds_status_known", sql`${table.status} in ('pending', 'succeeded', 'failed')`),
  ],
);

/** The pieces a refund is for, where it is for pieces; `restocked` ones are on the shelf again. */
export const refundItems = pgTable(
  "refund_items",
  {
    refundId: uuid("refund_id")
      .notNull()
      .references(() => refunds.id, { onDelete: "cascade" }),
    orderItemId: uuid("order_item_id")
      .notNull()
      .references(() => orderItems.id, { onDelete: "cascade" }),
    quantity: integer("quantity").notNull(),
    restocked: boolean("restocked").notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.refundId, table.orderItemId] }),
    index("refund_items_order_item").on(table.orderItemId),
    check("refund_items_quantity_positive", sql`${table.quantity} > 0`),
  ],
);

/**
 * Who a signed-in customer is to the provider, so that saved cards are found again; one of each provider and mode. A row whose account is gone is
 * what the provider still has to forget.
 */
export const paymentCustomers = pgTable(
  "payment_customers",
  {
    userId: uuid("user_id").references(() => profiles.id, { onDelete: "set null" }),
    /** The provider with its mode ("stripe:test", "stripe:live"): ids of one mean nothing to another. */
    provider: text("provider").notNull(),
    customerId: text("customer_id").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.customerId] }),
    uniqueIndex("payment_customers_account").on(table.userId, table.provider),
    index("payment_customers_to_forget").on(table.createdAt).where(sql`user_id is null`),
  ],
);
