import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import { findPreparedRow } from "#db/prepared-statement.server.ts";
import type { Gender, ProductImage, ProductSummary } from "#features/catalog/products/product.ts";
import { GENDERS } from "#features/catalog/products/product.ts";
import type {
  Heroes,
  HeroPage,
  ListingRow,
  ProductRow,
} from "#features/catalog/products/product-row.server.ts";
import {
  cardsOf,
  heroesColumn,
  imageColumn,
  newestFirst,
  onSale,
  toHeroes,
  toListing,
  toSummary,
} from "#features/catalog/products/product-row.server.ts";
import type { Collection } from "./collection.ts";
import { collectionHolds, FALLBACK_COUNT } from "./collection.ts";
import { filteredColumns } from "./filtered-listing.server.ts";
import type { CatalogFilter, Listing, Scope, ShopGender } from "./listing-filter.ts";
import { garmentTypesShown, gendersShown, PAGE_SIZE } from "./listing-filter.ts";
import type { ListingView } from "./listing-view.ts";
import { chosenCount, isPlainView } from "./listing-view.ts";

/** `isFallback`: an empty collection shows others of its gender. */
type CollectionPage = {
  hero: ProductImage | null;
  listing: Listing;
  isFallback: boolean;
  /** The filters are counted in it. */
  scope: Scope;
};

type CategoryRow = { id: string; name: string; image: ProductImage | null };

async function listCategories(db: Queryable): Promise<CategoryRow[]> {
  const result = await db.execute<CategoryRow>(sql`
    select c.id, c.name,
           ${imageColumn} as image
      from product_categories c
      left join category_images i on i.category_id = c.id
      left join media m on m.id = i.media_id
     order by c.name`);
  return result.rows;
}

function heldBy(collection: Collection, categories: readonly CategoryRow[]) {
  const held = categories.filter((category) => collectionHolds(collection, category.name));
  const ownName = collection.categoryName.toLowerCase();
  const hero = held.find(({ name }) => name.trim().toLowerCase() === ownName)?.image ?? null;
  return { held, hero };
}

/** Finds the image of the collection's category in one statement. */
export async function findCollectionHero(
  db: Queryable,
  collection: Collection,
): Promise<ProductImage | null> {
  return heldBy(collection, await listCategories(db)).hero;
}

const nothing: Listing = { products: [], total: 0, page: 1, pageCount: 1 };

/**
 * Reads one page of a collection (decision S14): its categories' products in stock, of the gender or unisex, newest
 * first. When it is empty, it shows the first 8 of the gender (specification 9), except for accessories or with a
 * filter. It takes two statements, three with fallback.
 */
export async function findCollectionPage(
  db: Queryable,
  wanted: { collection: Collection; gender: "female" | "male"; page: number; view?: ListingView },
): Promise<CollectionPage> {
  const { collection, gender, page, view } = wanted;
  const { held, hero } = heldBy(collection, await listCategories(db));
  const genders = gendersShown(collection.fixedGender ?? gender) ?? [];
  const categoryIds = held.map((category) => category.id);
  const listing =
    held.length > 0
      ? await listCategoryProducts(db, { categoryIds, genders, page, ...(view ? { view } : {}) })
      : nothing;
  const scope = { categoryIds, genders };
  const isNarrowed = view !== undefined && chosenCount(view) > 0;
  if (listing.total > 0 || collection.fixedGender || isNarrowed) {
    return { hero, listing, isFallback: false, scope };
  }
  const products = await listNewest(db, { genders, limit: FALLBACK_COUNT });
  return {
    hero,
    listing: { products, total: products.length, page: 1, pageCount: 1 },
    isFallback: products.length > 0,
    scope,
  };
}

/** `scope` is for counting the filters. */
type CategoryPage = {
  category: { name: string; description: string };
  hero: ProductImage | null;
  listing: Listing;
  scope: Scope;
};

