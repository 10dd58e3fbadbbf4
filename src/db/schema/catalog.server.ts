import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  customType,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { createdAt, id, minorUnits, moment, updatedAt } from "./columns.server.ts";
import { media } from "./media.server.ts";

/** The hex code is #RRGGBB in upper case. */
export type ColorColumn = { hex: string; name: string };

export const productCategories = pgTable(
  "product_categories",
  {
    id: id(),
    name: text("name").notNull(),
    description: text("description").notNull().default(""),
    isSystem: boolean("is_system").notNull().default(false),
    /** Belongs to /collections/{slug}; null for system categories. Renaming keeps it. */
    slug: text("slug").unique(),
    /** Listed under Collections in the menu. */
    inMenu: boolean("in_menu").notNull().default(false),
    version: integer("version").notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex("product_categories_name").on(sql`lower(${table.name})`),
    check("product_categories_name_given", sql`btrim(${table.name}) <> ''`),
  ],
);

export const categoryImages = pgTable("category_images", {
  categoryId: uuid("category_id")
    .primaryKey()
    .references(() => productCategories.id, { onDelete: "cascade" }),
  mediaId: uuid("media_id")
    .notNull()
    .references(() => media.id),
  updatedAt: updatedAt(),
});

export const products = pgTable(
  "products",
  {
    id: id(),
    slug: text("slug").notNull().unique(),
    name: text("name").notNull(),
    description: text("description").notNull().default(""),
    materials: text("materials").notNull().default(""),
    care: text("care").notNull().default(""),
    priceMinor: minorUnits("price_minor").notNull().default(0),
    /** The price before a reduction. */
    compareAtMinor: minorUnits("compare_at_minor"),
    currency: text("currency").notNull().default("USD"),
    categoryId: uuid("category_id").references(() => productCategories.id, {
      onDelete: "set null",
    }),
    gender: text("gender", { enum: ["female", "male", "unisex"] })
      .notNull()
      .default("female"),
    /** The owner has not decided; the product is listed as unisex. */
    genderOpen: boolean("gender_open").notNull().default(false),
    garmentType: text("garment_type").notNull().default("other"),
    vendor: text("vendor").notNull().default(""),
    /** The owner's own kind of product; Shopify's Type. */
    productType: text("product_type").notNull().default(""),
    tags: text("tags").array().notNull().default(sql`'{}'`),
    /** Imported cells without a field of the shop; exports repeat them. */
    fileCells: jsonb("file_cells").$type<Record<string, string>>().notNull().default({}),
    /** A draft has no page and is never in stock. */
    draft: boolean("draft").notNull().default(false),
    inStock: boolean("in_stock").notNull().default(true),
    featured: boolean("featured").notNull().default(false),
    sizes: text("sizes").array().notNull().default(sql`'{}'`),
    colors: jsonb("colors").$type<ColorColumn[]>().notNull().default([]),
    version: integer("version").notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: moment("deleted_at"),
  },
  (table) => [
    index("products_on_sale")
      .on(table.createdAt.desc(), table.id.desc())
      .where(sql`in_stock and deleted_at is null`),
    index("products_on_sale_by_gender")
      .on(table.gender, table.createdAt.desc(), table.id.desc())
      .where(sql`in_stock and deleted_at is null`),
    index("products_on_sale_by_category")
      .on(table.categoryId, table.gender, table.createdAt.desc(), table.id.desc())
      .where(sql`in_stock and deleted_at is null`),
    index("products_on_sale_by_garment_type")
      .on(table.garmentType, table.createdAt.desc(), table.id.desc())
      .where(sql`in_stock and deleted_at is null`),
    index("products_featured")
      .on(table.createdAt.desc(), table.id.desc())
      .where(sql`featured and in_stock and deleted_at is null`),
    // The admin list, which includes products out of stock.
    index("products_kept")
      .on(table.createdAt.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
    index("products_kept_by_category").on(table.categoryId).where(sql`deleted_at is null`),
    index("products_kept_by_name")
      .on(sql`lower(${table.name})`, table.id)
      .where(sql`deleted_at is null`),
    index("products_name_trigrams")
      .using("gin", sql`plain_text(${table.name}) gin_trgm_ops`)
      .where(sql`deleted_at is null`),
    check("products_name_given", sql`btrim(${table.name}) <> ''`),
    check("products_price_positive", sql`${table.priceMinor} >= 0`),
    check("products_compare_at_positive", sql`${table.compareAtMinor} >= 0`),
    check("products_draft_not_on_sale", sql`not (${table.draft} and ${table.inStock})`),
    check(
      "products_open_gender_unisex",
      sql`not ${table.genderOpen} or ${table.gender} = 'unisex'`,
    ),
    check("products_gender_known", sql`${table.gender} in ('female', 'male', 'unisex')`),
    check("products_currency_known", sql`${table.currency} in ('USD', 'GYD')`),
  ],
);

/** Each leads to its product until reused (ADR 0010). Maintained by triggers (baseline migration). */
export const productFormerSlugs = pgTable(
  "product_former_slugs",
  {
    slug: text("slug").primaryKey(),
    productId: uuid("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
  },
  (table) => [index("product_former_slugs_of_product").on(table.productId)],
);

/** `stockCount`: null when made to order. Without its own price the product's applies. */
export const productVariants = pgTable(
  "product_variants",
  {
    id: id(),
    productId: uuid("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    size: text("size").notNull(),
    color: text("color").notNull().default(""),
    sku: text("sku").notNull().unique(),
    stockCount: integer("stock_count"),
    priceMinor: minorUnits("price_minor"),
    compareAtMinor: minorUnits("compare_at_minor"),
    /** As on products. */
    fileCells: jsonb("file_cells").$type<Record<string, string>>().notNull().default({}),
    position: integer("position").notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index("product_variants_sku_trigrams").using("gin", sql`plain_text(${table.sku}) gin_trgm_ops`),
    unique("product_variants_combination").on(table.productId, table.size, table.color),
    check("product_variants_stock_positive", sql`${table.stockCount} >= 0`),
    check("product_variants_price_positive", sql`${table.priceMinor} >= 0`),
    check("product_variants_compare_at_positive", sql`${table.compareAtMinor} >= 0`),
    check(
      "product_variants_compare_at_with_price",
      sql`${table.compareAtMinor} is null or ${table.priceMinor} is not null`,
    ),
  ],
);

export const productImages = pgTable(
  "product_images",
  {
    id: id(),
    productId: uuid("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    mediaId: uuid("media_id").notNull(),
    altText: text("alt_text").notNull().default(""),
    /** The hex of the color it shows; null for all colors. */
    color: text("color"),
    primaryImage: boolean("primary_image").notNull().default(false),
    position: integer("position").notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    index("product_images_product").on(table.productId, table.position),
    index("product_images_of_media").on(table.mediaId),
    uniqueIndex("product_images_one_primary").on(table.productId).where(sql`primary_image`),
    foreignKey({
      columns: [table.mediaId],
      foreignColumns: [media.id],
      name: "product_images_media",
    }),
  ],
);

/**
 * Products on sale per filter, so that totals cost the same in any catalogue. Maintained by triggers
 * (baseline migration). No foreign key: a deleted category's row falls to 0 as products move, and a cascade
 * could run earlier.
 */
export const productCounts = pgTable(
  "product_counts",
  {
    categoryId: uuid("category_id"),
    gender: text("gender").notNull(),
    garmentType: text("garment_type").notNull(),
    onSale: integer("on_sale").notNull(),
  },
  (table) => [
    unique("product_counts_group")
      .on(table.categoryId, table.gender, table.garmentType)
      .nullsNotDistinct(),
  ],
);

/** The table has one row, which every public change raises (ADR 0003). */
export const contentVersion = pgTable(
  "content_version",
  {
    onlyRow: boolean("only_row").primaryKey().default(true),
    version: minorUnits("version").notNull().default(1),
    /** Another one whenever the minutes that the atelier's work takes may have changed; raises no version (ADR 0049). */
    workTimes: uuid("work_times").notNull().defaultRandom(),
  },
  (table) => [check("content_version_only_row", sql`${table.onlyRow}`)],
);

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/** The table has one row per product on sale, for search, facets, prices and sorting. Triggers maintain it. */
export const productSearch = pgTable(
  "product_search",
  {
    productId: uuid("product_id")
      .primaryKey()
      .references(() => products.id, { onDelete: "cascade" }),
    /** No foreign key: removing products from a deleted category refreshes them. */
    categoryId: uuid("category_id"),
    /** The category's slug ("womens-accessories"). */
    category: text("category").notNull(),
    gender: text("gender").notNull(),
    garmentType: text("garment_type").notNull(),
    /** The lowest price, in minor units (SQL function product_prices, ADR 0032). */
    priceMinor: bigint("price_minor", { mode: "number" }).notNull(),
    /** Whether a size or color costs more than priceMinor. */
    priceVaries: boolean("price_varies").notNull().default(false),
    sizes: text("sizes").array().notNull(),
    /** Color families ("blue" for navy), each once. */
    colors: text("colors").array().notNull(),
    /** In lower case without accents. */
    sortName: text("sort_name").notNull(),
    createdAt: moment("created_at").notNull(),
    /** The weights are A for the name, B for category and garment type, C for colors and materials, D for the rest. */
    vector: tsvector("vector").notNull(),
  },
  (table) => [
    index("product_search_vector").using("gin", table.vector),
    index("product_search_by_price").on(table.priceMinor, table.productId),
    index("product_search_by_name").on(table.sortName, table.productId),
  ],
);

/**
 * The table holds every word that described a product, to match misspelled ones. Rows are only added, so writes do not
 * block each other.
 */
export const searchTerms = pgTable(
  "search_words",
  {
    word: text("word").notNull(),
    /** 4 in a name, 3 in a category or garment type, 2 in a color or material, 1 elsewhere. */
    weight: smallint("weight").notNull(),
    /** In product_search.vector: "dresses" and "dress" share one. */
    lexeme: text("lexeme").notNull(),
    /**
     * The word, and the word without each one letter. Words that share an entry are at most one typing error
     * apart.
     */
    slips: text("slips").array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.word, table.weight] }),
    index("search_words_lexeme").on(table.lexeme),
    index("search_words_trigrams").using("gin", table.word.op("gin_trgm_ops")),
    index("search_words_slips").using("gin", table.slips),
  ],
);
