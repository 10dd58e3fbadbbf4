import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addCategory, addProduct } from "#tests/support/catalog.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { countFacets } from "./filtered-listing.server.ts";
import { COLOR_FAMILIES } from "./listing-filter.ts";
import { findShopPage } from "./listing-queries.server.ts";
import { parseListingView } from "./listing-view.ts";

let shop: TestDatabase;

beforeAll(async () => {
  shop = await createTestDatabase();
  const evening = await addCategory(shop.db, "Evening Elegance");
  const casual = await addCategory(shop.db, "Smart Casual");
  const navy = { hex: "#1F2A3C", name: "Navy" };
  const red = { hex: "#8E1F2B", name: "Hibiscus Red" };
  const add = (name: string, more: { categoryId: string; colors: (typeof navy)[] }, set: string) =>
    addProduct(shop.db, name, { gender: "female", ...more }).then((id) =>
      shop.db.execute(sql.raw(`update products set ${set} where id = '${id}'`)),
    );
  await add(
    "Gown",
    { categoryId: evening, colors: [navy, red] },
    "sizes = '{S,M}', price_minor = 125000",
  );
  await add(
    "Slip",
    { categoryId: evening, colors: [navy] },
    "sizes = '{M,L}', price_minor = 64000",
  );
  await add(
    "Shirt",
    { categoryId: casual, colors: [red] },
    "sizes = '{L,Custom}', price_minor = 24900, gender = 'unisex'",
  );
  await add(
    "Tee",
    { categoryId: casual, colors: [] },
    "sizes = '{S}', price_minor = 9999, gender = 'male'",
  );
});
afterAll(() => shop.close());

const view = (query: string) => parseListingView(new URLSearchParams(query));
const count = (query = "") => countFacets(shop.db, { scope: {}, view: view(query) });
const brief = (values: readonly { value: string; count: number }[]) =>
  values.map(({ value, count }) => `${value} ${count}`);
const listed = async (query: string) =>
  (await findShopPage(shop.db, { gender: "all", page: 1, view: view(query) })).listing;

it("every value of every facet is counted", async () => {
  const facets = await count();
  expect(facets.total).toBe(4);
  expect(facets.gender).toEqual({ all: 4, female: 3, male: 2 });
  expect(facets.categories).toEqual([
    { value: "evening-elegance", label: "Evening Elegance", count: 2 },
    { value: "smart-casual", label: "Smart Casual", count: 2 },
  ]);
  expect(brief(facets.sizes)).toEqual(["S 2", "M 2", "L 2", "Custom 1"]);
  expect(brief(facets.colors)).toEqual(["red 2", "blue 2"]);
  expect(brief(facets.prices)).toEqual(["under-100 1", "100-250 1", "500-1000 1", "over-1000 1"]);
});

it("a facet is counted under the other facets' choices, and empty values keep their position", async () => {
  const facets = await count("size=M");
  expect(facets.total).toBe(2);
  expect(brief(facets.sizes)).toEqual(["S 2", "M 2", "L 2", "Custom 1"]);
  expect(brief(facets.colors)).toEqual(["red 1", "blue 2"]);
  expect(brief(facets.categories)).toEqual(["evening-elegance 2", "smart-casual 0"]);
});

it.each([
  "size=M",
  "size=S&size=L&color=red",
  "price=under-100&price=over-1000",
  "category=smart-casual&color=red",
  "color=green",
])("the count for %s equals the products listed", async (query) => {
  expect((await listed(query)).total).toBe((await count(query)).total);
});

it("filtered products are listed in the chosen order", async () => {
  const names = async (query: string) => (await listed(query)).products.map(({ name }) => name);
  expect(await names("sort=price-up")).toEqual(["Tee", "Shirt", "Slip", "Gown"]);
  expect(await names("sort=price-down&color=red")).toEqual(["Gown", "Shirt"]);
  expect(await names("sort=name")).toEqual(["Gown", "Shirt", "Slip", "Tee"]);
  expect(await names("size=L")).toEqual(["Shirt", "Slip"]);
});

it("every color belongs to a named family, and other text to none", async () => {
  const { rows } = await shop.db.execute<{ family: string }>(sql`
    select distinct color_family('#' || upper(lpad(to_hex(n * 4099 % 16777216), 6, '0'))) as family from generate_series(0, 4095) n`);
  expect(rows.map(({ family }) => family).sort()).toEqual(
    COLOR_FAMILIES.map(({ slug }) => slug as string).sort(),
  );
  const none = await shop.db.execute(
    sql`select color_family('navy') as a, color_family('#FFF') as b`,
  );
  expect(none.rows).toEqual([{ a: null, b: null }]);
});

it.each([
  ["#000000", "black"],
  ["#FFFFFF", "white"],
  ["#FF0000", "red"],
  ["#008000", "green"],
  ["#0000FF", "blue"],
  ["#FFFF00", "yellow"],
  ["#FFC0CB", "pink"],
  ["#A52A2A", "red"],
  ["#8B4513", "brown"],
  ["#808080", "grey"],
  ["#1F2A3C", "blue"],
  ["#F3EDE2", "cream"],
  ["#C2A77C", "beige"],
  ["#20382D", "green"],
])("%s belongs to %s", async (hex, family) => {
  const { rows } = await shop.db.execute(sql`select color_family(${hex}) as family`);
  expect(rows).toEqual([{ family }]);
});
