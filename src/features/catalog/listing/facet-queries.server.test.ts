import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "#core/ids.ts";
import { productVariants } from "#db/schema/catalog.server.ts";
import { priceOf } from "#features/catalog/products/product.ts";
import { addCategory, addProduct } from "#tests/support/catalog.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { countFacets } from "./filtered-listing.server.ts";
import { COLOR_FAMILIES } from "./listing-filter.ts";
import { findShopPage } from "./listing-queries.server.ts";
import { parseListingView } from "./listing-view.ts";

/** A shop with four products. */
async function openShop(): Promise<TestDatabase> {
  const shop = await createTestDatabase();
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
  return shop;
}

let shop: TestDatabase;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const view = (query: string) => parseListingView(new URLSearchParams(query));
const countIn = ({ db }: TestDatabase, query = "") =>
  countFacets(db, { scope: {}, view: view(query) });
const count = (query = "") => countIn(shop, query);
const brief = (values: readonly { value: string; count: number }[]) =>
  values.map(({ value, count }) => `${value} ${count}`);
const listedIn = async ({ db }: TestDatabase, query: string) =>
  (await findShopPage(db, { gender: "all", page: 1, view: view(query) })).listing;
const listed = (query: string) => listedIn(shop, query);

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

describe("products with prices of their own for sizes and colors", () => {
  let pricedShop: TestDatabase;
  const variant = (productId: string, size: string, priceMinor: number | null) =>
    pricedShop.db
      .insert(productVariants)
      .values({ productId, sku: newId(), size, stockCount: 3, priceMinor });
  beforeAll(async () => {
    pricedShop = await openShop();
    const priced = async (name: string, base: number, sizes: string) => {
      const id = await addProduct(pricedShop.db, name, { gender: "female" });
      await pricedShop.db.execute(
        sql.raw(`update products set price_minor = ${base}, sizes = '${sizes}' where id = '${id}'`),
      );
      return id;
    };
    // Base prices over $1,000 that nobody pays.
    const cape = await priced("Cape", 200_000, "{S,M}");
    await variant(cape, "S", 7_000);
    await variant(cape, "M", 90_000);
    const robe = await priced("Robe", 300_000, "{S,M}");
    await variant(robe, "S", 400_000);
    await variant(robe, "M", null);
    // Custom has no variant and costs the base price.
    const wrap = await priced("Wrap", 15_000, "{S,Custom}");
    await variant(wrap, "S", 500_000);
  });
  afterAll(() => pricedShop.close());

  it("are sorted by the lowest price a customer can pay", async () => {
    const { products } = await listedIn(pricedShop, "sort=price-up");
    expect(products.map(({ name }) => name)).toEqual([
      "Cape",
      "Tee",
      "Wrap",
      "Shirt",
      "Slip",
      "Gown",
      "Robe",
    ]);
    const lowest = products.map((each) => {
      return priceOf(each, { size: null, color: null }).price.minorUnits;
    });
    expect(lowest).toEqual(lowest.toSorted((a, b) => a - b));
    const falling = (await listedIn(pricedShop, "sort=price-down")).products.map(
      ({ name }) => name,
    );
    expect(falling).toEqual(products.map(({ name }) => name).toReversed());
  });

  it("are counted and filtered in the band of that price", async () => {
    expect(brief((await countIn(pricedShop)).prices)).toEqual([
      "under-100 2",
      "100-250 2",
      "500-1000 1",
      "over-1000 2",
    ]);
    const names = async (query: string) =>
      (await listedIn(pricedShop, query)).products.map(({ name }) => name);
    expect(await names("price=under-100&sort=name")).toEqual(["Cape", "Tee"]);
    expect(await names("price=over-1000&sort=name")).toEqual(["Gown", "Robe"]);
    expect(await names("price=100-250&sort=name")).toEqual(["Shirt", "Wrap"]);
  });
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