/** Reads a custom category's page for every gender; null for an unknown slug. It takes two statements. */
export async function findCategoryPage(
  db: Queryable,
  wanted: { slug: string; page: number; view?: ListingView },
): Promise<CategoryPage | null> {
  const { slug, page, view } = wanted;
  const { rows } = await db.execute<CategoryRow & { description: string }>(sql`
    select c.id, c.name, c.description, ${imageColumn} as image
      from product_categories c
      left join category_images i on i.category_id = c.id
      left join media m on m.id = i.media_id
     where c.slug = ${slug}`);
  const [category] = rows;
  if (!category) return null;
  const scope = { categoryIds: [category.id], genders: [...GENDERS] };
  const listing = await listCategoryProducts(db, { ...scope, page, ...(view ? { view } : {}) });
  return { category, hero: category.image, listing, scope };
}

const keyColumns = [
  { key: "categoryIds", column: sql.raw("category_id"), type: sql.raw("uuid") },
  { key: "genders", column: sql.raw("gender"), type: sql.raw("text") },
  { key: "garmentTypes", column: sql.raw("garment_type"), type: sql.raw("text") },
] as const;

/** Tables of values, whose rows the planner can count. */
function scopeParts(scope: Scope) {
  const used = keyColumns.flatMap(({ key, column, type }) => {
    const values = scope[key]?.map((value) => sql`${value}::${type}`);
    return values ? [{ column, values }] : [];
  });
  return {
    tables: used.map(({ column, values }) => {
      const rows = values.map((value) => sql`(${value})`);
      return sql`(values ${sql.join(rows, sql`, `)}) as ${column}_wanted(${column})`;
    }),
    equalities: used.map(({ column }) => sql`products.${column} = ${column}_wanted.${column}`),
    membership: used.map(({ column, values }) => sql`${column} in (${sql.join(values, sql`, `)})`),
  };
}

/** Merges each combination's newest rows from the index, so that a page reads only what it shows. */
function pageOfIds(scope: Scope, limit: number, offset: number): SQL {
  const { tables, equalities } = scopeParts(scope);
  const newest = (conditions: readonly SQL[], count: SQL | number) => sql`
    select id, created_at from products
     where ${sql.join([onSale, ...conditions], sql` and `)}
     order by ${newestFirst} limit ${count}`;
  // The planner needs a literal.
  const few = sql.raw(String(limit));
  const enough = offset === 0 ? few : limit + offset;
  if (tables.length === 0) return sql`${newest([], few)} offset ${offset}`;
  return sql`
    select newest.id, newest.created_at
      from ${sql.join(tables, sql` cross join `)}
      cross join lateral (${newest(equalities, enough)}) newest
     order by ${newestFirst} limit ${few} offset ${offset}`;
}

const cards = (ids: SQL) => cardsOf(ids, sql.raw("page.created_at desc, page.id desc"));

type Wanted = { page: number; view?: ListingView };

/** `toListing` reads them. */
function listingColumns(scope: Scope, { page, view }: Wanted): SQL {
  if (view && !isPlainView(view)) return filteredColumns(scope, { page, view });
  const { membership } = scopeParts(scope);
  const counted = membership.length > 0 ? sql`where ${sql.join(membership, sql` and `)}` : sql``;
  return sql`
    (select coalesce(sum(on_sale), 0)::int from product_counts ${counted}) as total,
    ${cards(pageOfIds(scope, PAGE_SIZE, (page - 1) * PAGE_SIZE))} as products`;
}

type PageRow = ListingRow & { heroes?: Partial<Heroes<HeroPage>> | null };

