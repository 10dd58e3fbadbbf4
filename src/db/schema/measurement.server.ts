import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { products } from "./catalog.server.ts";
import { createdAt, id, moment, sealedText, updatedAt } from "./columns.server.ts";
import { profiles } from "./identity.server.ts";

/**
 * Name, readings, posture and notes are sealed with the measurement key; plain columns hold nothing about a
 * body. The first start seals and empties `plain_` columns of earlier versions.
 */
export const measurementProfiles = pgTable(
  "measurement_profiles",
  {
    id: id(),
    userId: uuid("user_id").references(() => profiles.id, { onDelete: "cascade" }),
    /** The account that has yet to say whether this person is its own (ADR 0095); it has no `userId` meanwhile. */
    setApartFor: uuid("set_apart_for").references(() => profiles.id, { onDelete: "cascade" }),
    sealed: sealedText("sealed"),
    /** Rises with every change. */
    revision: integer("revision").notNull().default(1),
    consentVersion: integer("consent_version"),
    consentAt: moment("consent_at"),
    retention: text("retention", { enum: ["keep", "after_order"] })
      .notNull()
      .default("keep"),
    plainLabel: text("label"),
    plainMeasures: jsonb("measures").$type<Record<string, number>>(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index("measurement_profiles_user").on(table.userId),
    index("measurement_profiles_set_apart").on(table.setApartFor),
    check(
      "measurement_profiles_own_or_set_apart",
      sql`${table.userId} is null or ${table.setApartFor} is null`,
    ),
    check(
      "measurement_profiles_retention_known",
      sql`${table.retention} in ('keep', 'after_order')`,
    ),
    check(
      "measurement_profiles_sealed_or_plain",
      sql`(${table.sealed} is null) = (${table.plainLabel} is not null) and (${table.sealed} is null or ${table.plainMeasures} is null)`,
    ),
  ],
);

/** Each time staff opened measurements; the person sees them. */
export const measurementReads = pgTable(
  "measurement_reads",
  {
    id: id(),
    subject: text("subject", { enum: ["profile", "contract", "specification"] }).notNull(),
    /** No reference: the entry stays when the profile is deleted. */
    subjectId: uuid("subject_id").notNull(),
    /** Whose measurements were read; null for a guest's. */
    userId: uuid("user_id").references(() => profiles.id, { onDelete: "cascade" }),
    staffId: uuid("staff_id").references(() => profiles.id, { onDelete: "set null" }),
    purpose: text("purpose").notNull(),
    readAt: moment("read_at").notNull(),
  },
  (table) => [
    index("measurement_reads_user").on(table.userId, table.readAt),
    index("measurement_reads_staff").on(table.staffId),
    index("measurement_reads_subject").on(table.subjectId),
    check(
      "measurement_reads_subject_known",
      sql`${table.subject} in ('profile', 'contract', 'specification')`,
    ),
    check("measurement_reads_purpose_given", sql`btrim(${table.purpose}) <> ''`),
  ],
);

/** What a finished garment of one size measures, in whole mm; girths all around. The names are the shop's measurements. */
export const garmentMeasures = pgTable(
  "garment_measures",
  {
    productId: uuid("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    size: text("size").notNull(),
    measurement: text("measurement").notNull(),
    lengthMm: integer("length_mm").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.size, table.measurement] }),
    check("garment_measures_length_possible", sql`${table.lengthMm} between 1 and 10000`),
  ],
);
