import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { productCategories, products } from "#db/schema/catalog.server.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { addCategory, addProduct } from "#tests/support/catalog.ts";
import { addManyProducts } from "#tests/support/many-products.ts";

const bench = adminSuite();

async function filed() {
  const { rows } = await bench.db.execute(sql`
    select s.*, s.vector::text as told from product_search s order by product_id`);
  return rows;
}

async function refreshed() {
  await bench.db.execute(sql`select refresh_product_search(array(select id from products))`);
  return filed();
}

test("an updated product has the same search entry as a new one, after any number of updates", async () => {
  const evening = await addCategory(bench.db, "Evening Elegance");
  const casual = await addCategory(bench.db, "Smart Casual");
  await addManyProducts(bench.db, 60);
  await addProduct(bench.db, "Evening Coat", { categoryId: evening, garmentType: "outerwear" });
  await addProduct(bench.db, "Sold Out", { categoryId: evening, inStock: false });
  const rename = (id: string, name: string) =>
    bench.db.update(productCategories).set({ name }).where(eq(productCategories.id, id));
  for (const name of ["Robes du soir", "Été & Mariage", "Robes du soir"]) {
    await rename(evening, name);
    expect(await filed()).toEqual(await refreshed());
  }
  await bench.db
    .update(products)
    .set({ categoryId: casual })
    .where(eq(products.categoryId, evening));
  expect(await filed()).toEqual(await refreshed());
  await bench.db.update(products).set({ categoryId: null });
  expect(await filed()).toEqual(await refreshed());
});

test("a renamed category is found at once by its new name, also misspelled, and no longer by its old one", async () => {
  const id = await addCategory(bench.db, "Kaftans");
  await addProduct(bench.db, "Long Piece", { categoryId: id });
  expect(await bench.found("kaftan")).toEqual(["Long Piece"]);
  await bench.db.update(productCategories).set({ name: "Sherwanis" });
  expect(await bench.found("kaftan")).toEqual([]);
  expect(await bench.found("sherwani")).toEqual(["Long Piece"]);
  expect(await bench.found("sherwni")).toEqual(["Long Piece"]);
});
