import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { productImages, products } from "#db/schema/catalog.server.ts";
import { addCategory, addImage, addProduct } from "#tests/support/catalog.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { addManyProducts } from "#tests/support/many-products.ts";
import {
  listCategoryChanges,
  listSitemapParts,
  readSitemapPart,
} from "./feed-and-sitemap-queries.server.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(products);
});

async function idsOf(number: number, size: number): Promise<string[]> {
  const ids: string[] = [];
  for await (const rows of readSitemapPart(database.db, { number, size })) {
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}

describe("the data of the sitemap", () => {
  it("has each product in exactly one part, for any size of parts", async () => {
    await addManyProducts(database.db, 2_300);
    const parts = await listSitemapParts(database.db, 1_500);
    expect(parts).toHaveLength(2);
    const ids = [...(await idsOf(0, 1_500)), ...(await idsOf(1, 1_500))];
    expect(ids).toHaveLength(2_300);
    expect(new Set(ids).size).toBe(2_300);
    expect(await idsOf(2, 1_500)).toEqual([]);
  });

  it("is empty in an empty shop", async () => {
    expect(await listSitemapParts(database.db, 10)).toEqual([]);
    expect(await idsOf(0, 10)).toEqual([]);
    expect(await listCategoryChanges(database.db)).toEqual([]);
  });

  it("has a product's images, the primary first, and its last change", async () => {
    const { db } = database;
    const productId = await addProduct(db, "Gown");
    const back = await addImage(db, "back");
    const front = await addImage(db, "front");
    await db.insert(productImages).values([
      { productId, mediaId: back, position: 0 },
      { productId, mediaId: front, position: 1, primaryImage: true },
    ]);
    const changedAt = new Date("2026-03-01T12:00:00.000Z");
    await db.update(products).set({ updatedAt: changedAt }).where(eq(products.id, productId));
    const { value } = await readSitemapPart(db, { number: 0, size: 10 }).next();
    expect(value?.[0]).toEqual({ id: productId, changedAt, imageIds: [front, back] });
    expect(await listSitemapParts(db, 10)).toEqual([changedAt]);
  });

  it("counts a deleted product as a change of its category, and in no part", async () => {
    const { db } = database;
    const categoryId = await addCategory(db, "Lounge Wear");
    const deletedAt = new Date("2027-01-01T00:00:00.000Z");
    await addProduct(db, "Gone", { categoryId, deletedAt });
    expect(await listCategoryChanges(db)).toEqual([
      { categoryName: "Lounge Wear", slug: expect.any(String), changedAt: deletedAt },
    ]);
    expect(await idsOf(0, 10)).toEqual([]);
  });
});
