import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { productImages, products, productVariants } from "#db/schema/catalog.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { addCategory, addImage, addProduct } from "#tests/support/catalog.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { addManyProducts } from "#tests/support/many-products.ts";
import { readAdminProductFilter } from "./admin-product-filter.ts";
import { listAdminProducts } from "./admin-product-queries.server.ts";

const actor: Actor = { role: "admin", userId: "", name: "Rosa", email: "" };
let shop: TestDatabase;
let categories: Record<string, string>;

beforeAll(async () => {
  shop = await createTestDatabase();
  const { db } = shop;
  categories = { suits: await addCategory(db, "Suits"), gowns: await addCategory(db, "Gowns") };
  await addManyProducts(db, 10_000);
  const gown = await addProduct(db, "100% Silk_Gown", {
    categoryId: categories.gowns ?? "",
    gender: "female",
    inStock: false,
  });
  const variant = { productId: gown, color: "" };
  await db.insert(productVariants).values([
    { ...variant, size: "S", sku: "a", stockCount: 3 },
    { ...variant, size: "M", sku: "b", stockCount: 4 },
    { ...variant, size: "L", sku: "c", stockCount: null },
  ]);
  const back = await addImage(db, "back");
  const front = await addImage(db, "front");
  await db.insert(productImages).values([
    { productId: gown, mediaId: back, position: 0 },
    { productId: gown, mediaId: front, position: 1, primaryImage: true },
  ]);
  await addProduct(db, "Deleted 100% Silk_Gown", { deletedAt: new Date(0) });
  // Adds new rows to the trigram index, as autovacuum does.
  await db.execute(sql`vacuum analyze products`);
}, 60_000);
afterAll(() => shop.close());

async function list(query: string) {
  const filter = readAdminProductFilter(new URLSearchParams(query));
  const found = await listAdminProducts(shop.db, { actor, filter });
  if (!found.ok) throw new Error(found.error);
  return found.value;
}
const names = async (query: string) => (await list(query)).rows.map(({ name }) => name);

test("a product is found by part of a SKU, and by its name in any case and accent", async () => {
  const productId = await addProduct(shop.db, "Łódź Coat");
  await shop.db.insert(productVariants).values({ productId, size: "M", sku: "COAT-ÉTÉ-M" });
  for (const text of ["lodz", "COAT ŁÓDŹ", "coat-ete", "été-m"]) {
    expect([text, await names(`q=${encodeURIComponent(text)}`)]).toEqual([text, ["Łódź Coat"]]);
  }
  await shop.db.delete(products).where(eq(products.id, productId));
});

// Specification 7.14
test("a row has the product's fields, in stock or not", async () => {
  const { rows } = await list("q=100%25 silk_");
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    name: "100% Silk_Gown",
    categoryName: "Gowns",
    price: { minorUnits: 24_900, currency: "USD" },
    inStock: false,
    stock: 7,
    version: 1,
    image: { focalX: 0.25 },
  });
});

test("a product without counted stock is made to order", async () => {
  const { rows } = await list("q=aishalton");
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every(({ stock }) => stock === null)).toBe(true);
});

test("every search term is in the name, in any order and case", async () => {
  const found = await list("q=VELV bartica");
  expect(found.rows.length).toBeGreaterThan(0);
  for (const { name } of found.rows) expect(name).toMatch(/^(?=.*Bartica)(?=.*Velv)/);
});

// Specification 7.15
test("the gender counts follow the rest of the filter and ignore the chosen gender", async () => {
  const all = await list(`category=${categories.gowns}`);
  const male = await list(`category=${categories.gowns}&gender=male`);
  expect(male.counts).toEqual(all.counts);
  expect(male.rows).toHaveLength(50);
  expect(male.rows.every(({ gender }) => gender === "male")).toBe(true);
  expect(all.counts.female + all.counts.male + all.counts.unisex).toBe(5_001);
  expect(male.pageCount).toBe(Math.ceil(all.counts.male / 50));
});

test("products without a category are found under 'none'", async () => {
  expect(await names("category=none")).toEqual([]);
});

describe("the order", () => {
  test.each([
    ["sort=name", (a: string, b: string) => a.localeCompare(b, "en")],
    ["sort=-name", (a: string, b: string) => b.localeCompare(a, "en")],
  ])("%s is alphabetical", async (query, compare) => {
    const shown = await names(`${query}&q=slim linen`);
    expect(shown).toEqual(shown.toSorted(compare));
  });

  test.each(["sort=price", "sort=-price"])("%s is by price", async (query) => {
    const { rows } = await list(query);
    const prices = rows.map(({ price }) => price.minorUnits * (query.includes("-") ? -1 : 1));
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
  });

  // Specification 7.14
  test("newest and oldest are opposite", async () => {
    expect((await names(""))[0]).toBe("100% Silk_Gown");
    expect((await names("sort=oldest"))[0]).not.toBe("100% Silk_Gown");
  });

  test("no page repeats another's products, and a page beyond the last is the last", async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => list(`sort=price&page=${page}`)));
    const ids = pages.flatMap(({ rows }) => rows.map(({ id }) => id));
    expect(new Set(ids).size).toBe(150);
    const last = await list("page=99999");
    expect(last.page).toBe(last.pageCount);
    expect(last.rows).toHaveLength(1);
  });
});

describe("of 10,000 products", () => {
  type Plan = {
    "Node Type": string;
    "Relation Name"?: string;
    "Index Name"?: string;
    "Actual Rows": number;
    Plans?: Plan[];
  };
  const flatten = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flatten)];

  async function plansOf(query: string): Promise<Plan[][]> {
    const sent = vi.spyOn(shop.pool, "query");
    await list(query);
    const calls = sent.mock.calls as unknown as [{ text: string }, unknown[]][];
    sent.mockRestore();
    return Promise.all(
      calls.map(async ([{ text }, values]) => {
        const { rows } = await shop.pool.query(`explain (analyze, format json) ${text}`, values);
        return flatten(rows[0]["QUERY PLAN"][0].Plan);
      }),
    );
  }

  test.each([
    ["", "products_kept"],
    ["sort=oldest", "products_kept"],
    ["sort=name", "products_kept_by_name"],
    ["sort=-name", "products_kept_by_name"],
  ])("a page (%s) reads only its rows, in the order of an index", async (query, index) => {
    const plans = await plansOf(query);
    expect(plans).toHaveLength(2);
    const shown = plans[1]?.find((node) => node["Index Name"] === index);
    expect(shown?.["Actual Rows"]).toBeLessThanOrEqual(51);
  });

  test("a name is found by its trigrams, and neither statement reads the table", async () => {
    const plans = await plansOf("q=100%25 silk_gown");
    expect(plans).toHaveLength(2);
    for (const plan of plans) {
      expect(plan.map((node) => node["Index Name"])).toContain("products_name_trigrams");
      const scanned = plan.filter((node) => node["Node Type"] === "Seq Scan");
      expect(scanned.map((node) => node["Relation Name"])).not.toContain("products");
    }
  });
});

test("only an admin reads the list", async () => {
  const filter = readAdminProductFilter(new URLSearchParams());
  const response = await listAdminProducts(shop.db, { actor: { role: "visitor" }, filter });
  expect(response).toEqual({ ok: false, error: "forbidden" });
});
