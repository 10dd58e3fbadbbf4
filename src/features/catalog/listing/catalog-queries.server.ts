import { sql } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import { batched } from "#db/batch-statements.server.ts";
import type { Queryable } from "#db/client.server.ts";
import { prepareStatement } from "#db/prepared-statement.server.ts";
import type { ProductColor, ProductDetail, ProductImage, ProductVariant } from "../product.ts";
import type { ProductRow } from "../product-row.server.ts";
import {
  imagesColumn,
  skusColumn,
  summaryColumns,
  toSummary,
  variantsColumn,
} from "../product-row.server.ts";
import { collectionPathOf } from "./collection.ts";
import type { Heroes, HeroPage } from "./hero-column.server.ts";
import { heroesColumn, toHeroes } from "./hero-column.server.ts";
import { findPreparedRow } from "./prepared-statement.server.ts";

/** A product with the skus of its variants, in their order. */
export type ProductWithSkus = { product: ProductDetail; skus: string[] };

/** The product page's product, sold out or not; null for an unknown, malformed or deleted id. At most one statement. */
export async function findProductWithSkus(
  db: Queryable,
  id: string,
): Promise<ProductWithSkus | null> {
  if (!isId(id)) return null;
  type Row = ProductRow &
    Pick<ProductDetail, "description" | "materials" | "care"> & { skus: string[] };
  const statement = sql`
    select ${summaryColumns}, p.description, p.materials, p.care, ${imagesColumn}, ${variantsColumn}, ${skusColumn}
      from products p left join product_categories c on c.id = p.category_id
     where p.id = ${id} and p.deleted_at is null`;
  const row = await findPreparedRow<Row>(db, "product_page", statement);
  if (!row) return null;
  const { description, materials, care, skus } = row;
  const collectionPath = collectionPathOf(row.categoryName);
  return { product: { ...toSummary(row), description, materials, care, collectionPath }, skus };
}

/** The product alone. */
export async function findProduct(db: Queryable, id: string): Promise<ProductDetail | null> {
  return (await findProductWithSkus(db, id))?.product ?? null;
}

/** A variant with the id that stock is reserved under. */
export type VariantForSale = ProductVariant & { id: string };

/** What pricing a line needs to know, deleted products included, so that a shopper can be told what is gone. */
export type ProductForSale = {
  id: string;
  slug: string;
  name: string;
  price: MoneyAmount;
  categoryId: string | null;
  categoryName: string;
  garmentType: string;
  inStock: boolean;
  deletedAt: Date | null;
  sizes: readonly string[];
  colors: readonly ProductColor[];
  image: ProductImage | null;
  variants: readonly VariantForSale[];
};

type ForSaleRow = Omit<ProductRow, "variants"> & {
  categoryId: string | null;
  deletedAt: string | null;
  variants: VariantForSale[];
};

// The ids come as JSON: of an array Postgres knows the length, and plans for every cart anew.
const readAllForSale = prepareStatement<{ rows: ForSaleRow[] }>(
  "products_for_sale",
  sql`
  select coalesce(json_agg(found), '[]') as rows from (
    select ${summaryColumns}, p.category_id as "categoryId", to_json(p.deleted_at) as "deletedAt", ${imagesColumn},
           (select coalesce(json_agg(listed), '[]') from (
              select v.id, v.size, v.color, v.stock_count as "stockCount"
                from product_variants v where v.product_id = p.id order by v.position, v.id) listed) as variants
      from products p left join product_categories c on c.id = p.category_id
     where p.id in (select id::uuid from json_array_elements_text(${sql.placeholder("ids")}::json) as wanted (id))) found`,
);

const readForSale = batched(async (db: Queryable, carts: readonly (readonly string[])[]) => {
  const [found] = await readAllForSale(db, { ids: JSON.stringify([...new Set(carts.flat())]) });
  const byId = new Map(found?.rows.map((row) => [row.id, row]));
  return carts.map((ids) => ids.flatMap((id) => byId.get(id) ?? []));
});

/** The products of these ids, in no order; unknown and malformed ids are absent. At most one statement, shared by those who ask at the same time. */
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
    categoryId: row.categoryId,
    categoryName: row.categoryName,
    garmentType: row.garmentType,
    inStock: row.inStock,
    deletedAt: row.deletedAt === null ? null : new Date(row.deletedAt),
    sizes: row.sizes,
    colors: row.colors,
    image: row.images[0] ?? null,
    variants: row.variants,
  }));
}

/** The hero pictures of these pages; one statement. */
export async function findHeroes<Page extends HeroPage>(
  db: Queryable,
  pages: readonly Page[],
): Promise<Heroes<Page>> {
  const result = await db.execute<{ heroes: Partial<Heroes<Page>> | null }>(
    sql`select ${heroesColumn(pages)} as heroes`,
  );
  return toHeroes(pages, result.rows[0]?.heroes ?? null);
}
