import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { PAYMENT_METHODS, PAYMENT_STATUSES } from "#core/payment-status.ts";
import { createdAt, id, minorUnits, moment, sealedText, updatedAt } from "./columns.server.ts";
import { donations } from "./donations.server.ts";
import { profiles } from "./identity.server.ts";
import { orderItems, orders } from "./orders.server.ts";
import { returnRequests } from "./returns.server.ts";

/**
 * A payment is of an order or donation; of neither for a foreign payment on the account. Its transitions are in
 * features/sales/payments/payment.ts. Received money blocks deletion with its order.
 */
export const payments = pgTable(
  "payments",
  {
    id: id(),
    orderId: uuid("order_id").references(() => orders.id, { onDelete: "cascade" }),
    donationId: uuid("donation_id").references(() => donations.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: ["full", "deposit", "balance"] })
      .notNull()
      .default("full"),
    method: text("method", { enum: PAYMENT_METHODS }).notNull(),
    /** With the mode ("stripe:test", "stripe:live"): ids differ between them. */
    provider: text("provider").notNull(),
    /** Null when unknown or when there is only one. */
    providerAccount: text("provider_account"),
    sessionId: text("session_id").unique(),
    /** The provider's id of the payment, for refunds. */
    paymentIntentId: text("payment_intent_id").unique(),
    url: text("payment_url"),
    status: text("status", { enum: PAYMENT_STATUSES }).notNull().default("pending"),
    /** What was requested, or was received in another currency. */
    amountMinor: minorUnits("amount_minor").notNull(),
    capturedMinor: minorUnits("captured_minor").notNull().default(0),
    refundedMinor: minorUnits("refunded_minor").notNull().default(0),
    /** What is to be transferred first of it; null where the shop asks for no deposit. */
    depositMinor: minorUnits("deposit_minor"),
    currency: text("currency").notNull(),
    /** When the provider was last asked; a gate shared by all processes. */
    checkedAt: moment("checked_at"),
    /** The same for requests to end it. */
    endRequestedAt: moment("end_requested_at"),
    /** When another press began to open the page; the first then yields. */
    resumedAt: moment("resumed_at"),
    /** Null without a dispute or when the shop won. */
    disputedAt: moment("disputed_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    // One payment of each kind pays an order; others are under review.
    uniqueIndex("payments_one_of_a_kind")
      .on(table.orderId, table.kind)
      .where(sql`status not in ('wrong_amount', 'wrong_currency', 'duplicate')`),
    index("payments_order").on(table.orderId),
    index("payments_donation").on(table.donationId).where(sql`donation_id is not null`),
    index("payments_open_sessions")
      .on(table.checkedAt.asc().nullsFirst())
      .where(
        sql`status in ('pending', 'processing') and method in ('stripe', 'test') and session_id is not null`,
      ),
    index("payments_disputed").on(table.orderId).where(sql`disputed_at is not null`),
    index("payments_under_review")
      .on(table.orderId)
      .where(
        sql`status in ('wrong_amount', 'wrong_currency', 'duplicate', 'owed_back', 'foreign')`,
      ),
    check(
      "payments_of_one_thing",
      sql`num_nonnulls(${table.orderId}, ${table.donationId}) = case when status = 'foreign' then 0 else 1 end`,
    ),
    check(
      "payments_status_known",
      sql`${table.status} in ('pending', 'processing', 'captured', 'failed', 'cancelled', 'expired', 'wrong_amount', 'wrong_currency', 'duplicate', 'owed_back', 'foreign')`,
    ),
    check("payments_kind_known", sql`${table.kind} in ('full', 'deposit', 'balance')`),
    check(
      "payments_method_known",
      sql`${table.method} in ('test', 'stripe', 'manual', 'store_credit')`,
    ),
    check(
      "payments_amounts_positive",
      sql`${table.amountMinor} >= 0 and ${table.capturedMinor} >= 0`,
    ),
    check(
      "payments_deposit_within_amount",
      sql`${table.depositMinor} between 1 and ${table.amountMinor}`,
    ),
    check(
      "payments_refund_within_captured",
      sql`${table.refundedMinor} between 0 and ${table.capturedMinor}`,
    ),
  ],
);

/**
 * The table is the money ledger: it has a row per confirmed movement, negative for returned money. An order's rows add
 * up to what the shop holds.
 */
