import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, moment, sealedText, secretHash } from "./columns.server.ts";
import { profiles } from "./identity.server.ts";

/** People whom a customer asks to measure themselves, for one kind of garment. */
export const measurementGroups = pgTable(
  "measurement_groups",
  {
    id: id(),
    /** The sender. */
    userId: uuid("user_id").references(() => profiles.id, { onDelete: "cascade" }),
    /** The account that has yet to say whether it sent these links (ADR 0095); they open nothing meanwhile. */
    setApartFor: uuid("set_apart_for").references(() => profiles.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    garment: text("garment").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index("measurement_groups_user").on(table.userId),
    index("measurement_groups_set_apart").on(table.setApartFor),
    check(
      "measurement_groups_own_or_set_apart",
      sql`(${table.userId} is null) <> (${table.setApartFor} is null)`,
    ),
    check("measurement_groups_name_given", sql`btrim(${table.name}) <> ''`),
  ],
);

/** A row is one person of a group. Their measurements are sealed, and only the code of their own device opens them. */
export const measurementLinks = pgTable(
  "measurement_links",
  {
    id: id(),
    groupId: uuid("group_id")
      .notNull()
      .references(() => measurementGroups.id, { onDelete: "cascade" }),
    tokenHash: secretHash("token_hash").notNull().unique(),
    /** So that the sender can copy the link again. */
    sealedToken: sealedText("sealed_token").notNull(),
    /** As the sender wrote it. */
    personName: text("person_name").notNull(),
    /** Of the code that the measured person gets with their consent; the sender never has it. */
    codeHash: secretHash("code_hash"),
    sealed: sealedText("sealed"),
    consentVersion: integer("consent_version"),
    consentAt: moment("consent_at"),
    doneAt: moment("done_at"),
    sharedAt: moment("shared_at"),
    /** The version of the text that the person agreed to when they shared. */
    shareConsentVersion: integer("share_consent_version"),
    withdrawnAt: moment("withdrawn_at"),
    /** Set when the measured person deleted their measurements. */
    deletedAt: moment("deleted_at"),
    /** Where the sender had the link emailed to; emptied once the person is done. */
    email: text("email"),
    emailedAt: moment("emailed_at"),
    emailsSent: integer("emails_sent").notNull().default(0),
    expiresAt: moment("expires_at").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index("measurement_links_group").on(table.groupId),
    index("measurement_links_expires").on(table.expiresAt),
    check("measurement_links_person_named", sql`btrim(${table.personName}) <> ''`),
    check(
      "measurement_links_consent_before_values",
      sql`${table.sealed} is null or (${table.consentAt} is not null and ${table.codeHash} is not null)`,
    ),
    check(
      "measurement_links_no_values_after_end",
      sql`${table.sealed} is null or (${table.withdrawnAt} is null and ${table.deletedAt} is null)`,
    ),
  ],
);
