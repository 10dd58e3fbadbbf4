import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { products } from "./catalog.server.ts";
import { createdAt, id, moment, updatedAt } from "./columns.server.ts";
import { profiles } from "./identity.server.ts";
import { orderItems } from "./orders.server.ts";

/** As the secret box makes it (ADR 0038); this file must not import an adapter. */
type SealedText = { keyId: string; nonce: string; tag: string; text: string };

/** The owner's own entry of the pattern table for one product; without one its garment type decides. */
export const productPatterns = pgTable(
  "product_patterns",
  {
    productId: uuid("product_id")
      .primaryKey()
      .references(() => products.id, { onDelete: "cascade" }),
    /** FreeSewing's names, one for each piece of the garment; empty when it is drafted by hand. */
    designs: text("designs").array().notNull(),
    /** Why it is drafted by hand. */
    reason: text("reason").notNull().default(""),
    /** Whether the customer may download the pattern in true scale. */
    downloadable: text("downloadable", { enum: ["never", "after_delivery"] })
      .notNull()
      .default("never"),
    version: integer("version").notNull().default(1),
    updatedAt: updatedAt(),
  },
  (table) => [
    check(
      "product_patterns_downloadable_known",
      sql`${table.downloadable} in ('never', 'after_delivery')`,
    ),
  ],
);

/**
 * A drafted pattern of one design for one ordered line, a row for each version. Measurements, options, findings and the drawing
 * are in the sealed part only, because a pattern shows the body it was drafted to.
 */
export const patternDrafts = pgTable(
  "pattern_drafts",
  {
    id: id(),
    orderItemId: uuid("order_item_id")
      .notNull()
      .references(() => orderItems.id, { onDelete: "cascade" }),
    /** Which of the garment's designs, from 0. */
    position: integer("position").notNull(),
    version: integer("version").notNull(),
    /** Of the contract that it was drafted from. */
    contractVersion: integer("contract_version").notNull(),
    design: text("design"),
    status: text("status", { enum: ["ready", "review", "by_hand"] }).notNull(),
    /** Null once the measurements are removed. */
    sealed: jsonb("sealed").$type<SealedText>(),
    /** SHA-256 of the drawing in hex; the same inputs and packages give the same. Null without a drawing. */
    drawingHash: text("drawing_hash"),
    packages: jsonb("packages").$type<Record<string, string>>().notNull(),
    origin: text("origin", { enum: ["order", "tailor"] }).notNull(),
    createdBy: uuid("created_by").references(() => profiles.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    approvedAt: moment("approved_at"),
    approvedBy: uuid("approved_by").references(() => profiles.id, { onDelete: "set null" }),
    /** The name at that time. */
    approvedName: text("approved_name").notNull().default(""),
  },
  (table) => [
    unique("pattern_drafts_version").on(table.orderItemId, table.position, table.version),
    index("pattern_drafts_creator").on(table.createdBy),
    index("pattern_drafts_approver").on(table.approvedBy),
    index("pattern_drafts_unreduced").on(table.createdAt).where(sql`sealed is not null`),
    check("pattern_drafts_positions_positive", sql`${table.position} >= 0 and ${table.version} > 0`),
    check("pattern_drafts_status_known", sql`${table.status} in ('ready', 'review', 'by_hand')`),
    check("pattern_drafts_hash_whole", sql`${table.drawingHash} ~ '^[0-9a-f]{64}$'`),
    check("pattern_drafts_origin_known", sql`${table.origin} in ('order', 'tailor')`),
  ],
);
