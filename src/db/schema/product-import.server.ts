import { sql } from "drizzle-orm";
import {
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { products } from "./catalog.server.ts";
import { createdAt, id, moment } from "./columns.server.ts";
import { profiles } from "./identity.server.ts";
import { media } from "./media.server.ts";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

type LineNoteColumn = { line: number; column: string; message: string };

/** An import is checked first, then applied line by line (ADR 0015). */
export const productImports = pgTable(
  "product_imports",
  {
    id: id(),
    fileName: text("file_name").notNull(),
    /** Until the import ends, so that it can be checked again. */
    file: bytea("file"),
    /** New products without a category in the file get it. */
    fallbackCategory: text("fallback_category").notNull(),
    status: text("status", {
      enum: [
        "checking",
        "unreadable",
        "checked",
        "running",
        "finished",
        "cancelled",
        "stopped",
        "undoing",
        "undone",
      ],
    })
      .notNull()
      .default("checking"),
    /** Why it is unreadable or stopped. */
    message: text("words").notNull().default(""),
    /** The notes are about the whole file. */
    notes: jsonb("notes").$type<string[]>().notNull().default([]),
    /** Below the header; other counts are products. */
    rowCount: integer("row_count").notNull().default(0),
    total: integer("total").notNull().default(0),
    checked: integer("checked").notNull().default(0),
    applied: integer("applied").notNull().default(0),
    fetchedImages: integer("fetched_pictures").notNull().default(0),
    actorId: uuid("actor_id").references(() => profiles.id, { onDelete: "set null" }),
    actorName: text("actor_name").notNull(),
    createdAt: createdAt(),
    startedAt: moment("started_at"),
    finishedAt: moment("finished_at"),
  },
  (table) => [
    // One import is open at a time.
    uniqueIndex("product_imports_one_open")
      .on(sql`(true)`)
      .where(sql`status in ('checking', 'checked', 'running', 'undoing')`),
    index("product_imports_newest").on(table.createdAt.desc(), table.id.desc()),
    check(
      "product_imports_status_known",
      sql`${table.status} in ('checking', 'unreadable', 'checked', 'running', 'finished', 'cancelled', 'stopped', 'undoing', 'undone')`,
    ),
  ],
);

/** A line is a product of a file: its check, and its outcome (null until applied). */
export const productImportLines = pgTable(
  "product_import_lines",
  {
    importId: uuid("import_id")
      .notNull()
      .references(() => productImports.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
    line: integer("line").notNull(),
    handle: text("handle").notNull(),
    name: text("name").notNull(),
    verdict: text("verdict", { enum: ["new", "changed", "unchanged", "refused"] }).notNull(),
    problems: jsonb("problems").$type<LineNoteColumn[]>().notNull().default([]),
    notes: jsonb("notes").$type<LineNoteColumn[]>().notNull().default([]),
    changes: jsonb("changes").$type<unknown[]>().notNull().default([]),
    /** Null when unchanged or refused. */
    plan: jsonb("plan").$type<Record<string, unknown>>(),
    outcome: text("outcome", { enum: ["created", "changed", "unchanged", "refused", "undone"] }),
    productId: uuid("product_id"),
    /** Null where nothing was written. */
    undo: jsonb("undo").$type<Record<string, unknown>>(),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.position] }),
    index("product_import_lines_by_verdict").on(table.importId, table.verdict, table.position),
    index("product_import_lines_waiting")
      .on(table.importId, table.position)
      .where(sql`outcome is null`),
  ],
);

/** Not fetched: the host is not allowed or did not respond. */
export const productPendingImages = pgTable(
  "product_pending_images",
  {
    id: id(),
    productId: uuid("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    url: text("url").notNull(),
    host: text("host").notNull(),
    altText: text("alt_text").notNull().default(""),
    /** The position among the product's images in the file. */
    position: integer("position").notNull().default(0),
    /** "" for all colors. */
    color: text("color").notNull().default(""),
    /** The problem of the last attempt. */
    problem: text("problem").notNull().default(""),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("product_pending_images_once").on(table.productId, table.url),
    index("product_pending_images_by_host").on(table.host),
  ],
);

/** The owner allowed these hosts, beside those of the environment. */
export const imageHosts = pgTable("image_hosts", {
  host: text("host").primaryKey(),
  /** When fetching was requested; null otherwise. */
  requestedAt: moment("requested_at"),
  requestedBy: uuid("requested_by").references(() => profiles.id, { onDelete: "set null" }),
  createdAt: createdAt(),
});

/** So that no image is fetched twice. */
export const mediaSources = pgTable(
  "media_sources",
  {
    address: text("address").primaryKey(),
    mediaId: uuid("media_id")
      .notNull()
      .references(() => media.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
  },
  (table) => [index("media_sources_media").on(table.mediaId)],
);
