import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, sealedText, updatedAt } from "./columns.server.ts";
import { profiles } from "./identity.server.ts";
import { measurementProfiles } from "./measurement.server.ts";
import { garments } from "./production.server.ts";

/**
 * What the next garment of one person and garment type does differently. Name, points and lengths are sealed with the
 * measurement key; plain columns hold nothing about a body. Deleted with the account and with the measured person.
 */
export const fitMemories = pgTable(
  "fit_memories",
  {
    id: id(),
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    /** Null for a person who is known by the name of the contract alone. */
    profileId: uuid("profile_id").references(() => measurementProfiles.id, {
      onDelete: "cascade",
    }),
    garment: text("garment").notNull(),
    sealed: sealedText("sealed").notNull(),
    /** Rises with every change. */
    version: integer("version").notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index("fit_memories_user").on(table.userId, table.garment),
    index("fit_memories_profile").on(table.profileId),
    check("fit_memories_garment_given", sql`btrim(${table.garment}) <> ''`),
  ],
);

/** Finished garments measured by the atelier: rows are added and never changed, except that `sealed` may be removed. */
export const qualityChecks = pgTable(
  "quality_checks",
  {
    id: id(),
    garmentId: uuid("garment_id")
      .notNull()
      .references(() => garments.id, { onDelete: "cascade" }),
    /** `accepted` is outside a tolerance and goes out nevertheless; `skipped` was not measured. Both name their reason. */
    verdict: text("verdict", { enum: ["passed", "failed", "accepted", "skipped"] }).notNull(),
    reason: text("reason").notNull().default(""),
    /** Targets, measured lengths and what was sewn wrong; null when skipped or once removed. */
    sealed: sealedText("sealed"),
    staffId: uuid("staff_id").references(() => profiles.id, { onDelete: "set null" }),
    /** The name at that time. */
    staffName: text("staff_name").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index("quality_checks_garment").on(table.garmentId, table.createdAt),
    index("quality_checks_staff").on(table.staffId),
    check(
      "quality_checks_verdict_known",
      sql`${table.verdict} in ('passed', 'failed', 'accepted', 'skipped')`,
    ),
    check(
      "quality_checks_reason_given",
      sql`${table.verdict} in ('passed', 'failed') or btrim(${table.reason}) <> ''`,
    ),
  ],
);
