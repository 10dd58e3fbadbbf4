import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import type { CatalogFilter, ShopGender } from "./listing-filter.ts";
import { garmentTypesShown, gendersShown } from "./listing-filter.ts";
import { PAGE_SIZE, pageCount } from "./page-number.ts";
import type { Gender, ProductSummary } from "./product.ts";
import type { ProductRow } from "./product-row.server.ts";
import {
  imagesColumn,
  newestFirst,
  onSale,
  summaryColumns,
  toSummary,
  variantsColumn,
} from "./product-row.server.ts";

/** One page of a listing: products in stock, newest first. `total` counts all pages. */
export type Listing = {
  products: ProductSummary[];
  total: number;
  page: number;
  pageCount: number;
};

/** What a listing selects by; an absent key does not narrow. Each combination used has an index that starts with its keys. */
type Scope = {
  categoryIds?: readonly string[];
  genders?: readonly Gender[];
  garmentTypes?: readonly string[];
};

const keyColumns = [
  { key: "categoryIds", column: sql.raw("category_id"), type: sql.raw("uuid[]") },
  { key: "genders", column: sql.raw("gender"), type: sql.raw("text[]") },
  { key: "garmentTypes", column: sql.raw("garment_type"), type: sql.raw("text[]") },
] as const;

/** The scope's keys as tables of values to join, and the conditions that tie a row to them. */
function scopeParts(scope: Scope) {
  const used = keyColumns.flatMap(({ key, column, type }) => {
    const values = scope[key];
    return values ? [{ column, values: sql`${sql.param(values)}::${type}` }] : [];
  });
  return {
    tables: used.map(
      (part) => sql`unnest(${part.values}) as ${part.column}_wanted(${part.column})`,
    ),
    equalities: used.map(
      (part) => sql`products.${part.column} = ${part.column}_wanted.${part.column}`,
    ),
    membership: used.map((part) => sql`${part.column} = any(${part.values})`),
  };
}

/**
 * The ids of one page. With keys, the newest rows of each combination are read from the index in order and merged, so that no
 * page reads more than it shows from each, however many products there are.
 */
function pageOfIds(scope: Scope, limit: number, offset: number): SQL {
  const { tables, equalities } = scopeParts(scope);
  const newest = (conditions: readonly SQL[], count: number) => sql`
    select id, created_at from products
     where ${sql.join([onSale, ...conditions], sql` and `)}
     order by ${newestFirst} limit ${sql.raw(String(count))}`;
  if (tables.length === 0) return sql`${newest([], limit)} offset ${offset}`;
  return sql`
    select newest.id, newest.created_at
      from ${sql.join(tables, sql` cross join `)}
      cross join lateral (${newest(equalities, limit + offset)}) newest
     order by ${newestFirst} limit ${sql.raw(String(limit))} offset ${offset}`;
}

/** The page's cards as one JSON array in the order of the page. */
function cards(ids: SQL): SQL {
  return sql`
    (select coalesce(json_agg(card), '[]') from (
       select ${summaryColumns}, ${imagesColumn}, ${variantsColumn}
         from (${ids}) page
         join products p on p.id = page.id
         left join product_categories c on c.id = p.category_id
        order by page.created_at desc, page.id desc) card)`;
}

async function listProducts(db: Queryable, scope: Scope, page: number): Promise<Listing> {
  const { membership } = scopeParts(scope);
  const counted = membership.length > 0 ? sql`where ${sql.join(membership, sql` and `)}` : sql``;
  const ids = pageOfIds(scope, PAGE_SIZE, (page - 1) * PAGE_SIZE);
  const result = await db.execute<{ total: number; products: ProductRow[] }>(sql`
    select (select coalesce(sum(on_sale), 0)::int from product_counts ${counted}) as total,
           ${cards(ids)} as products`);
  const { total = 0, products = [] } = result.rows[0] ?? {};
  return { products: products.map(toSummary), total, page, pageCount: pageCount(total) };
}

/** The shop's grid: one page of everything in stock, or of the chosen gender and unisex (specification 2 and 7); one statement. */
export async function listShopProducts(
  db: Queryable,
  { gender, page }: { gender: ShopGender; page: number },
): Promise<Listing> {
  const genders = gendersShown(gender);
  return listProducts(db, genders ? { genders } : {}, page);
}

/** The catalog: one page of the pieces whose garment type the filter shows (decision S4); one statement. */
export async function listCatalogProducts(
  db: Queryable,
  { filter, page }: { filter: CatalogFilter; page: number },
): Promise<Listing> {
  return listProducts(db, { garmentTypes: garmentTypesShown(filter) }, page);
}

/** One page of the products of these categories for these genders; one statement. */
export async function listCategoryProducts(
  db: Queryable,
  {
    categoryIds,
    genders,
    page,
  }: { categoryIds: readonly string[]; genders: readonly Gender[]; page: number },
): Promise<Listing> {
  return listProducts(db, { categoryIds, genders }, page);
}

/** The newest products of these genders, without pages; one statement. */
export async function listNewest(
  db: Queryable,
  { genders, limit }: { genders: readonly Gender[]; limit: number },
): Promise<ProductSummary[]> {
  const result = await db.execute<{ products: ProductRow[] }>(
    sql`select ${cards(pageOfIds({ genders }, limit, 0))} as products`,
  );
  return (result.rows[0]?.products ?? []).map(toSummary);
}

/** The newest featured products in stock, for the home page's shelf; one statement. */
export async function listFeatured(db: Queryable, limit: number): Promise<ProductSummary[]> {
  const ids = sql`
    select id, created_at from products where featured and ${onSale}
     order by ${newestFirst} limit ${sql.raw(String(limit))}`;
  const result = await db.execute<{ products: ProductRow[] }>(
    sql`select ${cards(ids)} as products`,
  );
  return (result.rows[0]?.products ?? []).map(toSummary);
}
