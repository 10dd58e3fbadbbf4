import { sql } from "drizzle-orm";
import { check, index, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, minorUnits, secretHash, updatedAt } from "./columns.server.ts";
import { profiles } from "./identity.server.ts";
import { orders } from "./orders.server.ts";
import { refunds } from "./payments.server.ts";

/** An account is one email's credit in one currency: the sum of its entries, never negative. */
export const storeCreditAccounts = pgTable(
  "store_credit_accounts",
  {
    id: id(),
    /** Lower case; null after erasure: the credit then belongs to its private links. */
    email: text("email"),
    currency: text("currency").notNull(),
    balanceMinor: minorUnits("balance_minor").notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique("store_credit_accounts_email").on(table.email, table.currency),
    check("store_credit_accounts_email_small", sql`${table.email} = lower(${table.email})`),
    check("store_credit_accounts_never_negative", sql`${table.balanceMinor} >= 0`),
  ],
);

/**
 * Private links to the credit of an account. Each email about it has a link of its own and every link goes on working, so that the
 * secret of none is needed again.
 */
export const storeCreditLinks = pgTable(
  "store_credit_links",
  {
    id: id(),
    accountId: uuid("account_id")
      .notNull()
      .references(() => storeCreditAccounts.id, { onDelete: "cascade" }),
    tokenHash: secretHash("token_hash").notNull().unique(),
    createdAt: createdAt(),
  },
  (table) => [index("store_credit_links_account").on(table.accountId)],
);

/** The table is the ledger. Rows are only added; erasing a person empties the note. */
export const storeCreditEntries = pgTable(
  "store_credit_entries",
  {
    id: id(),
    accountId: uuid("account_id")
      .notNull()
      .references(() => storeCreditAccounts.id, { onDelete: "restrict" }),
    kind: text("kind", { enum: ["issue", "spend", "release", "refund", "revoke"] }).notNull(),
    /** Positive for what the customer gains. */
    amountMinor: minorUnits("amount_minor").notNull(),
    orderId: uuid("order_id").references(() => orders.id, { onDelete: "set null" }),
    refundId: uuid("refund_id").references(() => refunds.id, { onDelete: "set null" }),
    /** One press of a button or one refund has one key. */
    idempotencyKey: text("idempotency_key").unique(),
    actorId: uuid("actor_id").references(() => profiles.id, { onDelete: "set null" }),
    actorName: text("actor_name").notNull().default(""),
    note: text("note").notNull().default(""),
    createdAt: createdAt(),
  },
  (table) => [
    index("store_credit_entries_account").on(table.accountId, table.createdAt),
    index("store_credit_entries_order").on(table.orderId).where(sql`order_id is not null`),
    check(
      "store_credit_entries_sign",
      sql`(${table.kind} in ('issue', 'release', 'refund') and ${table.amountMinor} > 0) or (${table.kind} in ('spend', 'revoke') and ${table.amountMinor} < 0)`,
    ),
  ],
);