export const paymentMovements = pgTable(
  "payment_movements",
  {
    id: id(),
    paymentId: uuid("payment_id")
      .notNull()
      .references(() => payments.id, { onDelete: "restrict" }),
    /** Copied from the payment, for an order's totals. */
    orderId: uuid("order_id").references(() => orders.id, { onDelete: "restrict" }),
    donationId: uuid("donation_id").references(() => donations.id, { onDelete: "restrict" }),
    kind: text("kind", {
      enum: ["charge", "charge_undone", "refund", "refund_failed", "dispute", "dispute_won"],
    }).notNull(),
    amountMinor: minorUnits("amount_minor").notNull(),
    currency: text("currency").notNull(),
    provider: text("provider").notNull(),
    /** A repeated report makes no second row. */
    providerId: text("provider_id").notNull(),
    /** "Visa ending in 4242"; "" when unknown. */
    method: text("method").notNull().default(""),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("payment_movements_once").on(table.provider, table.kind, table.providerId),
    index("payment_movements_order").on(table.orderId, table.createdAt),
    index("payment_movements_donation").on(table.donationId),
    index("payment_movements_payment").on(table.paymentId),
    check(
      "payment_movements_of_one_thing",
      sql`num_nonnulls(${table.orderId}, ${table.donationId}) <= 1`,
    ),
    check(
      "payment_movements_sign",
      sql`(${table.kind} in ('charge', 'refund_failed', 'dispute_won') and ${table.amountMinor} > 0) or (${table.kind} in ('charge_undone', 'refund', 'dispute') and ${table.amountMinor} < 0)`,
    ),
  ],
);

/** Recorded before the provider is called: a retry is the same refund. */
export const refunds = pgTable(
  "refunds",
  {
    id: id(),
    paymentId: uuid("payment_id")
      .notNull()
      .references(() => payments.id, { onDelete: "restrict" }),
    /** Null for a donation's payment. */
    orderId: uuid("order_id").references(() => orders.id, { onDelete: "restrict" }),
    returnRequestId: uuid("return_request_id").references(() => returnRequests.id, {
      onDelete: "set null",
    }),
    amountMinor: minorUnits("amount_minor").notNull(),
    currency: text("currency").notNull(),
    status: text("status", { enum: ["pending", "succeeded", "failed"] })
      .notNull()
      .default("pending"),
    /** The customer's email shows it. */
    reason: text("reason").notNull().default(""),
    /** One press of the button has one key. */
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
    index("refunds_payment").on(table.paymentId),
    index("refunds_pending").on(table.createdAt).where(sql`status = 'pending'`),
    check("refunds_amount_positive", sql`${table.amountMinor} > 0`),
    check("refunds_status_known", sql`${table.status} in ('pending', 'succeeded', 'failed')`),
  ],
);

/** If any; `restocked` ones are back in stock. */
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

/** The bank account to which the owner sends a customer's money back; removed once nothing of the order is owed any more. */
export const payoutAccounts = pgTable("payout_accounts", {
  id: id(),
  orderId: uuid("order_id")
    .notNull()
    .unique()
    .references(() => orders.id, { onDelete: "cascade" }),
  sealed: sealedText("sealed").notNull(),
  /** The last characters of its number, which the customer is shown. */
  ending: text("ending").notNull(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** Holds saved cards, by provider and mode. Rows without an account await deletion at the provider. */
export const paymentCustomers = pgTable(
  "payment_customers",
  {
    userId: uuid("user_id").references(() => profiles.id, { onDelete: "set null" }),
    /** Includes the mode, as in `payments`. */
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

/** The table holds every signed event of the provider, once each. */
export const paymentEvents = pgTable(
  "payment_events",
  {
    id: id(),
    provider: text("provider").notNull(),
    eventId: text("event_id").notNull(),
    type: text("type").notNull(),
    sessionId: text("session_id"),
    payload: jsonb("payload").$type<Record<string, unknown>>().notNull(),
    createdAt: createdAt(),
    processedAt: moment("processed_at"),
  },
  (table) => [uniqueIndex("payment_events_once").on(table.provider, table.eventId)],
);

/** The sessions belong to the embedded test page, in place of a provider's records. */
export const testPaymentSessions = pgTable("test_payment_sessions", {
  id: text("id").primaryKey(),
  status: text("status", { enum: ["open", "paid", "expired"] })
    .notNull()
    .default("open"),
  request: jsonb("request").$type<Record<string, unknown>>().notNull(),
  outcome: jsonb("outcome").$type<Record<string, unknown>>(),
  expiresAt: moment("expires_at").notNull(),
  createdAt: createdAt(),
});
