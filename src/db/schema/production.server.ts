import { sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import {
  createdAt,
  id,
  minorUnits,
  moment,
  sealedText,
  secretHash,
  storageKey,
  updatedAt,
} from "./columns.server.ts";
import { shipments } from "./fulfillment.server.ts";
import { profiles } from "./identity.server.ts";
import { media } from "./media.server.ts";
import { orderItems, orders } from "./orders.server.ts";

/** Somebody who cuts, sews and finishes garments. Archived makers stay for the garments they made. */
export const makers = pgTable(
  "makers",
  {
    id: id(),
    /** For staff. */
    name: text("name").notNull(),
    /** The name that customers read, entered once the maker agrees; "" shows nothing of her (ADR 0045). */
    publicName: text("public_name").notNull().default(""),
    /** For the product page and the garment's label; "" shows the name alone. */
    about: text("about").notNull().default(""),
    mediaId: uuid("media_id").references(() => media.id),
    /** The account that this maker signs in with; null for a maker without one. */
    profileId: uuid("profile_id")
      .unique()
      .references(() => profiles.id, { onDelete: "set null" }),
    /** Works with New Dawn: her hours count in its totals. */
    isNewDawn: boolean("is_new_dawn").notNull().default(false),
    /** Minutes of work on Monday to Sunday, seven numbers. */
    weekMinutes: integer("week_minutes").array().notNull(),
    archivedAt: moment("archived_at"),
    version: integer("version").notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index("makers_media").on(table.mediaId),
    check("makers_name_given", sql`btrim(${table.name}) <> ''`),
    check(
      "makers_week_possible",
      sql`array_length(${table.weekMinutes}, 1) = 7 and 0 <= all (${table.weekMinutes}) and 1440 >= all (${table.weekMinutes})`,
    ),
  ],
);

/** Days on which a maker does not work, both inclusive. */
export const makerAbsences = pgTable(
  "maker_absences",
  {
    id: id(),
    makerId: uuid("maker_id")
      .notNull()
      .references(() => makers.id, { onDelete: "cascade" }),
    fromDay: date("from_day").notNull(),
    untilDay: date("until_day").notNull(),
    reason: text("reason").notNull().default(""),
    createdAt: createdAt(),
  },
  (table) => [
    index("maker_absences_maker").on(table.makerId, table.fromDay),
    check("maker_absences_days_ordered", sql`${table.fromDay} <= ${table.untilDay}`),
  ],
);

/** Minutes that a maker works beyond her week on single days, as the owner plans them. */
export const makerOvertime = pgTable(
  "maker_overtime",
  {
    makerId: uuid("maker_id")
      .notNull()
      .references(() => makers.id, { onDelete: "cascade" }),
    day: date("day").notNull(),
    minutes: integer("minutes").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.makerId, table.day] }),
    check("maker_overtime_possible", sql`${table.minutes} between 1 and 600`),
  ],
);

/**
 * One row: how many orders were promised days. Whoever promises raises it first, so that its lock lets one order promise after
 * the other (ADR 0048). The row exists from the first promise on.
 */
export const capacityVersion = pgTable(
  "capacity_version",
  {
    onlyRow: boolean("only_row").primaryKey().default(true),
    version: minorUnits("version").notNull().default(1),
  },
  (table) => [check("capacity_version_only_row", sql`${table.onlyRow}`)],
);

/**
 * Whether an unpaid order with made-to-measure lines holds makers' time, cloth and rush (ADR 0051). Deleted when the order is paid or
 * ends. An unpaid order of earlier versions has no row and holds.
 */
export const atelierHolds = pgTable(
  "atelier_holds",
  {
    orderId: uuid("order_id")
      .primaryKey()
      .references(() => orders.id, { onDelete: "cascade" }),
    isHeld: boolean("is_held").notNull(),
    /** Why it holds nothing; null while it holds, and after its hold ended. */
    unheldBecause: text("unheld_because", { enum: ["holder_limit", "too_large", "share_used"] }),
    /** Neither the email is confirmed nor an order under it was paid. */
    isStranger: boolean("is_stranger").notNull(),
    /** Whether it holds because a deposit was received, whoever ordered. */
    isHeldByDeposit: boolean("is_held_by_deposit").notNull().default(false),
    /** When a stranger's hold ends, whatever the order waits for; null for others. */
    heldUntil: moment("held_until"),
    /** Hashes of the browser, email, address and network block, as in `stock_reservations`. */
    holderKeys: text("holder_keys").array().notNull(),
    /** Hash of the token in the email that confirms it; null where no such email was sent. */
    confirmationHash: secretHash("confirmation_hash").unique(),
    createdAt: createdAt(),
  },
  (table) => [index("atelier_holds_held").on(table.heldUntil).where(sql`is_held`)],
);

