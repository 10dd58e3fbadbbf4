import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Currency, MoneyAmount } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import type { Gender, ProductColor } from "#features/catalog/products/product.ts";
import type { AdminProductFilter, AdminProductSort } from "./admin-product-filter.ts";
import { ADMIN_PRODUCTS_A_PAGE, NO_CATEGORY } from "./admin-product-filter.ts";
import { productContains } from "./name-contains.server.ts";

export type AdminProduct = {
  id: string;
  version: number;
  name: string;
  categoryId: string | null;
  categoryName: string;
  gender: Gender;
  price: MoneyAmount;
  inStock: boolean;
  draft: boolean;
  featured: boolean;
  /** Counted; null when all are made to order. */
  stock: number | null;
  image: { id: string; focalX: number; focalY: number } | null;
  sizes: readonly string[];
  colors: readonly ProductColor[];
};

/** Counts per gender ignore the gender filter. */
export type AdminProductList = {
  rows: readonly AdminProduct[];
  counts: Record<Gender, number>;
  /** At most the last. */
  page: number;
  pageCount: number;
};

function filedUnder(categoryId: string | null): SQL {
  if (categoryId === null) return sql.raw("");
  return categoryId === NO_CATEGORY
    ? sql.raw(" and category_id is null")
    : sql` and category_id = ${categoryId}`;
}

// Matches the indexes ("nulls last").
const orders: Record<AdminProductSort, SQL> = {
  newest: sql.raw("created_at desc nulls last, id desc nulls last"),
  oldest: sql.raw("created_at nulls first, id nulls first"),
  name: sql.raw("lower(name), id"),
  "-name": sql.raw("lower(name) desc, id desc"),
  price: sql.raw("price_minor, id"),
  "-price": sql.raw("price_minor desc, id desc"),
};

/** `p` is the product, `c` its category. */
const adminColumns = sql.raw(`
  p.id, p.version, p.name, p.category_id as "categoryId", coalesce(c.name, '') as "categoryName", p.gender,
  p.price_minor::float8 as "priceMinor", p.currency, p.in_stock as "inStock", p.draft, p.featured, to_json(p.sizes) as sizes, p.colors,
  (select sum(v.stock_count)::int from product_variants v where v.product_id = p.id) as stock,
  (select json_build_object('id', m.id, 'focalX', m.focal_x, 'focalY', m.focal_y)
     from product_images i join media m on m.id = i.media_id
    where i.product_id = p.id order by i.primary_image desc, i.position, i.id limit 1) as image`);

type Row = Omit<AdminProduct, "price"> & { priceMinor: number; currency: Currency };

async function countByGender(db: Queryable, where: SQL): Promise<Record<Gender, number>> {
  const { rows } = await db.execute<{ gender: Gender; count: number }>(
    sql`select gender, count(*)::int as count from products where ${where} group by gender`,
  );
  const counts = { female: 0, male: 0, unisex: 0 };
  for (const { gender, count } of rows) counts[gender] = count;
  return counts;
}

/** A page of products on sale or not, without deleted ones, for an admin; two statements. */
export const listAdminProducts = asAdmin(
  async (
    db: Queryable,
    input: { filter: AdminProductFilter; pageSize?: number },
  ): Promise<Result<AdminProductList>> => {
    const { filter, pageSize = ADMIN_PRODUCTS_A_PAGE } = input;
    const where = sql`deleted_at is null${filedUnder(filter.categoryId)}${productContains(filter.search)}`;
    const counts = await countByGender(db, where);
    const total = filter.gender
      ? counts[filter.gender]
      : counts.female + counts.male + counts.unisex;
    const pageCount = Math.max(1, Math.ceil(total / pageSize));
    const page = Math.min(filter.page, pageCount);
    const ofGender = filter.gender ? sql` and gender = ${filter.gender}` : sql.raw("");
    const { rows } = await db.execute<Row>(sql`
    select ${adminColumns}
      from (select id as listed, row_number() over (order by ${orders[filter.sort]}) as place
              from products where ${where}${ofGender}
             order by ${orders[filter.sort]} limit ${pageSize} offset ${(page - 1) * pageSize}) shown
      join products p on p.id = shown.listed
      left join product_categories c on c.id = p.category_id
     order by shown.place`);
    return ok({ counts, page, pageCount, rows: rows.map(toAdminProduct) });
  },
);

function toAdminProduct({ priceMinor, currency, ...row }: Row): AdminProduct {
  return { ...row, price: money(priceMinor, currency) };
}
