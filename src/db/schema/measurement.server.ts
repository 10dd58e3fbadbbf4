import { sql } from "drizzle-orm";
import { check, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, moment, updatedAt } from "./columns.server.ts";
import { profiles } from "./identity.server.ts";

/** Integer millimetres under FreeSewing's names (shoulderSlope in degrees). */
export const measurementProfiles = pgTable(
  "measurement_profiles",
  {
    id: id(),
    userId: uuid("user_id").references(() => profiles.id, { onDelete: "cascade" }),
    label: text("label").notNull(),
    measures: jsonb("measures").$type<Record<string, number>>().notNull().default({}),
    consentAt: moment("consent_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index("measurement_profiles_user").on(table.userId),
    check("measurement_profiles_label_given", sql`btrim(${table.label}) <> ''`),
  ],
);
