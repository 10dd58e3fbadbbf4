import { sql } from "drizzle-orm";
import {
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
import { id, moment } from "./columns.server.ts";
import { orders } from "./orders.server.ts";
import { refunds } from "./payments.server.ts";

const KINDS = ["invoice", "credit_note", "debit_note"] as const;

/** A snapshot of the day of issue. */
export type DocumentParty = { lines: string[]; taxNumber: string };

/**
 * The table holds invoices, credit notes of refunds and debit notes of failed refunds. Numbers have no gaps per kind
 * and year; documents never change.
 */
export const taxDocuments = pgTable(
  "tax_documents",
  {
    id: id(),
    kind: text("kind", { enum: KINDS }).notNull(),
    /** The year of issue, in Georgetown. */
    year: integer("year").notNull(),
    number: integer("number").notNull(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id, { onDelete: "restrict" }),
    refundId: uuid("refund_id").references(() => refunds.id, { onDelete: "restrict" }),
    /** Null for orders paid before numbering: they show the current settings. */
    seller: jsonb("seller").$type<DocumentParty & { name: string; noTaxReason: string }>(),
    buyer: jsonb("buyer").$type<DocumentParty>(),
    issuedAt: moment("issued_at").notNull(),
  },
  (table) => [
    uniqueIndex("tax_documents_number").on(table.kind, table.year, table.number),
    uniqueIndex("tax_documents_one_invoice").on(table.orderId).where(sql`kind = 'invoice'`),
    uniqueIndex("tax_documents_one_of_refund").on(table.refundId, table.kind),
    index("tax_documents_order").on(table.orderId, table.issuedAt),
    check(
      "tax_documents_kind_known",
      sql`${table.kind} in ('invoice', 'credit_note', 'debit_note')`,
    ),
    check("tax_documents_number_positive", sql`${table.number} > 0`),
    check("tax_documents_refund", sql`(${table.kind} = 'invoice') = (${table.refundId} is null)`),
  ],
);

/** The last number of each series, locked until the document commits, so that numbers have no gaps. */
export const documentCounters = pgTable(
  "document_counters",
  {
    kind: text("kind", { enum: KINDS }).notNull(),
    year: integer("year").notNull(),
    last: integer("last").notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.year] })],
);
