import { pino } from "pino";
import { expect, test } from "vitest";
import { loadTab } from "#app/admin/office/dashboard/tab-content.server.ts";
import { readTab } from "#app/components/admin/dashboard-tabs.ts";
import type { AppDeps } from "#app/web/context.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { addCategory, addProduct } from "#tests/support/catalog.ts";

const bench = adminSuite();

/** Returns the response and the log. */
async function open(query: string) {
  const logged: string[] = [];
  const logger = pino({ base: null }, { write: (line) => void logged.push(JSON.parse(line).msg) });
  const deps = { db: bench.db, logger } as unknown as AppDeps;
  const params = new URLSearchParams(query);
  const view = await loadTab(readTab(params), { deps, actor: bench.actor, params });
  return { content: view.content, logged };
}

const dropTable = (table: string) => bench.db.execute(`alter table ${table} rename to away`);

// Specification 8.11
test("products that cannot be loaded leave the tab and its filter standing", async () => {
  await dropTable("products");
  const { content, logged } = await open("tab=products&q=gown");
  expect(content).toMatchObject({ filter: { search: "gown" }, found: null });
  expect(logged).toEqual(["admin: products not loaded"]);
});

// Specification 2.136, 8.22
test("a category fetch that fails gives an empty list", async () => {
  await dropTable("product_categories");
  const { content, logged } = await open("tab=categories");
  expect(content).toEqual({ categories: [], active: null, products: null });
  expect(logged).toEqual(["admin: categories not loaded"]);
});

// Specification 8.24
test("a category's products that cannot be loaded are only logged", async () => {
  const categoryId = await addCategory(bench.db, "Kaftans");
  await addProduct(bench.db, "Gown", { categoryId });
  await dropTable("product_variants");
  const { content, logged } = await open(`tab=categories&category=${categoryId}`);
  expect(content).toMatchObject({ active: { name: "Kaftans", productCount: 1 }, products: null });
  expect(logged).toEqual(["admin: a category's products not loaded"]);
});

test("a category of the system that the database lacks opens empty", async () => {
  const { content, logged } = await open("tab=categories");
  expect(content).toMatchObject({ active: { id: null }, products: { rows: [] } });
  expect(logged).toEqual([]);
});

test("media that cannot be loaded leave the tab and its filter standing", async () => {
  await dropTable("media");
  const { content, logged } = await open("tab=media&q=gown&view=grid");
  expect(content).toMatchObject({ filter: { search: "gown", view: "grid" }, found: null });
  expect(logged).toEqual(["admin: media not loaded"]);
});

test.each([
  ["tab=site-images", { part: "categories", categories: null }],
  ["tab=site-images&part=heroes&page=shop", { part: "heroes", pageName: "shop", heroes: null }],
])("site images that cannot be loaded (%s) leave the tab standing", async (query, expected) => {
  await dropTable("media");
  const { content, logged } = await open(query);
  expect(content).toEqual(expected);
  expect(logged).toEqual(["admin: site images not loaded"]);
});

test("settings that cannot be loaded leave the tab standing", async () => {
  await dropTable("site_settings");
  const { content, logged } = await open("tab=settings&part=footer");
  expect(content).toEqual({ tab: "footer", settings: null, payments: null, images: null });
  expect(logged).toEqual(["admin: settings not loaded"]);
});