/** Plain views are prepared, filtered ones planned each time. */
async function readListing(
  db: Queryable,
  { scope, wanted, heroes = [] }: { scope: Scope; wanted: Wanted; heroes?: readonly HeroPage[] },
): Promise<PageRow | undefined> {
  const hero = heroes.length > 0 ? sql`, ${heroesColumn(heroes)} as heroes` : sql``;
  const statement = sql`select ${listingColumns(scope, wanted)}${hero}`;
  if (wanted.view && !isPlainView(wanted.view)) {
    return (await db.execute<PageRow>(statement)).rows[0];
  }
  const keys = keyColumns.flatMap(({ key }) => (scope[key] ? [`${key}${scope[key].length}`] : []));
  const location = wanted.page === 1 ? "first" : "later";
  const name = ["listing", location, ...keys, ...(heroes.length > 0 ? ["hero"] : [])].join("_");
  return (await findPreparedRow<PageRow>(db, name, statement)) ?? undefined;
}

type ListingPage = { hero: ProductImage | null; listing: Listing };

async function findListingPage(
  db: Queryable,
  heroPage: "shop" | "catalog",
  scope: Scope,
  wanted: Wanted,
): Promise<ListingPage> {
  const row = await readListing(db, { scope, wanted, heroes: [heroPage] });
  const heroes = toHeroes([heroPage], row?.heroes ?? null);
  return { hero: heroes[heroPage], listing: toListing(row, wanted.page) };
}

/** The shop shows everything in stock, or a gender and unisex (specification 7). */
export function shopScope(gender: ShopGender): Scope {
  const genders = gendersShown(gender);
  return genders ? { genders } : {};
}

/** The catalog is filtered by garment type (decision S4). */
export function catalogScope(filter: CatalogFilter): Scope {
  return { garmentTypes: garmentTypesShown(filter) };
}

/**
 * Reads one page of the shop with its hero: everything in stock, or a gender and unisex (specification 2 and 7), in one
 * statement.
 */
export async function findShopPage(
  db: Queryable,
  { gender, ...wanted }: { gender: ShopGender } & Wanted,
): Promise<ListingPage> {
  return findListingPage(db, "shop", shopScope(gender), wanted);
}

/** Reads one page of the catalog with its hero, by garment type (decision S4), in one statement. */
export async function findCatalogPage(
  db: Queryable,
  { filter, gender = "all", ...wanted }: { filter: CatalogFilter; gender?: ShopGender } & Wanted,
): Promise<ListingPage> {
  return findListingPage(db, "catalog", { ...catalogScope(filter), ...shopScope(gender) }, wanted);
}

async function listCategoryProducts(
  db: Queryable,
  {
    categoryIds,
    genders,
    ...wanted
  }: { categoryIds: readonly string[]; genders: readonly Gender[] } & Wanted,
): Promise<Listing> {
  const scope = { categoryIds, genders };
  const row = await readListing(db, { scope, wanted });
  return toListing(row, wanted.page);
}

async function listNewest(
  db: Queryable,
  { genders, limit }: { genders: readonly Gender[]; limit: number },
): Promise<ProductSummary[]> {
  const result = await db.execute<{ products: ProductRow[] }>(
    sql`select ${cards(pageOfIds({ genders }, limit, 0))} as products`,
  );
  return (result.rows[0]?.products ?? []).map(toSummary);
}

const HOME_HEROES = ["home", "new-dawn"] as const;

/** Reads the home page's images and newest featured products in stock, in one statement. */
export async function findHomePage(
  db: Queryable,
  limit: number,
): Promise<{ heroes: Heroes<(typeof HOME_HEROES)[number]>; featured: ProductSummary[] }> {
  const ids = sql`
    select id, created_at from products where featured and ${onSale}
     order by ${newestFirst} limit ${sql.raw(String(limit))}`;
  type Row = {
    heroes: Partial<Heroes<(typeof HOME_HEROES)[number]>> | null;
    products: ProductRow[];
  };
  const statement = sql`select ${heroesColumn(HOME_HEROES)} as heroes, ${cards(ids)} as products`;
  const { heroes = null, products = [] } =
    (await findPreparedRow<Row>(db, `home_page_${limit}`, statement)) ?? {};
  return { heroes: toHeroes(HOME_HEROES, heroes), featured: products.map(toSummary) };
}
