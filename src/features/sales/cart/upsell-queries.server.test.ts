import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { money } from "#core/money-amount.ts";
import { products, productVariants } from "#db/schema/catalog.server.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { findUpsellProducts } from "./upsell-queries.server.ts";

let shop: TestDatabase;
beforeEach(async () => {
  shop = await createTestDatabase();
});
afterEach(() => shop.close());

type Item = { inStock?: boolean; deletedAt?: Date };

async function addProduct(slug: string, priceMinor: number, product: Item = {}) {
  const id = newId();
  await shop.db.insert(products).values({ id, slug, name: slug, priceMinor, ...product });
  await shop.db
    .insert(productVariants)
    .values({ productId: id, size: "One Size", sku: slug, stockCount: 3 });
}

describe("the upsell products", () => {
  // Specification 3.29, 9.12
  test("are the scarf and the bracelet, with prices and available variants", async () => {
    await addProduct("gold-bracelet", 12_900);
    await addProduct("silk-scarf", 8_900);
    await addProduct("silk-tie", 9_500);
    const offered = await findUpsellProducts(shop.db);
    expect(offered.map(({ slug, price }) => [slug, price])).toEqual([
      ["silk-scarf", money(8_900)],
      ["gold-bracelet", money(12_900)],
    ]);
    expect(offered[0]?.variants).toEqual([{ size: "One Size", color: "", stockCount: 3 }]);
  });

  test("leave out products that are off sale or deleted", async () => {
    await addProduct("silk-scarf", 8_900, { inStock: false });
    await addProduct("gold-bracelet", 12_900, { deletedAt: new Date(0) });
    expect(await findUpsellProducts(shop.db)).toEqual([]);
  });
});
