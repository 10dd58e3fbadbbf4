import { sql } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import type { ProductDetail } from "../product.ts";
import type { ProductRow } from "../product-row.server.ts";
import {
  imagesColumn,
  newestFirst,
  onSale,
  skusColumn,
  summaryColumns,
  toSummary,
  variantsColumn,
} from "../product-row.server.ts";
import { collectionPathOf } from "./collection.ts";

/** A product with the skus of its variants, in their order, and when it was made. */
export type FeedProduct = { product: ProductDetail; skus: string[]; createdAt: Date };

type Row = ProductRow &
  Pick<ProductDetail, "description" | "materials" | "care"> & { skus: string[]; createdAt: string };

const feedColumns = sql`
  ${summaryColumns}, p.description, p.materials, p.care, to_json(p.created_at) as "createdAt",
  ${imagesColumn}, ${variantsColumn}, ${skusColumn}`;

function toFeedProduct(row: Row): FeedProduct {
  const { description, materials, care, skus, createdAt } = row;
  const collectionPath = collectionPathOf(row.categoryName);
  return {
    product: { ...toSummary(row), description, materials, care, collectionPath },
    skus,
    createdAt: new Date(createdAt),
  };
}

/** The newest products on sale, at most `limit`; one statement. */
export async function listNewestProducts(db: Queryable, limit: number): Promise<FeedProduct[]> {
  const result = await db.execute<Row>(sql`
    select ${feedColumns}
      from (select id from products where ${onSale} order by ${newestFirst} limit ${limit}) newest
      join products p on p.id = newest.id
      left join product_categories c on c.id = p.category_id
     order by p.created_at desc, p.id desc`);
  return result.rows.map(toFeedProduct);
}

/** Products in one statement: few enough that reading and writing them never holds the process for long. */
const BATCH = 200;

/** Every product that is not deleted, sold out ones too, in the order of their ids; one statement a batch, none held open between. */
export async function* readAllProducts(db: Queryable): AsyncGenerator<FeedProduct[]> {
  let after: string | null = null;
  while (true) {
    const rest = after === null ? sql`` : sql`and id > ${after}`;
    const result: { rows: Row[] } = await db.execute<Row>(sql`
      select ${feedColumns}
        from (select id from products where deleted_at is null ${rest} order by id limit ${BATCH}) batch
        join products p on p.id = batch.id
        left join product_categories c on c.id = p.category_id
       order by p.id`);
    if (result.rows.length > 0) yield result.rows.map(toFeedProduct);
    after = result.rows.at(-1)?.id ?? null;
    if (result.rows.length < BATCH) return;
  }
}
