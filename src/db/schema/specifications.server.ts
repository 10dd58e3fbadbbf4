import { sql } from "drizzle-orm";
import { boolean, check, date, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { products } from "./catalog.server.ts";
import { createdAt, sealedText } from "./columns.server.ts";
import { profiles } from "./identity.server.ts";
import { measurementLinks } from "./measurement-links.server.ts";

/**
 * What a customer submitted for one made-to-measure item; a cart line references it. A trigger refuses every change but a new
 * owner, the removal of the sealed part, and its sealing with another key. The values are in the sealed part only. Every read asks
 * whose it is (specification-owner.server.ts).
 */
export const fitSpecifications = pgTable(
  "fit_specifications",
  {
    id: uuid("id").primaryKey(),
    productId: uuid("product_id").references(() => products.id, { onDelete: "set null" }),
    /** Null for a guest, and after the account is deleted. */
    userId: uuid("user_id").references(() => profiles.id, { onDelete: "set null" }),
    /** The guest's browser that it belongs to until an account takes it over; null for an account's. */
    browser: text("browser"),
    /** A guest stored it before browsers were proven: its reference alone opens it. */
    byReference: boolean("by_reference").notNull().default(false),
    /** Hash of the block of addresses that a guest sent it from, so that none fills the table; null for an account's. */
    block: text("block"),
    garment: text("garment").notNull(),
    /** Whose numbers it has, where somebody measured by link and did not share them with the account. */
    linkId: uuid("link_id").references(() => measurementLinks.id, { onDelete: "set null" }),
    /** Null once it is erased. */
    sealed: sealedText("sealed"),
    choices: jsonb("choices").$type<{ groupId: string; choiceId: string }[]>().notNull(),
    /** The day by which the customer needs the garment; null for the usual date. Not part of the sealed specification. */
    needBy: date("need_by"),
    /** The customer accepts the surcharge of rush for that day. */
    rush: boolean("rush").notNull().default(false),
    /** A value that the check engine stops was insisted on: the atelier looks at it before it cuts. */
    needsCheck: boolean("needs_check").notNull().default(false),
    hash: text("hash").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index("fit_specifications_user").on(table.userId),
    index("fit_specifications_product").on(table.productId),
    index("fit_specifications_link").on(table.linkId),
    index("fit_specifications_oldest").on(table.createdAt),
    index("fit_specifications_browser").on(table.browser).where(sql`user_id is null`),
    check("fit_specifications_hash_valid", sql`${table.hash} ~ '^[0-9a-f]{64}$'`),
    check("fit_specifications_browser_valid", sql`${table.browser} ~ '^[0-9a-f]{64}$'`),
  ],
);
