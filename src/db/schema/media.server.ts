import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  pgTable,
  real,
  smallint,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { createdAt, id, storageKey, updatedAt } from "./columns.server.ts";

/** Uploads are stored once under their storage keys. */
export const media = pgTable(
  "media",
  {
    id: id(),
    name: text("name").notNull(),
    storageKey: storageKey("storage_key").notNull().unique(),
    type: text("type").notNull().default("image"),
    mediaCategory: text("media_category").notNull().default("general"),
    mimeType: text("mime_type").notNull(),
    byteSize: integer("byte_size").notNull(),
    width: integer("width"),
    height: integer("height"),
    altText: text("alt_text").notNull().default(""),
    focalX: real("focal_x").notNull().default(0.5),
    focalY: real("focal_y").notNull().default(0.5),
    /** The brightness of the image's parts, 0 to 255 by rows, for text over it; null when it was not measured. */
    tones: smallint("tones").array(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index("media_newest").on(table.createdAt.desc(), table.id.desc()),
    index("media_newest_of_type").on(table.type, table.createdAt.desc(), table.id.desc()),
    index("media_words").using(
      "gin",
      sql`plain_text(${table.name}) gin_trgm_ops`,
      sql`plain_text(${table.altText}) gin_trgm_ops`,
    ),
    check("media_byte_size_positive", sql`${table.byteSize} > 0`),
    check(
      "media_focal_in_picture",
      sql`${table.focalX} between 0 and 1 and ${table.focalY} between 0 and 1`,
    ),
  ],
);

/** The table lists files to remove, which are no longer served. */
export const mediaDeletions = pgTable("media_deletions", {
  /** The id of the media item. */
  id: uuid("id").primaryKey(),
  storageKey: storageKey("storage_key").notNull(),
  type: text("type").notNull(),
  /** Of an image; one of its renditions has it. */
  width: integer("width"),
  requestedAt: timestamp("requested_at", { withTimezone: true }).notNull().defaultNow(),
});

/** The pages are home, shop, about, contact, catalog, new-dawn and measurement. */
export const pageHeroImages = pgTable("page_hero_images", {
  pageName: text("page_name").primaryKey(),
  mediaId: uuid("media_id")
    .notNull()
    .references(() => media.id),
  updatedAt: updatedAt(),
});
