import { sql } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import type { Gender } from "../product.ts";
import { COLOR_FAMILIES } from "./color-family.ts";
import type { FacetCounts, FacetValue } from "./facet-counts.ts";
import { facetCondition, scopeCondition } from "./filtered-listing.server.ts";
import type { Scope } from "./listing.ts";
import type { ShopGender } from "./listing-filter.ts";
import { gendersShown } from "./listing-filter.ts";
import type { ListingView } from "./listing-view.ts";
import { bySize, PRICE_BANDS } from "./listing-view.ts";

type Row = { facet: string; value: string; label: string | null; count: number };

/** What is counted: a listing's scope, a search as to_tsquery reads it, the choice of gender where the page offers it as a filter. */
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
 * How many products each value would show. A value is counted under what is chosen of the other kinds, not of its own, because choosing
 * a second size adds to the first. Values the scope has stay, with 0, whatever is chosen. One statement.
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
