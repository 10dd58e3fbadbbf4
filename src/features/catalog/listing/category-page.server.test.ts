import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { productCategories } from "#db/schema/catalog.server.ts";
import { createCategory } from "#features/catalog/categories/create-category.server.ts";
import { updateCategory } from "#features/catalog/categories/update-category.server.ts";
import { getSiteShell } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { addProduct } from "#tests/support/catalog.ts";
import { findProduct } from "./catalog-queries.server.ts";
import { findCategoryPage } from "./listing-queries.server.ts";

const bench = adminSuite();

async function kaftans(inMenu = false): Promise<string> {
  const category = { name: "Silk Kaftans", description: "For the veranda", inMenu };
  const made = await createCategory(bench, { actor: bench.actor, category });
  if (!made.ok) throw new Error(made.error);
  return made.value.id;
}

test("a custom category has a page with its products, and its products link to it", async () => {
  const categoryId = await kaftans();
  const id = await addProduct(bench.db, "Indigo Kaftan", { categoryId });
  await addProduct(bench.db, "Coat");
  const page = await findCategoryPage(bench.db, { slug: "silk-kaftans", page: 1 });
  expect(page?.category).toMatchObject({ name: "Silk Kaftans", description: "For the veranda" });
  expect(page?.listing.products.map(({ name }) => name)).toEqual(["Indigo Kaftan"]);
  expect((await findProduct(bench.db, id))?.collectionPath).toBe("/collections/silk-kaftans");
  expect(await findCategoryPage(bench.db, { slug: "no-such", page: 1 })).toBeNull();
});

test("a category keeps its address under a new name, and two alike get two addresses", async () => {
  const id = await kaftans();
  const version = { id, version: 1 };
  const renamed = { name: "Robes", description: "", inMenu: false };
  await updateCategory(bench, { actor: bench.actor, version, category: renamed });
  const page = await findCategoryPage(bench.db, { slug: "silk-kaftans", page: 1 });
  expect(page?.category.name).toBe("Robes");
  const [first] = await bench.db
    .select()
    .from(productCategories)
    .where(eq(productCategories.id, id));
  expect(first?.slug).toBe("silk-kaftans");
  await kaftans();
  const slugs = await bench.db.select({ slug: productCategories.slug }).from(productCategories);
  expect(new Set(slugs.map(({ slug }) => slug)).size).toBe(2);
});

test("a custom category is in the menu only when the owner chooses it", async () => {
  const id = await kaftans();
  const menu = async () =>
    (await getSiteShell(bench.db)).menu.map(({ name, path }) => ({ name, path }));
  expect(await menu()).toHaveLength(6);
  const category = { name: "Silk Kaftans", description: "For the veranda", inMenu: true };
  await updateCategory(bench, { actor: bench.actor, version: { id, version: 1 }, category });
  expect(await menu()).toHaveLength(7);
  expect((await menu()).at(-1)).toEqual({
    name: "Silk Kaftans",
    path: "/collections/silk-kaftans",
  });
});
