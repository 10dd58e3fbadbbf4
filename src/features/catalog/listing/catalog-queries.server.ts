import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Currency, MoneyAmount } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import { batched } from "#db/batch-statements.server.ts";
import type { Queryable } from "#db/client.server.ts";
import { findPreparedRow, prepareStatement } from "#db/prepared-statement.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { isAdmin } from "#features/base/identity/actor.ts";
import { COMPLEMENTS } from "#features/catalog/products/complements.ts";
import type {
  PreviewImage,
  ProductColor,
  ProductDetail,
  ProductImage,
  ProductPreview,
  ProductVariant,
  StockCounts,
} from "#features/catalog/products/product.ts";
import { formatPreviewPrice, MANY_IN_STOCK } from "#features/catalog/products/product.ts";
import type {
  Heroes,
  HeroPage,
  ProductRow,
} from "#features/catalog/products/product-row.server.ts";
import {
  heroesColumn,
  imagesColumn,
  newestFirst,
  onSale,
  previewPriceColumns,
  skusColumn,
  summaryColumns,
  toHeroes,
  toSummary,
  variantsColumn,
} from "#features/catalog/products/product-row.server.ts";
import type { CurrentPrices } from "#features/catalog/products/recently-viewed.ts";
import { productPriceKey } from "#features/catalog/products/recently-viewed.ts";
import { categoryPath } from "./collection.ts";

/** Four fill one row on wide screens and two on phones. */
const RELATED_COUNT = 4;

/** A row is a garment type, a completing type, and its group's position. */
const complementRows: SQL = sql.raw(
  Object.entries(COMPLEMENTS)
    .flatMap(([type, groups]) =>
      groups.flatMap((group, position) =>
        group.map((other) => `('${type}', '${other}', ${position})`),
      ),
    )
    .join(", "),
);

// Reads a few index rows, whatever the catalog's size.
const newestComplements = (kin: string): SQL => sql`
  select newest.id, newest.created_at, newest.is_kin, wanted.position from self cross join cut cross join wanted
   cross join lateral (
     select id, created_at, coalesce(category_id = self.category_id, false) as is_kin
       from products
      where ${sql.raw(kin)} garment_type = wanted.type and gender = cut.gender and ${onSale}
      order by ${newestFirst} limit ${sql.raw(String(RELATED_COUNT))}) newest`;

type PreviewRow = {
  id: string;
  name: string;
  priceMinor: number;
  priceVaries: boolean;
  currency: Currency;
  image: PreviewImage | null;
};

/**
 * Lists at most four products on sale that complete this one, for its gender or unisex (any for unisex): one per
 * COMPLEMENTS group first, then of its category, then newest. It is empty when nothing does, and null for an unknown
 * product; one statement.
 */
export async function findRelatedProducts(
  db: Queryable,
  id: string,
): Promise<ProductPreview[] | null> {
  if (!isId(id)) return null;
  const found = await findPreparedRow<{ products: PreviewRow[] }>(
    db,
    "related_products",
    sql`
    with self as materialized (
           select category_id, garment_type, gender from products where id = ${id} and deleted_at is null),
         cut as (
           select unnest(case gender when 'unisex' then '{female,male,unisex}' else array[gender, 'unisex'] end) as gender from self),
         wanted as (
           select complements.type, complements.position
             from (values ${complementRows}) as complements (own, type, position) join self on self.garment_type = complements.own),
         near as (
           ${newestComplements("category_id = self.category_id and")} union
           ${newestComplements("")}),
         ranked as (
           select *, row_number() over (partition by position order by is_kin desc, ${newestFirst}) as place from near),
         chosen as (
           select * from ranked order by place, position limit ${sql.raw(String(RELATED_COUNT))})
    select (select coalesce(json_agg(card), '[]') from (
              select p.id, p.name, ${previewPriceColumns},
                     (select json_build_object('id', m.id, 'focalX', m.focal_x, 'focalY', m.focal_y)
                        from product_images i join media m on m.id = i.media_id
                       where i.product_id = p.id
                       order by i.primary_image desc, i.position, i.id limit 1) as image
                from chosen join products p on p.id = chosen.id join product_search s on s.product_id = chosen.id
               order by chosen.place, chosen.position) card) as products
      from self`,
  );
  if (!found) return null;
  return found.products.map(
    ({ id: productId, name, priceMinor, priceVaries, currency, image }) => ({
      id: productId,
      name,
      price: money(priceMinor, currency),
      priceVaries,
      image,
    }),
  );
}

