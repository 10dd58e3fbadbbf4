import { eq } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { productImages, products, productVariants } from "#db/schema/catalog.server.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { addImage, addProduct } from "#tests/support/catalog.ts";
import { unbalancedStock } from "#tests/support/stock.ts";
import { duplicateProduct } from "./duplicate-product.server.ts";

const bench = adminSuite();

afterEach(async () => expect(await unbalancedStock(bench.db)).toEqual([]));

async function original(): Promise<string> {
  const id = await addProduct(bench.db, "Kaieteur Gown", { featured: true });
  const front = await addImage(bench.db, "front");
  const back = await addImage(bench.db, "back");
  const variant = { productId: id, color: "" };
  await bench.db.insert(productVariants).values([
    { ...variant, size: "S", sku: "KG-S", stockCount: 4 },
    { ...variant, size: "M", sku: "KG-M", stockCount: null },
  ]);
  await bench.db.insert(productImages).values([
    { productId: id, mediaId: front, primaryImage: true, position: 1 },
    { productId: id, mediaId: back, position: 0 },
  ]);
  return id;
}

test("a copy has everything of the original except its stock and its URL", async () => {
  const productId = await original();
  const { actor } = bench;
  const copy = await duplicateProduct(bench, { actor, productId });
  if (!copy.ok) throw new Error(copy.error);
  const { id, name } = copy.value;
  expect(name).toBe("Kaieteur Gown (copy)");
  const [row] = await bench.db.select().from(products).where(eq(products.id, id));
  expect(row).toMatchObject({ name, priceMinor: 24_900, inStock: false, featured: false });
  const variants = await bench.db
    .select()
    .from(productVariants)
    .where(eq(productVariants.productId, id))
    .orderBy(productVariants.size);
  expect(variants).toMatchObject([
    { size: "M", stockCount: null },
    { size: "S", stockCount: 0 },
  ]);
  const images = await bench.db
    .select()
    .from(productImages)
    .where(eq(productImages.productId, id))
    .orderBy(productImages.position);
  expect(images.map(({ primaryImage }) => primaryImage)).toEqual([false, true]);
});

test("repeated copies of one product never collide", async () => {
  const { actor } = bench;
  let productId = await original();
  const names: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    const [copy] = await Promise.all([
      duplicateProduct(bench, { actor, productId }),
      duplicateProduct(bench, { actor, productId }),
    ]);
    if (!copy.ok) throw new Error(copy.error);
    productId = copy.value.id;
    names.push(copy.value.name);
  }
  expect(await bench.db.$count(products)).toBe(7);
  expect(names.at(-1)).toBe("Kaieteur Gown (copy) (copy) (copy)");
});

test("a deleted or unknown product cannot be copied", async () => {
  const gone = await addProduct(bench.db, "Gone", { deletedAt: new Date(0) });
  for (const productId of [gone, newId(), "gown"]) {
    expect(await duplicateProduct(bench, { actor: bench.actor, productId })).toEqual({
      ok: false,
      error: "not_found",
    });
  }
});

test("only an admin copies products", async () => {
  const productId = await original();
  for (const actor of bench.strangers) {
    expect(await duplicateProduct(bench, { actor, productId })).toEqual({
      ok: false,
      error: "forbidden",
    });
  }
  expect(await bench.db.$count(products)).toBe(1);
});
