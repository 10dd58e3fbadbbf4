import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Scope } from "./listing.ts";
import { cardsOf } from "./listing-row.server.ts";
import type { Facet, ListingView, Sort } from "./listing-view.ts";
import { PRICE_BANDS } from "./listing-view.ts";
import { PAGE_SIZE } from "./page-number.ts";

const texts = (values: readonly string[]) => sql`${sql.param(values)}::text[]`;

/** The conditions on product_search (`s`) that a listing's own scope sets; `true` for none. */
export function scopeCondition({ categoryIds, genders, garmentTypes }: Scope): SQL {
  const conditions = [
    categoryIds && sql`s.category_id = any(${sql.param(categoryIds)}::uuid[])`,
    genders && sql`s.gender = any(${texts(genders)})`,
    garmentTypes && sql`s.garment_type = any(${texts(garmentTypes)})`,
  ].filter((condition) => condition !== undefined);
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

function priceCondition(prices: ListingView["prices"]): SQL {
  const bands = PRICE_BANDS.filter(({ slug }) => prices.includes(slug)).map(
    ({ fromMinor, belowMinor }) =>
      belowMinor === null
        ? sql`s.price_minor >= ${fromMinor}::bigint`
        : sql`s.price_minor >= ${fromMinor}::bigint and s.price_minor < ${belowMinor}::bigint`,
  );
  return sql`(${sql.join(bands, sql` or `)})`;
}

/** The condition on product_search (`s`) that the chosen values of one kind set: any of them; `true` when none is chosen. */
export function facetCondition(view: ListingView, facet: Facet): SQL {
  if (view[facet].length === 0) return sql`true`;
  if (facet === "prices") return priceCondition(view.prices);
  if (facet === "categories") return sql`s.category = any(${texts(view.categories)})`;
  const column = sql.raw(facet === "sizes" ? "s.sizes" : "s.colors");
  return sql`${column} && ${texts(view[facet])}`;
}

/** Everything the view chose, as one condition. */
export function viewCondition(view: ListingView): SQL {
  const facets = ["categories", "sizes", "colors", "prices"] as const;
  const chosen = facets.filter((facet) => view[facet].length > 0);
  if (chosen.length === 0) return sql`true`;
  return sql.join(
    chosen.map((facet) => facetCondition(view, facet)),
    sql` and `,
  );
}

/** The order of product_search (`s`) for a choice; the id decides between equals, so that no page repeats another's products. */
export function orderOf(sort: Sort): SQL {
  const orders: Record<Sort, string> = {
    newest: "s.created_at desc, s.product_id desc",
    "price-up": "s.price_minor, s.product_id",
    "price-down": "s.price_minor desc, s.product_id desc",
    name: "s.sort_name, s.product_id",
  };
  return sql.raw(orders[sort]);
}

/** The ids of product_search rows under a condition, each with its place in the order; only as many are sorted as are wanted. */
export function bestOf({
  condition,
  order,
  limit,
  offset,
}: {
  condition: SQL;
  order: SQL;
  limit: number;
  offset: number;
}): SQL {
  return sql`
    select best.id, row_number() over () as place
      from (select s.product_id as id from product_search s where ${condition}
             order by ${order} limit ${limit}::int offset ${offset}::int) best`;
}

/** The columns of one page of product_search rows under a condition; `toListing` reads them. */
export function foundColumns({
  condition,
  order,
  page,
}: {
  condition: SQL;
  order: SQL;
  page: number;
}): SQL {
  const ids = bestOf({ condition, order, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE });
  return sql`
    (select count(*)::int from product_search s where ${condition}) as total,
    ${cardsOf(ids, sql.raw("page.place"))} as products`;
}

/** The columns of one page of a listing narrowed and sorted by a view; `toListing` reads them. */
export function filteredColumns(
  scope: Scope,
  { view, page }: { view: ListingView; page: number },
): SQL {
  const condition = sql`${scopeCondition(scope)} and ${viewCondition(view)}`;
  return foundColumns({ condition, order: orderOf(view.sort ?? "newest"), page });
}