export type ProductWithSkus = { product: ProductDetail; skus: string[] };

type PageRow = ProductRow &
  Pick<ProductDetail, "description" | "materials" | "care" | "vendor" | "isGenderOpen"> & {
    skus: string[];
    categorySlug: string | null;
    garments: ProductDetail["garments"] | null;
  };

/** The column is null without finished measurements. `p` is the product. */
const garmentsColumn = sql.raw(`
  (select json_object_agg(made.size, made.lengths)
     from (select g.size, json_object_agg(g.measurement, g.length_mm order by g.measurement) as lengths
             from garment_measures g where g.product_id = p.id group by g.size) made) as garments`);

const pageStatement = (id: string, stage: SQL) => sql`
  select ${summaryColumns}, p.description, p.materials, p.care, p.vendor, p.gender_open as "isGenderOpen", c.slug as "categorySlug", ${imagesColumn}, ${variantsColumn}, ${skusColumn}, ${garmentsColumn}
    from products p left join product_categories c on c.id = p.category_id
   where p.id = ${id} and p.deleted_at is null and ${stage}`;

function toDetail(row: PageRow): ProductDetail {
  const { description, garments, materials, care, vendor, isGenderOpen } = row;
  const collectionPath = categoryPath({ name: row.categoryName, slug: row.categorySlug });
  const detail = { description, materials, care, vendor, isGenderOpen, collectionPath };
  return { ...toSummary(row), ...detail, ...(garments && { garments }) };
}

/**
 * Finds the product page's product, sold out or not; null for an unknown, malformed or deleted id. It takes at most one
 * statement.
 */
export async function findProductWithSkus(
  db: Queryable,
  id: string,
): Promise<ProductWithSkus | null> {
  if (!isId(id)) return null;
  const statement = pageStatement(id, sql`not p.draft`);
  const row = await findPreparedRow<PageRow>(db, "product_page", statement);
  return row && { product: toDetail(row), skus: row.skus };
}

/** A draft as published, so in stock; null except for admins and drafts. At most one statement. */
export async function findDraft(
  db: Queryable,
  { actor, id }: { actor: Actor; id: string },
): Promise<ProductDetail | null> {
  if (!isAdmin(actor) || !isId(id)) return null;
  const { rows } = await db.execute<PageRow>(pageStatement(id, sql`p.draft`));
  const row = rows[0];
  return row ? toDetail({ ...row, inStock: true }) : null;
}

/** Does the same as findProductWithSkus, without the SKUs. */
export async function findProduct(db: Queryable, id: string): Promise<ProductDetail | null> {
  return (await findProductWithSkus(db, id))?.product ?? null;
}

export type VariantForSale = ProductVariant & { id: string };

/** The checkout prices with it. Deleted products and drafts are included, to be reported. */
export type ProductForSale = {
  id: string;
  slug: string;
  name: string;
  price: MoneyAmount;
  compareAt: MoneyAmount | null;
  categoryId: string | null;
  categoryName: string;
  garmentType: string;
  inStock: boolean;
  deletedAt: Date | null;
  sizes: readonly string[];
  colors: readonly ProductColor[];
  images: readonly ProductImage[];
  variants: readonly VariantForSale[];
};

type ForSaleRow = Omit<ProductRow, "variants"> & {
  categoryId: string | null;
  deletedAt: string | null;
  variants: VariantForSale[];
};

// JSON: Postgres plans anew per array length.
const readAllForSale = prepareStatement<{ rows: ForSaleRow[] }>(
  "products_for_sale",
  sql`
  select coalesce(json_agg(found), '[]') as rows from (
    select ${summaryColumns}, p.category_id as "categoryId", to_json(coalesce(p.deleted_at, case when p.draft then p.updated_at end)) as "deletedAt", ${imagesColumn},
           (select coalesce(json_agg(listed), '[]') from (
              select v.id, v.size, v.color, v.stock_count as "stockCount",
                     v.price_minor as "priceMinor", v.compare_at_minor as "compareAtMinor"
                from product_variants v where v.product_id = p.id order by v.position, v.id) listed) as variants
      from products p left join product_categories c on c.id = p.category_id
     where p.id in (select id::uuid from json_array_elements_text(${sql.placeholder("ids")}::json) as wanted (id))) found`,
);

