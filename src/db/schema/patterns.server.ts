import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { products } from "./catalog.server.ts";
import { createdAt, id, moment, sealedText, updatedAt } from "./columns.server.ts";
import { profiles } from "./identity.server.ts";
import { orderItems } from "./orders.server.ts";

/** The owner's own entry of the pattern table for one product; without one its garment type decides. */
export const productPatterns = pgTable("product_patterns", {
  productId: uuid("product_id")
    .primaryKey()
    .references(() => products.id, { onDelete: "cascade" }),
  /** Names of the pattern table, one for each component of the garment; empty when it is drafted by hand. Null for the garment type's. */
  components: text("components").array(),
  /** Per component: the house's options, and the ease of each fit. */
  choices: jsonb("choices").$type<Readonly<Record<string, unknown>>>().notNull().default({}),
  /** Whether a customer may download the pattern of her garment in true scale. */
  isDownloadable: boolean("is_downloadable").notNull().default(false),
  version: integer("version").notNull().default(1),
  updatedAt: updatedAt(),
});

/**
 * A drafted pattern of one component of an ordered line, a row for each version. Measurements, options, findings and the drawing
 * are in the sealed part only, because a pattern shows the body it was drafted to.
 */
export const patternDrafts = pgTable(
  "pattern_drafts",
  {
    id: id(),
    orderItemId: uuid("order_item_id")
      .notNull()
      .references(() => orderItems.id, { onDelete: "cascade" }),
    /** Of the pattern table: a suit has a jacket and trousers. */
    component: text("component").notNull(),
    version: integer("version").notNull(),
    /** Of the contract that it was drafted from. */
    contractVersion: integer("contract_version").notNull(),
    design: text("design"),
    status: text("status", { enum: ["ready", "review", "by_hand"] }).notNull(),
    /** Null once the measurements are removed. */
    sealed: sealedText("sealed"),
    /** SHA-256 of the drawing in hex; the same inputs and packages give the same. Null without a drawing. */
    drawingHash: text("drawing_hash"),
    packages: jsonb("packages").$type<Record<string, string>>().notNull(),
    /**
     * The contract's choices as they are in this version, with who has made by hand what no design draws. Null for drafts from before
     * choices were part of a draft.
     */
    choices: jsonb("choices").$type<readonly unknown[]>(),
    origin: text("origin", { enum: ["order", "tailor"] }).notNull(),
    createdBy: uuid("created_by").references(() => profiles.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    approvedAt: moment("approved_at"),
    approvedBy: uuid("approved_by").references(() => profiles.id, { onDelete: "set null" }),
    /** The name at that time. */
    approvedName: text("approved_name").notNull().default(""),
  },
  (table) => [
    unique("pattern_drafts_version").on(table.orderItemId, table.component, table.version),
    index("pattern_drafts_creator").on(table.createdBy),
    index("pattern_drafts_approver").on(table.approvedBy),
    index("pattern_drafts_unreduced").on(table.createdAt).where(sql`sealed is not null`),
    check("pattern_drafts_versions_positive", sql`${table.version} > 0`),
    check("pattern_drafts_status_known", sql`${table.status} in ('ready', 'review', 'by_hand')`),
    check("pattern_drafts_hash_whole", sql`${table.drawingHash} ~ '^[0-9a-f]{64}$'`),
    check("pattern_drafts_origin_known", sql`${table.origin} in ('order', 'tailor')`),
  ],
);
