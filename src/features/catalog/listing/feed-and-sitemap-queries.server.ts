import { sql } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import type { ProductDetail } from "#features/catalog/products/product.ts";
import type { ProductRow } from "#features/catalog/products/product-row.server.ts";
import {
  imagesColumn,
  newestFirst,
  onSale,
  skusColumn,
  summaryColumns,
  toSummary,
  variantsColumn,
} from "#features/catalog/products/product-row.server.ts";
import { categoryPath } from "./collection.ts";

/** Says when each category's products last changed, deletions included, in one statement. */
export async function listCategoryChanges(
  db: Queryable,
): Promise<{ categoryName: string; slug: string | null; changedAt: Date }[]> {
  type Row = { categoryName: string; slug: string | null; changedAt: string };
  const result = await db.execute<Row>(sql`
    select coalesce(c.name, '') as "categoryName", c.slug, to_json(max(greatest(p.updated_at, p.deleted_at))) as "changedAt"
      from products p left join product_categories c on c.id = p.category_id
     group by c.name, c.slug order by c.name`);
  return result.rows.map((row) => ({ ...row, changedAt: new Date(row.changedAt) }));
}

/** Says when each run of `size` products, by id, last changed, in one statement. */
export async function listSitemapParts(db: Queryable, size: number): Promise<Date[]> {
  const result = await db.execute<{ changedAt: string }>(sql`
    select to_json(max(updated_at)) as "changedAt"
      from (select updated_at, (row_number() over (order by id) - 1) / ${size}::int as part
              from products where deleted_at is null and not draft) numbered
     group by part order by part`);
  return result.rows.map(({ changedAt }) => new Date(changedAt));
}

type SitemapProductRow = { id: string; changedAt: Date; imageIds: string[] };

/** Does not delay visitors. */
const SITEMAP_BATCH = 500;

/** Reads one run of `size` products from index 0, by id, with one statement per batch. */
export async function* readSitemapPart(
  db: Queryable,
  { number, size }: { number: number; size: number },
): AsyncGenerator<SitemapProductRow[]> {
  type Row = { id: string; changedAt: string; imageIds: string[] };
  let after: string | null = null;
  for (let left = size; left > 0; left -= SITEMAP_BATCH) {
    const limit = Math.min(SITEMAP_BATCH, left);
    const location: ReturnType<typeof sql> =
      after === null
        ? sql`where deleted_at is null and not draft order by id limit ${limit} offset ${number * size}`
        : sql`where deleted_at is null and not draft and id > ${after} order by id limit ${limit}`;
    const result: { rows: Row[] } = await db.execute<Row>(sql`
      select p.id, to_json(p.updated_at) as "changedAt",
             (select coalesce(json_agg(i.media_id order by i.primary_image desc, i.position, i.id), '[]')
                from product_images i where i.product_id = p.id) as "imageIds"
        from (select id, updated_at from products ${location}) p order by p.id`);
    if (result.rows.length > 0) {
      yield result.rows.map((row) => ({ ...row, changedAt: new Date(row.changedAt) }));
    }
    after = result.rows.at(-1)?.id ?? null;
    if (result.rows.length < limit) return;
  }
}

export type FeedProduct = { product: ProductDetail; skus: string[]; createdAt: Date };

type Row = ProductRow &
  Pick<ProductDetail, "description" | "materials" | "care" | "vendor" | "isGenderOpen"> & {
    skus: string[];
    categorySlug: string | null;
    createdAt: string;
  };

const feedColumns = sql`
  ${summaryColumns}, p.description, p.materials, p.care, p.vendor, p.gender_open as "isGenderOpen", c.slug as "categorySlug", to_json(p.created_at) as "createdAt",
  ${imagesColumn}, ${variantsColumn}, ${skusColumn}`;

function toFeedProduct(row: Row): FeedProduct {
  const { description, materials, care, vendor, isGenderOpen, skus, createdAt } = row;
  const collectionPath = categoryPath({ name: row.categoryName, slug: row.categorySlug });
  const details = { description, materials, care, vendor, isGenderOpen, collectionPath };
  return {
    product: { ...toSummary(row), ...details },
    skus,
    createdAt: new Date(createdAt),
  };
}

/** Lists the newest products on sale in one statement. */
export async function listNewestProducts(db: Queryable, limit: number): Promise<FeedProduct[]> {
  const result = await db.execute<Row>(sql`
    select ${feedColumns}
      from (select id from products where ${onSale} order by ${newestFirst} limit ${limit}) newest
      join products p on p.id = newest.id
      left join product_categories c on c.id = p.category_id
     order by p.created_at desc, p.id desc`);
  return result.rows.map(toFeedProduct);
}

/** Does not block the process. */
const FEED_BATCH = 200;

/** Every product not deleted, by id; one statement per batch, nothing held open. */
export async function* readAllProducts(db: Queryable): AsyncGenerator<FeedProduct[]> {
  let after: string | null = null;
  while (true) {
    const rest = after === null ? sql`` : sql`and id > ${after}`;
    const result: { rows: Row[] } = await db.execute<Row>(sql`
      select ${feedColumns}
        from (select id from products where deleted_at is null and not draft ${rest} order by id limit ${FEED_BATCH}) batch
        join products p on p.id = batch.id
        left join product_categories c on c.id = p.category_id
       order by p.id`);
    if (result.rows.length > 0) yield result.rows.map(toFeedProduct);
    after = result.rows.at(-1)?.id ?? null;
    if (result.rows.length < FEED_BATCH) return;
  }
}

/** Reads the content version (ADR 0003) in one statement. */
export async function getContentVersion(db: Queryable): Promise<string> {
  const result = await db.execute<{ version: string }>(sql`select version from content_version`);
  return String(result.rows[0]?.version);
}