/** Minutes of work that a stage of a garment type takes, where they differ from the defaults. */
export const productionTimes = pgTable(
  "production_times",
  {
    garment: text("garment").notNull(),
    stage: text("stage").notNull(),
    minutes: integer("minutes").notNull(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.garment, table.stage] }),
    check("production_times_possible", sql`${table.minutes} between 0 and 10000`),
  ],
);

/** The values of the column; their order and rules are in `garment.ts`. */
const STAGES = [
  "received",
  "checked",
  "pattern_ready",
  "approved",
  "cut",
  "sewn",
  "fitted",
  "finished",
  "shipped",
  "cancelled",
] as const;

const QUOTED_STAGES = STAGES.map((stage) => `'${stage}'`).join(", ");

/** One garment of a paid made-to-measure line: a line of three has three. */
export const garments = pgTable(
  "garments",
  {
    id: id(),
    orderItemId: uuid("order_item_id")
      .notNull()
      .references(() => orderItems.id, { onDelete: "cascade" }),
    /** From 1 within the line. */
    number: integer("number").notNull(),
    /** The garment that this one replaces or alters; null for an ordered one. */
    remakeOf: uuid("remake_of").references((): AnyPgColumn => garments.id),
    stage: text("stage", { enum: STAGES }).notNull().default("received"),
    makerId: uuid("maker_id").references(() => makers.id),
    /** The tailor draws its pattern by hand; false until chosen, and for a pattern that the shop drafted. */
    isPatternByHand: boolean("is_pattern_by_hand").notNull().default(false),
    /** The shipment that it left with. */
    shipmentId: uuid("shipment_id").references(() => shipments.id, { onDelete: "set null" }),
    /** In Georgetown; the last day on which it can leave to arrive as promised. Null before the promise is known. */
    shipBy: date("ship_by"),
    /** Of the public page behind the label's QR code. */
    labelToken: text("label_token").notNull().unique(),
    /** Always empty: what a finished garment measures is in `quality_checks`. */
    finished: jsonb("finished").$type<null>(),
    finishedAt: moment("finished_at"),
    /** Rises with every change, so that a late device is refused. */
    version: integer("version").notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique("garments_number").on(table.orderItemId, table.number),
    index("garments_maker").on(table.makerId),
    index("garments_shipment").on(table.shipmentId),
    index("garments_remake").on(table.remakeOf),
    index("garments_due").on(table.stage, table.shipBy),
    check("garments_number_positive", sql`${table.number} > 0`),
    check("garments_stage_known", sql`${table.stage} in (${sql.raw(QUOTED_STAGES)})`),
  ],
);

/** What happened to a garment: rows are added and never changed. */
export const garmentEvents = pgTable(
  "garment_events",
  {
    id: id(),
    garmentId: uuid("garment_id")
      .notNull()
      .references(() => garments.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: ["stage", "maker", "work", "note", "photo"] }).notNull(),
    fromStage: text("from_stage"),
    toStage: text("to_stage"),
    /** Who worked on it, or was assigned. */
    makerId: uuid("maker_id").references(() => makers.id),
    /** Minutes of work on the stage that ends, or entered on their own; a negative number corrects earlier ones. */
    minutes: integer("minutes"),
    note: text("note").notNull().default(""),
    staffId: uuid("staff_id").references(() => profiles.id, { onDelete: "set null" }),
    /** The name at that time; "" for the shop itself. */
    staffName: text("staff_name").notNull().default(""),
    /** Chosen by the device, so that a repeated sync adds nothing. */
    deviceEventId: uuid("device_event_id").unique(),
    /** By the device's clock when it was offline. */
    happenedAt: moment("happened_at").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index("garment_events_garment").on(table.garmentId, table.happenedAt),
    index("garment_events_maker").on(table.makerId),
    index("garment_events_staff").on(table.staffId),
    check(
      "garment_events_kind_known",
      sql`${table.kind} in ('stage', 'maker', 'work', 'note', 'photo')`,
    ),
    check(
      "garment_events_minutes_possible",
      sql`${table.minutes} between case when ${table.kind} = 'work' then -10000 else 0 end and 10000`,
    ),
  ],
);

/** Photos of the work. They are private files, never part of the media library. */
export const garmentImages = pgTable(
  "garment_photos",
  {
    id: id(),
    garmentId: uuid("garment_id")
      .notNull()
      .references(() => garments.id, { onDelete: "cascade" }),
    storageKey: storageKey("storage_key").notNull(),
    /** Opens the file, which is sealed with a key of its own; null for a file of before, until the next start seals it (ADR 0052). */
    sealedFileKey: sealedText("sealed_file_key"),
    caption: text("caption").notNull().default(""),
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    staffId: uuid("staff_id").references(() => profiles.id, { onDelete: "set null" }),
    removedAt: moment("removed_at"),
    /** When the owner accepted that the file is lost for good; null while it must be in the storage. */
    lostAt: moment("lost_at"),
    createdAt: createdAt(),
  },
  (table) => [
    index("garment_photos_garment").on(table.garmentId),
    index("garment_photos_staff").on(table.staffId),
  ],
);
