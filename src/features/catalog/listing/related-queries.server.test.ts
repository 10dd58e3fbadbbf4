import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newId } from "#core/ids.ts";
import { money } from "#core/money-amount.ts";
import { productImages } from "#db/schema/catalog.server.ts";
import { productPriceKey } from "#features/catalog/products/recently-viewed.ts";
import { addCategory, addImage, addProduct } from "#tests/support/catalog.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { findRelatedProducts, listCurrentPrices } from "./catalog-queries.server.ts";

let shop: TestDatabase;

beforeEach(async () => {
  shop = await createTestDatabase();
});
afterEach(() => shop.close());

const related = async (id: string) =>
  (await findRelatedProducts(shop.db, id))?.map(({ name }) => name) ?? null;

describe("the list of related products", () => {
  it("has one of each group that completes it before a second of any, those of its category first", async () => {
    const categoryId = await addCategory(shop.db, "Evening Elegance");
    await addProduct(shop.db, "Blazer", { garmentType: "jacket" });
    await addProduct(shop.db, "Own coat", { categoryId, garmentType: "outerwear" });
    await addProduct(shop.db, "Older bag", { garmentType: "accessory" });
    await addProduct(shop.db, "Newest coat", { garmentType: "outerwear" });
    const gown = await addProduct(shop.db, "Gown", { categoryId, garmentType: "dress" });
    await addProduct(shop.db, "Newest bag", { garmentType: "accessory" });
    expect(await related(gown)).toEqual(["Own coat", "Newest bag", "Newest coat", "Older bag"]);
  });

  it("never has an alternative: another of its own group, or of one that is worn instead", async () => {
    const gown = await addProduct(shop.db, "Gown", { garmentType: "dress" });
    const skirt = await addProduct(shop.db, "Skirt", { garmentType: "skirt" });
    const shirt = await addProduct(shop.db, "Shirt", { garmentType: "shirt" });
    await addProduct(shop.db, "Dress", { garmentType: "dress" });
    await addProduct(shop.db, "Trousers", { garmentType: "pants" });
    await addProduct(shop.db, "Tee", { garmentType: "top" });
    expect(await related(gown)).toEqual([]);
    expect(await related(skirt)).toEqual(["Tee", "Shirt"]);
    expect(await related(shirt)).toEqual(["Trousers", "Skirt"]);
  });

  it("is empty for a garment that nothing completes, and for one without a known type", async () => {
    const robe = await addProduct(shop.db, "Robe", { garmentType: "loungewear" });
    const other = await addProduct(shop.db, "Other", { garmentType: "other" });
    await addProduct(shop.db, "Scarf", { garmentType: "accessory" });
    expect([await related(robe), await related(other)]).toEqual([[], []]);
  });

  it("has the same gender or unisex", async () => {
    const bag = { garmentType: "accessory" };
    const gown = await addProduct(shop.db, "Gown", { gender: "female", garmentType: "dress" });
    const suit = await addProduct(shop.db, "Suit", { gender: "male", garmentType: "suit" });
    const scarf = await addProduct(shop.db, "Scarf", { gender: "unisex", ...bag });
    await addProduct(shop.db, "Her bag", { gender: "female", ...bag });
    await addProduct(shop.db, "His tie", { gender: "male", ...bag });
    expect(await related(gown)).toEqual(["Her bag", "Scarf"]);
    expect(await related(suit)).toEqual(["His tie", "Scarf"]);
    expect((await related(scarf))?.toSorted()).toEqual(["Gown", "Suit"]);
  });

  it("has no sold-out or deleted product, and exists for a sold-out product", async () => {
    const bag = { garmentType: "accessory" };
    const gown = await addProduct(shop.db, "Gown", { inStock: false, garmentType: "dress" });
    await addProduct(shop.db, "Sold out", { inStock: false, ...bag });
    await addProduct(shop.db, "Deleted", { deletedAt: new Date(0), ...bag });
    await addProduct(shop.db, "Here", bag);
    expect(await related(gown)).toEqual(["Here"]);
  });

  it("is empty for an unknown, malformed or deleted id", async () => {
    const deleted = await addProduct(shop.db, "Deleted", { deletedAt: new Date(0) });
    await addProduct(shop.db, "Here");
    for (const id of [newId(), "no-id", deleted]) expect(await related(id)).toBeNull();
  });

  it("has price and primary image", async () => {
    const gown = await addProduct(shop.db, "Gown", { garmentType: "dress" });
    const coat = await addProduct(shop.db, "Coat", { garmentType: "outerwear" });
    const side = await addImage(shop.db, "side");
    const front = await addImage(shop.db, "front");
    await shop.db.insert(productImages).values([
      { productId: coat, mediaId: side, position: 0 },
      { productId: coat, mediaId: front, position: 1, primaryImage: true },
    ]);
    expect(await findRelatedProducts(shop.db, gown)).toEqual([
      {
        priceVaries: false,
        id: coat,
        name: "Coat",
        price: money(24_900),
        image: { id: front, focalX: 0.25, focalY: 0.5 },
      },
    ]);
  });
});

describe("current prices", () => {
  it("are formatted, null for sold-out products, and omit deleted ones", async () => {
    const here = await addProduct(shop.db, "Here");
    const soldOut = await addProduct(shop.db, "Sold out", { inStock: false });
    await addProduct(shop.db, "Deleted", { deletedAt: new Date(0) });
    expect(await listCurrentPrices(shop.db)).toEqual({
      [productPriceKey(here)]: "$249.00",
      [productPriceKey(soldOut)]: null,
    });
  });
});
