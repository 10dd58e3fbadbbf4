import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newId } from "#core/ids.ts";
import { money } from "#core/money-amount.ts";
import { productImages, productVariants } from "#db/schema/catalog.server.ts";
import { pageHeroImages } from "#db/schema/media.server.ts";
import { addCategory, addImage, addProduct } from "#tests/support/catalog.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import {
  findHeroes,
  findProduct,
  findProductsByIds,
  findProductWithSkus,
  findStockCounts,
} from "./catalog-queries.server.ts";
import { findHomePage, findShopPage } from "./listing-queries.server.ts";

let shop: TestDatabase;

beforeEach(async () => {
  shop = await createTestDatabase();
});
afterEach(() => shop.close());

describe("one product", () => {
  // Specification 3.1, 7.18
  it("is found also when sold out, with its collection", async () => {
    const categoryId = await addCategory(shop.db, "Smart Casual");
    const id = await addProduct(shop.db, "Tee", { categoryId, inStock: false });
    expect(await findProduct(shop.db, id)).toMatchObject({
      name: "Tee",
      inStock: false,
      collectionPath: "/collections/casual-luxury",
      price: money(24_900),
    });
  });

  // Specification 3.5
  it("shows the primary image first, or the first one", async () => {
    const id = await addProduct(shop.db, "Suit");
    const side = await addImage(shop.db, "side");
    const front = await addImage(shop.db, "front");
    await shop.db.insert(productImages).values([
      { productId: id, mediaId: front, position: 1 },
      { productId: id, mediaId: side, position: 0 },
    ]);
    const shown = async () => (await findProduct(shop.db, id))?.images.map((image) => image.id);
    expect(await shown()).toEqual([side, front]);
    await shop.db
      .update(productImages)
      .set({ primaryImage: true })
      .where(eq(productImages.mediaId, front));
    expect(await shown()).toEqual([front, side]);
  });

  // Specification 7.18
  it("is not found by an unknown or malformed id or when deleted", async () => {
    const deleted = await addProduct(shop.db, "Gone", { deletedAt: new Date(0) });
    for (const id of [deleted, newId(), "", "1", "'; drop table products; --", "\u0000"]) {
      expect(await findProduct(shop.db, id)).toBeNull();
    }
  });
});

it("the stock of a product's page is exact up to 3, and the requested stock up to 99", async () => {
  const id = await addProduct(shop.db, "Counted");
  const deleted = await addProduct(shop.db, "Gone", { deletedAt: new Date() });
  const made = await addProduct(shop.db, "Made to order");
  const counts = { XS: 0, S: 1, M: 3, L: 4, XL: 99, XXL: 100, Custom: null };
  await shop.db.insert(productVariants).values(
    Object.entries(counts).map(([size, stockCount], position) => {
      return { productId: id, size, sku: size, stockCount, position };
    }),
  );
  const page = await findProductWithSkus(shop.db, id);
  const shown = page?.product.variants.map(({ stockCount }) => stockCount);
  expect(shown).toEqual([0, 1, 3, 100, 100, 100, null]);
  const requested = await Promise.all(
    [id, id.toUpperCase(), deleted, made, newId(), "nonsense"].map((each) =>
      findStockCounts(shop.db, each),
    ),
  );
  const exact = { "XS|": 0, "S|": 1, "M|": 3, "L|": 4, "XL|": 99, "XXL|": 100 };
  expect(requested).toEqual([exact, exact, null, {}, null, null]);
});

it("products for pricing are found by id, including deleted ones, with their variant ids", async () => {
  const listed = await addProduct(shop.db, "Listed");
  const deleted = await addProduct(shop.db, "Gone", {
    deletedAt: new Date("2026-02-03T04:05:06Z"),
  });
  const variant = newId();
  await shop.db
    .insert(productVariants)
    .values({ id: variant, productId: listed, size: "M", sku: "m", stockCount: 3 });
  const found = await findProductsByIds(shop.db, [listed, deleted, listed, newId(), "nonsense"]);
  expect(found).toHaveLength(2);
  expect(found.find((product) => product.id === listed)).toMatchObject({
    deletedAt: null,
    price: money(24_900),
    variants: [{ id: variant, size: "M", color: "", stockCount: 3 }],
  });
  expect(found.find((product) => product.id === deleted)?.deletedAt).toEqual(
    new Date("2026-02-03T04:05:06Z"),
  );
  expect(await findProductsByIds(shop.db, ["nonsense"])).toEqual([]);
});

// Specification 3.14, 7.25
it("the hero images of pages are found, null where a page has none", async () => {
  const image = await addImage(shop.db, "cloth");
  await shop.db.insert(pageHeroImages).values({ pageName: "home", mediaId: image });
  expect(await findHeroes(shop.db, ["home", "new-dawn"])).toEqual({
    home: { id: image, alt: "cloth", width: 1200, height: 1500, focalX: 0.25, focalY: 0.5 },
    "new-dawn": null,
  });
  expect((await findHomePage(shop.db, 8)).heroes.home).toMatchObject({ id: image });
  expect((await findShopPage(shop.db, { gender: "all", page: 1 })).hero).toBeNull();
});
