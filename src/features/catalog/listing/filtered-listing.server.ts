import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import type { Gender } from "#features/catalog/products/product.ts";
import { cardsOf } from "#features/catalog/products/product-row.server.ts";
import type { FacetCounts, FacetValue, Scope, ShopGender } from "./listing-filter.ts";
import { COLOR_FAMILIES, gendersShown, PAGE_SIZE } from "./listing-filter.ts";
import type { Facet, ListingView, Sort } from "./listing-view.ts";
import { bySize, PRICE_BANDS } from "./listing-view.ts";

type Row = { facet: string; value: string; label: string | null; count: number };

/** `search` is in to_tsquery syntax; gender is only a filter. */
export type Counted = {
  scope: Scope;
  view: ListingView;
  search?: string;
  gender?: ShopGender;
};

const bandOf = sql.join(
  [
    sql`case`,
    ...PRICE_BANDS.map(({ slug, belowMinor }) =>
      belowMinor === null
        ? sql.raw(`else '${slug}'`)
        : sql.raw(`when price_minor < ${belowMinor} then '${slug}'`),
    ),
    sql`end`,
  ],
  sql` `,
);

/**
 * How many products each value would show, ignoring its own facet's choices: a second size adds to the first.
 * Values of the scope stay with 0. One statement.
 */
export async function countFacets(
  db: Queryable,
  { scope, view, search, gender = "all" }: Counted,
): Promise<FacetCounts> {
  const found =
    search === undefined ? sql`true` : sql`s.vector @@ to_tsquery('english', ${search})`;
  const genders = gendersShown(gender);
  const ofGender = genders ? sql`s.gender = any(${sql.param(genders)}::text[])` : sql`true`;
  const result = await db.execute<Row>(sql`
    with scoped as materialized (
      select s.category_id, s.category, s.gender, s.sizes, s.colors, s.price_minor, ${ofGender} as g,
             ${facetCondition(view, "categories")} as c, ${facetCondition(view, "sizes")} as z,
             ${facetCondition(view, "colors")} as l, ${facetCondition(view, "prices")} as p
        from product_search s where ${scopeCondition(scope)} and ${found}
    ), by_size as (
      select sizes, count(*) filter (where g and c and l and p) as many from scoped group by sizes
    ), by_color as (
      select colors, count(*) filter (where g and c and z and p) as many from scoped group by colors
    )
    select 'total' as facet, '' as value, null as label, count(*)::int as count from scoped where g and c and z and l and p
    union all
    select 'gender', gender, null, count(*) filter (where c and z and l and p)::int from scoped group by gender
    union all
    select 'category', category, (select name from product_categories where id = min(scoped.category_id::text)::uuid), 
           count(*) filter (where g and z and l and p)::int
      from scoped where category <> '' group by category
    union all
    select 'size', size, null, sum(many)::int from by_size cross join unnest(sizes) as size group by size
    union all
    select 'color', color, null, sum(many)::int from by_color cross join unnest(colors) as color group by color
    union all
    select 'price', ${bandOf} as band, null, count(*) filter (where g and c and z and l)::int from scoped group by band`);
  return countsOf(result.rows, view);
}

function countsOf(rows: readonly Row[], view: ListingView): FacetCounts {
  const of = (facet: string) => rows.filter((row) => row.facet === facet);
  const countOf = (facet: string, value: string) =>
    of(facet).find((row) => row.value === value)?.count ?? 0;
  const named = (
    facet: string,
    all: readonly { slug: string; label: string }[],
    chosen: readonly string[],
  ) => {
    const present = of(facet).map(({ value }) => value);
    return all
      .filter(({ slug }) => present.includes(slug) || chosen.includes(slug))
      .map(({ slug, label }) => ({ value: slug, label, count: countOf(facet, slug) }));
  };
  const sizes = new Set([...of("size").map(({ value }) => value), ...view.sizes]);
  const shown = (wanted: readonly Gender[]) =>
    wanted.reduce((sum, gender) => sum + countOf("gender", gender), 0);
  return {
    total: countOf("total", ""),
    gender: {
      all: shown(["female", "male", "unisex"]),
      female: shown(["female", "unisex"]),
      male: shown(["male", "unisex"]),
    },
    categories: of("category")
      .map(({ value, label, count }): FacetValue => ({ value, label: label ?? value, count }))
      .sort((a, b) => a.label.localeCompare(b.label, "en")),
    sizes: [...sizes]
      .sort(bySize)
      .map((value) => ({ value, label: value, count: countOf("size", value) })),
    colors: named("color", COLOR_FAMILIES, view.colors),
    prices: named("price", PRICE_BANDS, view.prices),
  };
}

const texts = (values: readonly string[]) => sql`${sql.param(values)}::text[]`;

/** Writes the scope as a condition on product_search (`s`). */
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

function facetCondition(view: ListingView, facet: Facet): SQL {
  if (view[facet].length === 0) return sql`true`;
  if (facet === "prices") return priceCondition(view.prices);
  if (facet === "categories") return sql`s.category = any(${texts(view.categories)})`;
  const column = sql.raw(facet === "sizes" ? "s.sizes" : "s.colors");
  return sql`${column} && ${texts(view[facet])}`;
}

/** Writes a view's choices as a condition on product_search (`s`). */
export function viewCondition(view: ListingView): SQL {
  const facets = ["categories", "sizes", "colors", "prices"] as const;
  const chosen = facets.filter((facet) => view[facet].length > 0);
  if (chosen.length === 0) return sql`true`;
  return sql.join(
    chosen.map((facet) => facetCondition(view, facet)),
    sql` and `,
  );
}

/** The order of product_search (`s`); the id breaks ties, so pages do not overlap. */
export function orderOf(sort: Sort): SQL {
  const orders: Record<Sort, SQL> = {
    newest: sql`s.created_at desc, s.product_id desc`,
    "price-up": sql`s.price_minor, s.product_id`,
    "price-down": sql`s.price_minor desc, s.product_id desc`,
    name: sql`s.sort_name, s.product_id`,
  };
  return orders[sort];
}

/** Ids of matching rows with their rank; sorts no more than needed. */
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

/** `toListing` reads them. */
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

/** `toListing` reads them. */
export function filteredColumns(
  scope: Scope,
  { view, page }: { view: ListingView; page: number },
): SQL {
  const condition = sql`${scopeCondition(scope)} and ${viewCondition(view)}`;
  return foundColumns({ condition, order: orderOf(view.sort ?? "newest"), page });
}
