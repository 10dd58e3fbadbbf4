import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { products } from "./catalog.server.ts";
import { createdAt, id, minorUnits, moment, updatedAt } from "./columns.server.ts";
import { media } from "./media.server.ts";
import { orderItems } from "./orders.server.ts";

/**
 * The table holds cloth in stock, in whole millimetres of length. Archived cloth stays for its ledger and is offered no
 * more.
 */
export const cloths = pgTable(
  "cloths",
  {
    id: id(),
    name: text("name").notNull(),
    composition: text("composition").notNull().default(""),
    /** Where it was woven, for the garment's label; "" when not entered. */
    origin: text("origin").notNull().default(""),
    description: text("description").notNull().default(""),
    /** #RRGGBB in upper case, or "". */
    colorHex: text("color_hex").notNull().default(""),
    mediaId: uuid("media_id").references(() => media.id),
    /** Of the cloth as it is sold; null when not entered. */
    widthMm: integer("width_mm"),
    /** Across, by hand; 0 of a woven cloth, null when not entered. */
    stretchPercent: integer("stretch_percent"),
    /** A nap, or a print with an upper end: everything is cut in one direction. */
    isOneWay: boolean("is_one_way").notNull().default(false),
    /** The sum of its movements in the stock ledger, written by their trigger alone. */
    lengthMm: integer("length_mm").notNull().default(0),
    /** The sum of its open commitments, written by their trigger alone; may exceed the length after a count. */
    committedMm: integer("committed_mm").notNull().default(0),
    /** Reported as low at this length and below; 0 reports only cloth that is used up. */
    lowStockMm: integer("low_stock_mm").notNull().default(0),
    archivedAt: moment("archived_at"),
    version: integer("version").notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex("cloths_name").on(sql`lower(${table.name})`),
    index("cloths_media").on(table.mediaId),
    check("cloths_name_given", sql`btrim(${table.name}) <> ''`),
    check("cloths_width_positive", sql`${table.widthMm} > 0`),
    check("cloths_stretch_percent_possible", sql`${table.stretchPercent} between 0 and 200`),
    check("cloths_length_positive", sql`${table.lengthMm} >= 0`),
    check("cloths_low_stock_positive", sql`${table.lowStockMm} >= 0`),
    check("cloths_color_known", sql`${table.colorHex} ~ '^(#[0-9A-F]{6})?$'`),
  ],
);

/**
 * Cloth promised to an ordered line until it is cut, or released because the order ended. The length stays on the roll; a
 * trigger adds up what is open.
 */
export const clothCommitments = pgTable(
  "cloth_commitments",
  {
    orderItemId: uuid("order_item_id")
      .notNull()
      .references(() => orderItems.id, { onDelete: "cascade" }),
    clothId: uuid("cloth_id")
      .notNull()
      .references(() => cloths.id),
    lengthMm: integer("length_mm").notNull(),
    status: text("status", { enum: ["open", "released", "cut"] })
      .notNull()
      .default("open"),
  },
  (table) => [
    primaryKey({ columns: [table.orderItemId, table.clothId] }),
    index("cloth_commitments_cloth").on(table.clothId),
    check("cloth_commitments_some", sql`${table.lengthMm} > 0`),
    check("cloth_commitments_status_known", sql`${table.status} in ('open', 'released', 'cut')`),
  ],
);

/**
 * How a garment type or one product is made to measure. Null on a product means as its garment type; null on a garment type
 * means the default (options/made-to-measure-terms).
 */
export const madeToMeasureTerms = pgTable(
  "made_to_measure_terms",
  {
    id: id(),
    garment: text("garment").unique(),
    productId: uuid("product_id")
      .unique()
      .references(() => products.id, { onDelete: "cascade" }),
    offered: boolean("offered"),
    /** In the product's currency. */
    surchargeMinor: minorUnits("surcharge_minor"),
    extraDays: integer("extra_days"),
    /** Cloth that one garment needs. */
    clothLengthMm: integer("cloth_length_mm"),
    monogram: boolean("monogram"),
    /** The required measurements; null means the garment's own set. */
    measurements: text("measurements").array(),
    /** The choices that the images show; null where nobody has said so. A product may name choices of its garment type. */
    pictured: uuid("pictured").array(),
    /** Whether a product has its own option groups instead of its garment type's. */
    ownOptions: boolean("own_options").notNull().default(false),
    version: integer("version").notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    check(
      "made_to_measure_terms_one_subject",
      sql`num_nonnulls(${table.garment}, ${table.productId}) = 1`,
    ),
    check("made_to_measure_terms_surcharge_positive", sql`${table.surchargeMinor} >= 0`),
    check("made_to_measure_terms_days_possible", sql`${table.extraDays} between 0 and 365`),
    check("made_to_measure_terms_length_positive", sql`${table.clothLengthMm} >= 0`),
  ],
);

export const optionGroups = pgTable(
  "option_groups",
  {
    id: id(),
    termsId: uuid("terms_id")
      .notNull()
      .references(() => madeToMeasureTerms.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    kind: text("kind", { enum: ["cloth", "lining", "choice"] })
      .notNull()
      .default("choice"),
    required: boolean("required").notNull().default(true),
    position: integer("position").notNull(),
  },
  (table) => [
    index("option_groups_terms").on(table.termsId, table.position),
    check("option_groups_name_given", sql`btrim(${table.name}) <> ''`),
    check("option_groups_kind_known", sql`${table.kind} in ('cloth', 'lining', 'choice')`),
  ],
);

export const optionChoices = pgTable(
  "option_choices",
  {
    id: id(),
    groupId: uuid("group_id")
      .notNull()
      .references(() => optionGroups.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    description: text("description").notNull().default(""),
    mediaId: uuid("media_id").references(() => media.id),
    /** Added to the price in the product's currency; may be negative. */
    priceMinor: minorUnits("price_minor").notNull().default(0),
    clothId: uuid("cloth_id").references(() => cloths.id),
    /** What it changes on the pattern, as `ChoiceEffect` names it. Null while nobody has said so; of a cloth it is not asked. */
    effect: text("effect"),
    /** What a tailor makes by hand. */
    effectNote: text("effect_note").notNull().default(""),
    position: integer("position").notNull(),
    offered: boolean("offered").notNull().default(true),
  },
  (table) => [
    index("option_choices_group").on(table.groupId, table.position),
    index("option_choices_media").on(table.mediaId),
    index("option_choices_cloth").on(table.clothId),
    check("option_choices_name_given", sql`btrim(${table.name}) <> ''`),
  ],
);
