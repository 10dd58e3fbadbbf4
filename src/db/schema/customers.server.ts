import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, updatedAt } from "./columns.server.ts";
import { profiles } from "./identity.server.ts";

/** The lower-case email, with or without an account. */
export const customerNotes = pgTable(
  "customer_notes",
  {
    id: id(),
    email: text("email").notNull(),
    authorId: uuid("author_id").references(() => profiles.id, { onDelete: "set null" }),
    authorName: text("author_name").notNull(),
    note: text("note").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index("customer_notes_email").on(table.email, table.createdAt),
    check("customer_notes_email_small", sql`${table.email} = lower(${table.email})`),
  ],
);

export const addresses = pgTable(
  "addresses",
  {
    id: id(),
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    fullName: text("full_name").notNull(),
    phone: text("phone").notNull().default(""),
    line1: text("line1").notNull(),
    line2: text("line2").notNull().default(""),
    city: text("city").notNull(),
    region: text("region").notNull().default(""),
    postalCode: text("postal_code").notNull().default(""),
    country: text("country").notNull().default("GY"),
    isDefault: boolean("is_default").notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index("addresses_user").on(table.userId),
    uniqueIndex("addresses_one_default").on(table.userId).where(sql`is_default`),
    check("addresses_country_iso", sql`${table.country} ~ '^[A-Z]{2}$'`),
  ],
);
