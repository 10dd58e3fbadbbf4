import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { products } from "./catalog.server.ts";
import { moment } from "./columns.server.ts";
import { profiles } from "./identity.server.ts";

/** Shared by devices; removed lines stay for a while with quantity 0 (ADR 0013). */
export const cartLines = pgTable(
  "cart_lines",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    productId: uuid("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    size: text("size").notNull(),
    color: text("color").notNull().default(""),
    /** The fit specification of a made-to-measure item; two of them are two lines. */
    specification: text("specification").notNull().default(""),
    quantity: integer("quantity").notNull(),
    changedAt: moment("changed_at").notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.userId, table.productId, table.size, table.color, table.specification],
    }),
    index("cart_lines_product").on(table.productId),
    index("cart_lines_specification").on(table.specification).where(sql`specification <> ''`),
    check("cart_lines_size_given", sql`length(${table.size}) between 1 and 40`),
    check("cart_lines_color_known", sql`${table.color} ~* '^(#[0-9a-f]{6})?$'`),
    check("cart_lines_specification_valid", sql`${table.specification} ~ '^([0-9a-f-]{36})?$'`),
    check("cart_lines_quantity_possible", sql`${table.quantity} between 0 and 99`),
  ],
);

/** The table holds the saved or removed products of a customer. */
export const wishlistEntries = pgTable(
  "wishlist_entries",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    productId: uuid("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    saved: boolean("saved").notNull(),
    changedAt: moment("changed_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.productId] }),
    index("wishlist_entries_product").on(table.productId),
  ],
);
