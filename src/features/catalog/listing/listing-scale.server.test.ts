import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { plansOf } from "#tests/support/query-plans.ts";
import { findRelatedProducts } from "./catalog-queries.server.ts";
import { COLLECTIONS } from "./collection.ts";
import {
  findCatalogPage,
  findCollectionPage,
  findHomePage,
  findShopPage,
} from "./listing-queries.server.ts";

const PRODUCTS = 10_000;
let shop: TestDatabase;
let oneProduct: string;

beforeAll(async () => {
  shop = await createTestDatabase();
  await shop.db.execute(sql`
    insert into product_categories (id, name)
    select gen_random_uuid(), name from unnest(array['Business Attire', 'Evening Elegance', 'Smart Casual', 'Lounge Wear']) name`);
  await shop.db.execute(sql`
    insert into products (id, slug, name, category_id, gender, garment_type, featured, created_at)
    select gen_random_uuid(), 'piece-' || n, 'Piece ' || n,
           (array(select id from product_categories order by name))[1 + n % 4],
           (array['female', 'male', 'unisex'])[1 + n % 3], (array['suit', 'dress', 'shirt', 'skirt', 'top'])[1 + n % 5],
           n % 50 = 0, timestamptz '2026-01-01' + n * interval '1 minute'
      from generate_series(1, ${PRODUCTS}::int) n`);
  await shop.db.execute(sql`analyze`);
  const { rows } = await shop.db.execute<{ id: string }>(
    sql`select id from products where slug = 'piece-5000'`,
  );
  oneProduct = rows[0]?.id ?? "";
});
afterAll(() => shop.close());

const relatedToOne = () => findRelatedProducts(shop.db, oneProduct);

const collectionOf = (slug: "casual-luxury" | "seasonal-selection") => () =>
  findCollectionPage(shop.db, { collection: COLLECTIONS[slug], gender: "female", page: 1 });

it.each([
  ["the shop's grid", () => findShopPage(shop.db, { gender: "all", page: 1 }), 1],
  ["the shop's grid for one gender", () => findShopPage(shop.db, { gender: "female", page: 2 }), 1],
  ["the catalog", () => findCatalogPage(shop.db, { filter: null, page: 1 }), 1],
  ["the catalog under a filter", () => findCatalogPage(shop.db, { filter: "suits", page: 3 }), 1],
  ["the featured shelf", () => findHomePage(shop.db, 8), 1],
  ["the list of related products", relatedToOne, 1],
  ["a collection", collectionOf("casual-luxury"), 2],
  ["a collection's fallback", collectionOf("seasonal-selection"), 2],
])("%s reads no more of 10,000 products than the page needs", async (_page, read, statements) => {
  const plans = await plansOf(shop.pool, read);
  expect(plans).toHaveLength(statements);
  const readings = plans.flat().filter((node) => node["Relation Name"] === "products");
  expect(readings.length).toBeGreaterThan(0);
  for (const node of readings) {
    expect(node["Node Type"]).not.toBe("Seq Scan");
    expect(node["Actual Rows"] * node["Actual Loops"]).toBeLessThanOrEqual(500);
  }
});
