import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { eq, isNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#db/schema/audit.server.ts";
import { productCategories, products, productVariants } from "#db/schema/catalog.server.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { catalogueOf, importDeps, imported, newestImport } from "#tests/support/product-imports.ts";
import { advanceImport } from "./advance-import.server.ts";
import { undoImport } from "./undo-import.server.ts";

const bench = adminSuite();
const deps = () => importDeps(bench.db);
const never = { isStopping: () => false };

const own = "Category (product.metafields.atelier.category)";
const head = `Handle,Title,Variant Price,Option1 Name,Option1 Value,Variant Inventory Tracker,Variant Inventory Qty,${own}`;
const shirt = (title: string, price: string, stock: number) =>
  `shirt,${title},${price},Size,M,shopify,${stock},Smart Casual`;
const hat = "hat,Hat,30,,,,,Hats";

async function undone(id: string) {
  expect(await undoImport(deps(), { actor: bench.actor, id })).toEqual({ ok: true, value: null });
  await advanceImport(deps(), { importId: id, ...never });
  return newestImport(bench.db, bench.actor);
}

test("a whole import is undone: what it changed is as before, what it made is gone, and the log says so", async () => {
  await imported(deps(), bench.actor, `${head}\n${shirt("Shirt", "20", 5)}\n`);
  const before = await catalogueOf(bench.db);
  const text = `${head}\n${shirt("Better shirt", "25", 9)}\n${hat}\n`;
  const { id, undoable } = await imported(deps(), bench.actor, text);
  expect(undoable).toBe(2);
  const done = await undone(id);
  expect(done).toMatchObject({ status: "undone", outcomes: { undone: 2 }, undoable: 0 });
  expect(await catalogueOf(bench.db)).toEqual(before);
  expect(await bench.db.$count(productCategories, eq(productCategories.name, "Hats"))).toBe(0);
  const actions = (await bench.db.select().from(auditLog)).map(
    ({ subject, action }) => `${subject} ${action}`,
  );
  expect(actions).toContain("import undone");
  expect(await undoImport(deps(), { actor: bench.actor, id })).toEqual({
    ok: false,
    error: "not_found",
  });
});

test("an undo keeps what was sold and what somebody changed since, and names what it left", async () => {
  await imported(deps(), bench.actor, `${head}\n${shirt("Shirt", "20", 5)}\n`);
  const text = `${head}\n${shirt("Shirt", "25", 9)}\n${hat}\n`;
  const { id } = await imported(deps(), bench.actor, text);
  await bench.db
    .update(productVariants)
    .set({ stockCount: 7 })
    .where(eq(productVariants.stockCount, 9));
  await bench.db
    .update(products)
    .set({ name: "Straw hat", version: 2 })
    .where(eq(products.slug, "hat"));
  const { lines, outcomes } = await undone(id);
  expect(outcomes).toMatchObject({ undone: 1, created: 1 });
  const [variant] = await bench.db
    .select({ stockCount: productVariants.stockCount })
    .from(productVariants)
    .innerJoin(products, eq(products.id, productVariants.productId))
    .where(eq(products.slug, "shirt"));
  expect(variant?.stockCount).toBe(3);
  expect(lines[1]?.notes.at(-1)?.message).toBe(
    "It was changed after the import, so it stays as it is",
  );
  expect(await bench.db.$count(products, isNull(products.deletedAt))).toBe(2);
});

test("only an admin undoes an import", async () => {
  const file = join(import.meta.dirname, "../../../../tests/fixtures/shopify/rainwear.csv");
  const { id } = await imported(deps(), bench.actor, await readFile(file, "utf8"));
  for (const actor of bench.strangers) {
    expect(await undoImport(deps(), { actor, id })).toEqual({ ok: false, error: "forbidden" });
  }
  expect((await newestImport(bench.db, bench.actor)).status).toBe("finished");
});
