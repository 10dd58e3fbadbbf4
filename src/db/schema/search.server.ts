import {
  bigint,
  customType,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { products } from "./catalog.server.ts";
import { moment } from "./columns.server.ts";

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/**
 * What search, facets and sorting read of each product on sale, one row a product; kept by triggers (baseline migration). No row for
 * what is not on sale.
 */
export const productSearch = pgTable(
  "product_search",
  {
    productId: uuid("product_id")
      .primaryKey()
      .references(() => products.id, { onDelete: "cascade" }),
    /** No foreign key: a deleted category's products are refreshed by the update that takes them out of it. */
    categoryId: uuid("category_id"),
    /** The category as an address writes it ("womens-accessories"), "" without one. */
    category: text("category").notNull(),
    gender: text("gender").notNull(),
    garmentType: text("garment_type").notNull(),
    priceMinor: bigint("price_minor", { mode: "number" }).notNull(),
    sizes: text("sizes").array().notNull(),
    /** Families of its colours ("blue" for navy), each once. */
    colors: text("colors").array().notNull(),
    /** The name in lower case without accents, to sort by. */
    sortName: text("sort_name").notNull(),
    createdAt: moment("created_at").notNull(),
    /** Weights: A name, B category and kind of garment, C colours and materials, D the rest. */
    vector: tsvector("vector").notNull(),
  },
  (table) => [
    index("product_search_vector").using("gin", table.vector),
    index("product_search_by_price").on(table.priceMinor, table.productId),
    index("product_search_by_name").on(table.sortName, table.productId),
  ],
);

/**
 * Every word products were ever described with, so that a mistyped one finds its neighbours. Rows are only added: what a write adds
 * locks nothing another write needs, and a word that no product has any more finds nothing.
 */
export const searchTerms = pgTable(
  "search_words",
  {
    word: text("word").notNull(),
    /** 4 when it stands in a name, 3 category or garment, 2 colour or material, 1 elsewhere. */
    weight: smallint("weight").notNull(),
    /** What the word is filed under in product_search.vector: "dresses" and "dress" share one. */
    lexeme: text("lexeme").notNull(),
    /** The word, and the word with each one letter left out: two words that share one of these are at most a slip apart. */
    slips: text("slips").array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.word, table.weight] }),
    index("search_words_lexeme").on(table.lexeme),
    index("search_words_trigrams").using("gin", table.word.op("gin_trgm_ops")),
    index("search_words_slips").using("gin", table.slips),
  ],
);
