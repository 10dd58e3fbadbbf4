import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { productImages, products, productVariants } from "#db/schema/catalog.server.ts";
import { addCategory, addImage, addProduct } from "#tests/support/catalog.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { addManyProducts } from "#tests/support/many-products.ts";
import type { FeedProduct } from "./feed-and-sitemap-queries.server.ts";
import { listNewestProducts, readAllProducts } from "./feed-and-sitemap-queries.server.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

async function readAll(): Promise<{ all: FeedProduct[]; statements: number }> {
  const query = vi.spyOn(database.pool, "query");
  const all: FeedProduct[] = [];
  for await (const batch of readAllProducts(database.db)) all.push(...batch);
  const statements = query.mock.calls.length;
  query.mockRestore();
  return { all, statements };
}

describe("the data of feeds", () => {
  it("is empty in an empty shop", async () => {
    expect(await readAll()).toEqual({ all: [], statements: 1 });
    expect(await listNewestProducts(database.db, 20)).toEqual([]);
  });

  it("has each product with its collection, images, variants and SKUs in a fixed order", async () => {
    const { db } = database;
    const categoryId = await addCategory(db, "Evening Elegance");
    const productId = await addProduct(db, "Kaieteur Gown", { categoryId });
    const mediaId = await addImage(db, "gown");
    await db.insert(productImages).values({ productId, mediaId, primaryImage: true });
    await db.insert(productVariants).values([
      { productId, size: "M", sku: "GOWN-M", position: 1, stockCount: 2 },
      { productId, size: "S", sku: "GOWN-S", position: 0, stockCount: 0 },
    ]);
    const [gown] = (await readAll()).all;
    expect(gown).toMatchObject({
      product: {
        id: productId,
        name: "Kaieteur Gown",
        collectionPath: "/collections/evening-elegance",
        images: [{ id: mediaId }],
        variants: [
          { size: "S", stockCount: 0 },
          { size: "M", stockCount: 2 },
        ],
      },
      skus: ["GOWN-S", "GOWN-M"],
    });
    expect(gown?.createdAt).toBeInstanceOf(Date);
  });

  it("has every product once, including sold-out and without deleted ones, one statement per batch", async () => {
    const { db } = database;
    await addManyProducts(db, 450);
    await db.update(products).set({ inStock: false }).where(eq(products.slug, "many-7"));
    await db.update(products).set({ deletedAt: new Date() }).where(eq(products.slug, "many-8"));
    const { all, statements } = await readAll();
    const slugs = all.map(({ product }) => product.slug);
    expect(slugs).toHaveLength(449);
    expect(new Set(slugs).size).toBe(449);
    expect(slugs).toContain("many-7");
    expect(slugs).not.toContain("many-8");
    expect(statements).toBe(3);
  });

  it("has the newest products on sale, in one statement", async () => {
    await addManyProducts(database.db, 20);
    await database.db.update(products).set({ inStock: false }).where(eq(products.slug, "many-19"));
    const newest = await listNewestProducts(database.db, 3);
    const { rows } = await database.db.execute<{ slug: string }>(sql`
      select slug from products where in_stock and deleted_at is null order by created_at desc, id desc limit 3`);
    expect(newest).toHaveLength(3);
    expect(newest.map(({ product }) => product.slug)).toEqual(rows.map(({ slug }) => slug));
  });
});
