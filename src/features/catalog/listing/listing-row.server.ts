import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { ProductRow } from "../product-row.server.ts";
import { imagesColumn, summaryColumns, toSummary, variantsColumn } from "../product-row.server.ts";
import type { Listing } from "./listing.ts";
import { pageCount } from "./page-number.ts";

/** One page of a listing as its statement gives it. */
export type ListingRow = { total: number; products: ProductRow[] };

/** The listing a row stands for; no row is an empty one. */
export function toListing(row: ListingRow | undefined, page: number): Listing {
  const { total = 0, products = [] } = row ?? {};
  return { products: products.map(toSummary), total, page, pageCount: pageCount(total) };
}

/** The products of `ids`, a statement with the column id, as one JSON array of ProductRow; `order` reads columns of that statement. */
export function cardsOf(ids: SQL, order: SQL): SQL {
  return sql`
    (select coalesce(json_agg(card), '[]') from (
       select ${summaryColumns}, ${imagesColumn}, ${variantsColumn}
         from (${ids}) page
         join products p on p.id = page.id
         left join product_categories c on c.id = p.category_id
        order by ${order}) card)`;
}
