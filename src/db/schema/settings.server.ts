import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { updatedAt } from "./columns.server.ts";

/** The table has one row per section (general, footer, integrations, cart, shipping, ...). */
export const siteSettings = pgTable("site_settings", {
  settingName: text("setting_name").primaryKey(),
  settingValue: jsonb("setting_value").$type<Record<string, unknown>>().notNull(),
  version: integer("version").notNull().default(1),
  updatedAt: updatedAt(),
});
