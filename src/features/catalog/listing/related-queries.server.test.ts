import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newId } from "#core/ids.ts";
import { money } from "#core/money-amount.ts";
import { productImages } from "#db/schema/catalog.server.ts";
import { productPriceKey } from "#features/catalog/recently-viewed.ts";
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
  it("has four others of its category or garment type, newest first", async () => {
    const categoryId = await addCategory(shop.db, "Evening Elegance");
    const dress = { categoryId, garmentType: "dress" };
    await addProduct(shop.db, "Oldest kin", dress);
    await addProduct(shop.db, "Same category", { categoryId, garmentType: "suit" });
    await addProduct(shop.db, "Same garment", { garmentType: "dress" });
    const gown = await addProduct(shop.db, "Gown", dress);
    await addProduct(shop.db, "Both", dress);
    await addProduct(shop.db, "Stranger", { garmentType: "shirt" });
    await addProduct(shop.db, "Newest kin", dress);
    expect(await related(gown)).toEqual(["Newest kin", "Both", "Same garment", "Same category"]);
  });

  it("is filled with the shop's newest when its kind has too few", async () => {
    await addProduct(shop.db, "Old stranger", { garmentType: "shirt" });
    const kin = { garmentType: "dress" };
    await addProduct(shop.db, "Kin", kin);
    const gown = await addProduct(shop.db, "Gown", kin);
    await addProduct(shop.db, "New stranger", { garmentType: "shirt" });
    expect(await related(gown)).toEqual(["Kin", "New stranger", "Old stranger"]);
  });

  it("has the same gender or unisex", async () => {
    const gown = await addProduct(shop.db, "Gown", { gender: "female" });
    const suit = await addProduct(shop.db, "Suit", { gender: "male" });
    const scarf = await addProduct(shop.db, "Scarf", { gender: "unisex" });
    expect(await related(gown)).toEqual(["Scarf"]);
    expect(await related(suit)).toEqual(["Scarf"]);
    expect(await related(scarf)).toEqual(["Suit", "Gown"]);
  });

  it("has no sold-out or deleted product, and exists for a sold-out product", async () => {
    const gown = await addProduct(shop.db, "Gown", { inStock: false });
    await addProduct(shop.db, "Sold out", { inStock: false });
    await addProduct(shop.db, "Deleted", { deletedAt: new Date(0) });
    await addProduct(shop.db, "Here");
    expect(await related(gown)).toEqual(["Here"]);
  });

  it("is empty for an unknown, malformed or deleted id", async () => {
    const deleted = await addProduct(shop.db, "Deleted", { deletedAt: new Date(0) });
    await addProduct(shop.db, "Here");
    for (const id of [newId(), "no-id", deleted]) expect(await related(id)).toBeNull();
  });

  it("has price and primary image", async () => {
    const [gown, coat] = [await addProduct(shop.db, "Gown"), await addProduct(shop.db, "Coat")];
    const [side, front] = [await addImage(shop.db, "side"), await addImage(shop.db, "front")];
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
        picture: { id: front, focalX: 0.25, focalY: 0.5 },
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