const readForSale = batched(async (db: Queryable, carts: readonly (readonly string[])[]) => {
  const [found] = await readAllForSale(db, { ids: JSON.stringify([...new Set(carts.flat())]) });
  const byId = new Map(found?.rows.map((row) => [row.id, row]));
  return carts.map((ids) => ids.flatMap((id) => byId.get(id) ?? []));
});

/** Finds the products of these ids, unordered, without unknown ones. It takes at most one statement, batched. */
export async function findProductsByIds(
  db: Queryable,
  ids: readonly string[],
): Promise<ProductForSale[]> {
  const wanted = [...new Set(ids.filter(isId).map((id) => id.toLowerCase()))];
  if (wanted.length === 0) return [];
  const rows = await readForSale(db, wanted);
  return rows.map((row) => ({
    id: row.id,
    slug: row.slug,
    name: row.name,
    price: money(Number(row.priceMinor), row.currency),
    compareAt: row.compareAtMinor === null ? null : money(Number(row.compareAtMinor), row.currency),
    categoryId: row.categoryId,
    categoryName: row.categoryName,
    garmentType: row.garmentType,
    inStock: row.inStock,
    deletedAt: row.deletedAt === null ? null : new Date(row.deletedAt),
    sizes: row.sizes,
    colors: row.colors,
    images: row.images,
    variants: row.variants,
  }));
}

const readStockCounts = prepareStatement<{ id: string; counts: StockCounts }>(
  "stock_counts",
  sql`
  select p.id, coalesce(json_object_agg(v.size || '|' || v.color, least(v.stock_count, ${sql.raw(String(MANY_IN_STOCK))}))
                          filter (where v.stock_count is not null), '{}') as counts
    from products p left join product_variants v on v.product_id = p.id
   where p.id in (select id::uuid from json_array_elements_text(${sql.placeholder("ids")}::json) as wanted (id))
     and p.deleted_at is null and not p.draft
   group by p.id`,
);

const readStock = batched(async (db: Queryable, ids: readonly string[]) => {
  const rows = await readStockCounts(db, { ids: JSON.stringify([...new Set(ids)]) });
  const byId = new Map(rows.map(({ id, counts }) => [id, counts]));
  return ids.map((id) => byId.get(id) ?? null);
});

/** How many are left of a product's counted variants; null without a page. At most one statement, batched. */
export async function findStockCounts(db: Queryable, id: string): Promise<StockCounts | null> {
  return isId(id) ? readStock(db, id.toLowerCase()) : null;
}

/** Finds the hero images of these pages in one statement. */
export async function findHeroes<Page extends HeroPage>(
  db: Queryable,
  pages: readonly Page[],
): Promise<Heroes<Page>> {
  const result = await db.execute<{ heroes: Partial<Heroes<Page>> | null }>(
    sql`select ${heroesColumn(pages)} as heroes`,
  );
  return toHeroes(pages, result.rows[0]?.heroes ?? null);
}

/**
 * Finds the product id of an id, slug or former slug in any spelling, or null. Ids need no look-up. It takes at most
 * one statement.
 */
export async function findProductId(db: Queryable, name: string): Promise<string | null> {
  const wanted = name.toLowerCase().normalize("NFC");
  if (isId(wanted)) return wanted;
  // Postgres refuses NUL; no slug is that long.
  if (wanted.includes("\0") || wanted.length > 300) return null;
  const result = await db.execute<{ id: string | null }>(sql`
    select coalesce(
      (select id from products where slug = ${wanted} and deleted_at is null and not draft),
      (select p.id from product_former_slugs f join products p on p.id = f.product_id
        where f.slug = ${wanted} and p.deleted_at is null and not p.draft)) as id`);
  return result.rows[0]?.id ?? null;
}

/**
 * Lists every product's formatted price in one statement. The list is equal for everyone, so that browsers do not
 * reveal what they viewed.
 */
export async function listCurrentPrices(db: Queryable): Promise<CurrentPrices> {
  type Row = Pick<PreviewRow, "id" | "currency" | "priceVaries"> & { priceMinor: string | null };
  const { rows } = await db.execute<Row>(sql`
    select p.id, ${previewPriceColumns}
      from products p left join product_search s on s.product_id = p.id
     where p.deleted_at is null and not p.draft`);
  return Object.fromEntries(
    rows.map(({ id, priceMinor, priceVaries, currency }) => {
      if (priceMinor === null) return [productPriceKey(id), null];
      const price = money(Number(priceMinor), currency);
      return [productPriceKey(id), formatPreviewPrice({ price, priceVaries })];
    }),
  );
}
