import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { createdAt, id, minorUnits, moment, sealedText, storageKey } from "./columns.server.ts";
import { profiles } from "./identity.server.ts";
import { garments } from "./production.server.ts";

/** What the customer says about the fit of a delivered garment. The newest row of a garment applies. */
export const fitFeedback = pgTable(
  "fit_feedback",
  {
    id: id(),
    garmentId: uuid("garment_id")
      .notNull()
      .references(() => garments.id, { onDelete: "cascade" }),
    /** Points, lengths and the note; null once removed. */
    sealed: sealedText("sealed"),
    /** Null until it is part of a person's fit memory; a guest's waits for an account. */
    mergedAt: moment("merged_at"),
    createdAt: createdAt(),
  },
  (table) => [
    index("fit_feedback_garment").on(table.garmentId, table.createdAt),
    index("fit_feedback_unmerged").on(table.garmentId).where(sql`merged_at is null`),
  ],
);

/** An alteration, a credit for a local tailor or a remake of one delivered garment. */
export const alterationRequests = pgTable(
  "alteration_requests",
  {
    id: id(),
    /** 'AL-7K2M9XQF'. */
    number: text("number").notNull().unique(),
    garmentId: uuid("garment_id")
      .notNull()
      .references(() => garments.id, { onDelete: "cascade" }),
    remedy: text("remedy", { enum: ["alteration", "local", "remake"] }).notNull(),
    /** The customer's note about the fit; null once removed. */
    sealedNote: sealedText("sealed_note"),
    status: text("status", {
      enum: ["requested", "approved", "credit", "remake", "declined", "received", "done"],
    })
      .notNull()
      .default("requested"),
    /** The free remeasurement of the garment: once, unless it is declined. */
    isFree: boolean("is_free").notNull(),
    cause: text("cause", {
      enum: [
        "measured_by_customer",
        "measured_by_house",
        "pattern",
        "sewing",
        "shrinkage",
        "taste",
        "shipping",
      ],
    }),
    /** For the customer. */
    decisionNote: text("decision_note").notNull().default(""),
    decidedAt: moment("decided_at"),
    /** Of the house, in the order's currency. */
    costMinor: minorUnits("cost_minor"),
    /** At most, for a local tailor; the credit given once a receipt is here. */
    creditMinor: minorUnits("credit_minor"),
    currency: text("currency").notNull(),
    remakeGarmentId: uuid("remake_garment_id").references(() => garments.id),
    receivedAt: moment("received_at"),
    closedAt: moment("closed_at"),
    /** Rises with every change. */
    version: integer("version").notNull().default(1),
    createdAt: createdAt(),
  },
  (table) => [
    index("alteration_requests_queue").on(table.status, table.createdAt),
    index("alteration_requests_garment").on(table.garmentId),
    index("alteration_requests_remake").on(table.remakeGarmentId),
    uniqueIndex("alteration_requests_open")
      .on(table.garmentId)
      .where(sql`status in ('requested', 'approved', 'credit', 'remake', 'received')`),
    uniqueIndex("alteration_requests_free")
      .on(table.garmentId)
      .where(sql`is_free and status <> 'declined'`),
    check(
      "alteration_requests_status_known",
      sql`${table.status} in ('requested', 'approved', 'credit', 'remake', 'declined', 'received', 'done')`,
    ),
    check(
      "alteration_requests_remedy_known",
      sql`${table.remedy} in ('alteration', 'local', 'remake')`,
    ),
    check(
      "alteration_requests_cause_known",
      sql`${table.cause} in ('measured_by_customer', 'measured_by_house', 'pattern', 'sewing', 'shrinkage', 'taste', 'shipping')`,
    ),
    check(
      "alteration_requests_decided",
      sql`(${table.status} = 'requested') = (${table.decidedAt} is null) and (${table.decidedAt} is null or ${table.cause} is not null)`,
    ),
    check(
      "alteration_requests_remake_made",
      sql`${table.status} <> 'remake' or ${table.remakeGarmentId} is not null`,
    ),
    check(
      "alteration_requests_amounts_positive",
      sql`${table.costMinor} >= 0 and ${table.creditMinor} >= 0`,
    ),
  ],
);

/** What happened to a request: rows are added and never changed. */
export const alterationEvents = pgTable(
  "alteration_events",
  {
    id: id(),
    requestId: uuid("request_id")
      .notNull()
      .references(() => alterationRequests.id, { onDelete: "cascade" }),
    fromStatus: text("from_status"),
    toStatus: text("to_status").notNull(),
    staffId: uuid("staff_id").references(() => profiles.id, { onDelete: "set null" }),
    /** The name at that time; "" for the customer. */
    staffName: text("staff_name").notNull().default(""),
    createdAt: createdAt(),
  },
  (table) => [
    index("alteration_events_request").on(table.requestId, table.createdAt),
    index("alteration_events_staff").on(table.staffId),
  ],
);

/** The customer's images. They are private files, never part of the media library. */
export const fitImages = pgTable(
  "fit_images",
  {
    id: id(),
    feedbackId: uuid("feedback_id").references(() => fitFeedback.id, { onDelete: "cascade" }),
    requestId: uuid("request_id").references(() => alterationRequests.id, { onDelete: "cascade" }),
    /** `receipt` is of a local tailor. */
    kind: text("kind", { enum: ["fit", "receipt"] })
      .notNull()
      .default("fit"),
    storageKey: storageKey("storage_key").notNull().unique(),
    /** Opens the file, which is sealed with a key of its own; null for a file of before, until the next start seals it (ADR 0052). */
    sealedFileKey: sealedText("sealed_file_key"),
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    /** The file is deleted then. */
    removedAt: moment("removed_at"),
    /** When the owner accepted that the file is lost for good; null while it must be in the storage. */
    lostAt: moment("lost_at"),
    createdAt: createdAt(),
  },
  (table) => [
    index("fit_images_feedback").on(table.feedbackId),
    index("fit_images_request").on(table.requestId),
    check("fit_images_of_one", sql`num_nonnulls(${table.feedbackId}, ${table.requestId}) = 1`),
    check("fit_images_kind_known", sql`${table.kind} in ('fit', 'receipt')`),
  ],
);
