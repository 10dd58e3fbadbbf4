import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newId } from "#core/ids.ts";
import { money } from "#core/money-amount.ts";
import type { ColorColumn } from "#db/schema/catalog.server.ts";
import {
  categoryImages,
  productCategories,
  productImages,
  products,
  productVariants,
} from "#db/schema/catalog.server.ts";
import { media, pageHeroImages } from "#db/schema/media.server.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { findHeroes, findProduct, findProductsByIds } from "./catalog-queries.server.ts";
import type { CollectionSlug } from "./collection.ts";
import { COLLECTIONS } from "./collection.ts";
import { findCollectionPage } from "./collection-queries.server.ts";
import { listCatalogProducts, listFeatured, listShopProducts } from "./listing-queries.server.ts";
import type { Gender } from "./product.ts";

let shop: TestDatabase;
let minute = 0;

beforeEach(async () => {
  shop = await createTestDatabase();
});
afterEach(() => shop.close());

async function addCategory(name: string): Promise<string> {
  const id = newId();
  await shop.db.insert(productCategories).values({ id, name });
  return id;
}

type Piece = {
  categoryId?: string;
  gender?: Gender;
  garmentType?: string;
  inStock?: boolean;
  featured?: boolean;
  deletedAt?: Date;
  colors?: ColorColumn[];
};

/** Adds a product, each newer than the one before. */
async function addProduct(name: string, piece: Piece = {}): Promise<string> {
  const id = newId();
  minute += 1;
  const createdAt = new Date(Date.UTC(2026, 0, 1, 0, minute));
  await shop.db
    .insert(products)
    .values({ id, slug: id, name, priceMinor: 24_900, createdAt, ...piece });
  return id;
}

async function addPicture(name: string): Promise<string> {
  const id = newId();
  await shop.db.insert(media).values({
    id,
    name,
    storageKey: name,
    mimeType: "image/webp",
    byteSize: 10,
    width: 1200,
    height: 1500,
    altText: name,
    focalX: 0.25,
  });
  return id;
}

const names = (listing: { products: readonly { name: string }[] }) =>
  listing.products.map((product) => product.name);
const collectionPage = (slug: CollectionSlug, gender: "female" | "male" = "female", page = 1) =>
  findCollectionPage(shop.db, { collection: COLLECTIONS[slug], gender, page });

describe("the shop's grid", () => {
  it("shows what is in stock and not deleted, newest first", async () => {
    await addProduct("Old");
    await addProduct("Sold out", { inStock: false });
    await addProduct("Deleted", { deletedAt: new Date(0) });
    await addProduct("New");
    const listing = await listShopProducts(shop.db, { gender: "all", page: 1 });
    expect(names(listing)).toEqual(["New", "Old"]);
    expect(listing).toMatchObject({ total: 2, page: 1, pageCount: 1 });
  });

  it("shows the chosen gender and unisex", async () => {
    await addProduct("Hers", { gender: "female" });
    await addProduct("His", { gender: "male" });
    await addProduct("Anyone's", { gender: "unisex" });
    const listing = await listShopProducts(shop.db, { gender: "male", page: 1 });
    expect(names(listing)).toEqual(["Anyone's", "His"]);
    expect(listing.total).toBe(2);
  });

  it("has 24 pieces a page, none twice and none lost, and an empty page behind the last", async () => {
    for (let piece = 1; piece <= 50; piece += 1) {
      await addProduct(`Piece ${piece}`, { gender: piece % 2 === 0 ? "female" : "unisex" });
    }
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => listShopProducts(shop.db, { gender: "female", page })),
    );
    expect(pages.map((page) => page.products.length)).toEqual([24, 24, 2, 0]);
    expect(pages.flatMap(names)).toEqual(Array.from({ length: 50 }, (_, at) => `Piece ${50 - at}`));
    expect(pages.every((page) => page.total === 50 && page.pageCount === 3)).toBe(true);
  });

  it("gives a card its price, category, pictures with the primary one first, and variants in order", async () => {
    const categoryId = await addCategory("Business Attire");
    const id = await addProduct("Suit", { categoryId, colors: [{ hex: "#1F2A3C", name: "Navy" }] });
    const [side, front] = [await addPicture("side"), await addPicture("front")];
    await shop.db.insert(productImages).values([
      { productId: id, mediaId: side, position: 0 },
      { productId: id, mediaId: front, position: 1, primaryImage: true, altText: "Suit, front" },
    ]);
    await shop.db.insert(productVariants).values([
      { productId: id, size: "M", color: "#1F2A3C", sku: "m", stockCount: 0, position: 1 },
      { productId: id, size: "S", color: "#1F2A3C", sku: "s", stockCount: null, position: 0 },
    ]);
    const {
      products: [card],
    } = await listShopProducts(shop.db, { gender: "all", page: 1 });
    const picture = { width: 1200, height: 1500, focalX: 0.25, focalY: 0.5 };
    expect(card).toMatchObject({
      id,
      price: money(24_900),
      categoryName: "Business Attire",
      images: [
        { id: front, alt: "Suit, front", ...picture },
        { id: side, alt: "Suit", ...picture },
      ],
      variants: [
        { size: "S", color: "#1F2A3C", stockCount: null },
        { size: "M", color: "#1F2A3C", stockCount: 0 },
      ],
    });
  });
});

it("lists in the catalog the garment types of the six filters, and under a filter its own", async () => {
  await addProduct("Gown", { garmentType: "dress" });
  await addProduct("Skirt", { garmentType: "skirt" });
  await addProduct("Suit", { garmentType: "suit" });
  expect(names(await listCatalogProducts(shop.db, { filter: null, page: 1 }))).toEqual([
    "Suit",
    "Gown",
  ]);
  expect(await listCatalogProducts(shop.db, { filter: "dresses", page: 1 })).toMatchObject({
    products: [{ name: "Gown" }],
    total: 1,
  });
});

it("puts featured pieces in stock on the home page's shelf, at most as many as asked for", async () => {
  await addProduct("First", { featured: true });
  await addProduct("Second", { featured: true });
  await addProduct("Plain");
  await addProduct("Third", { featured: true });
  await addProduct("Gone", { featured: true, inStock: false });
  const shelf = await listFeatured(shop.db, 2);
  expect(shelf.map((product) => product.name)).toEqual(["Third", "Second"]);
});

describe("a collection page", () => {
  it("shows its own category's products and those of other categories that its keywords match", async () => {
    const own = await addCategory("Evening Elegance");
    const business = await addCategory("Business Attire");
    const custom = await addCategory("Winter Formal");
    await addProduct("Gown", { categoryId: own });
    await addProduct("Blazer", { categoryId: business });
    await addProduct("Cape", { categoryId: custom });
    expect(names((await collectionPage("evening-elegance")).listing)).toEqual(["Cape", "Gown"]);
    expect(names((await collectionPage("business-attire")).listing)).toEqual(["Cape", "Blazer"]);
    expect(names((await collectionPage("seasonal-selection")).listing)).toEqual(["Cape"]);
  });

  it("shows the first 8 of the gender when nothing matches, and says that it did", async () => {
    for (let piece = 1; piece <= 9; piece += 1)
      await addProduct(`Piece ${piece}`, { gender: "male" });
    await addProduct("Hers", { gender: "female" });
    const { listing, isFallback } = await collectionPage("lounge-wear", "male");
    expect(names(listing)).toEqual([9, 8, 7, 6, 5, 4, 3, 2].map((piece) => `Piece ${piece}`));
    expect({ isFallback, total: listing.total, pageCount: listing.pageCount }).toEqual({
      isFallback: true,
      total: 8,
      pageCount: 1,
    });
  });

  it("is empty when the gender has nothing at all", async () => {
    expect(await collectionPage("lounge-wear")).toMatchObject({
      listing: { total: 0 },
      isFallback: false,
    });
  });

  it("keeps women's accessories off the men's page, whatever the toggle in the address, and never falls back", async () => {
    const women = await addCategory("Women's Accessories");
    await addProduct("Scarf", { categoryId: women, gender: "unisex" });
    await addProduct("Coat", { gender: "male" });
    expect((await collectionPage("mens-accessories", "female")).listing.total).toBe(0);
    expect(names((await collectionPage("womens-accessories", "male")).listing)).toEqual(["Scarf"]);
    const men = await addCategory("Men's Accessories");
    await addProduct("Tie", { categoryId: men, gender: "male" });
    await addProduct("Hat", { categoryId: men, gender: "unisex" });
    await addProduct("Her belt", { categoryId: men, gender: "female" });
    expect(names((await collectionPage("accessories")).listing)).toEqual(["Hat", "Tie"]);
  });

  it("wears the picture of its own category", async () => {
    const custom = await addCategory("Casual Fridays");
    const own = await addCategory("smart casual");
    const [first, second] = [await addPicture("first"), await addPicture("second")];
    await shop.db.insert(categoryImages).values([
      { categoryId: custom, mediaId: first },
      { categoryId: own, mediaId: second },
    ]);
    expect((await collectionPage("casual-luxury")).hero).toMatchObject({
      id: second,
      alt: "second",
    });
    expect((await collectionPage("lounge-wear")).hero).toBeNull();
  });
});

describe("one product", () => {
  it("is found sold out too, with the collection it belongs to", async () => {
    const categoryId = await addCategory("Smart Casual");
    const id = await addProduct("Tee", { categoryId, inStock: false });
    expect(await findProduct(shop.db, id)).toMatchObject({
      name: "Tee",
      inStock: false,
      collectionPath: "/collections/casual-luxury",
      price: money(24_900),
    });
  });

  it("is not found when the id is unknown, malformed or of a deleted product", async () => {
    const deleted = await addProduct("Gone", { deletedAt: new Date(0) });
    for (const id of [deleted, newId(), "", "1", "'; drop table products; --", "\u0000"]) {
      expect(await findProduct(shop.db, id)).toBeNull();
    }
  });
});

it("finds products for pricing by id, deleted ones included, with the ids of their variants", async () => {
  const kept = await addProduct("Kept");
  const deleted = await addProduct("Gone", { deletedAt: new Date("2026-02-03T04:05:06Z") });
  const variant = newId();
  await shop.db
    .insert(productVariants)
    .values({ id: variant, productId: kept, size: "M", sku: "m", stockCount: 3 });
  const found = await findProductsByIds(shop.db, [kept, deleted, kept, newId(), "nonsense"]);
  expect(found).toHaveLength(2);
  expect(found.find((product) => product.id === kept)).toMatchObject({
    deletedAt: null,
    price: money(24_900),
    variants: [{ id: variant, size: "M", color: "", stockCount: 3 }],
  });
  expect(found.find((product) => product.id === deleted)?.deletedAt).toEqual(
    new Date("2026-02-03T04:05:06Z"),
  );
  expect(await findProductsByIds(shop.db, ["nonsense"])).toEqual([]);
});

it("finds the hero pictures of pages, null where a page has none", async () => {
  const picture = await addPicture("cloth");
  await shop.db.insert(pageHeroImages).values({ pageName: "home", mediaId: picture });
  expect(await findHeroes(shop.db, ["home", "new-dawn"])).toEqual({
    home: { id: picture, alt: "cloth", width: 1200, height: 1500, focalX: 0.25, focalY: 0.5 },
    "new-dawn": null,
  });
});

it("keeps the totals true through every kind of change to products and categories", async () => {
  const categoryId = await addCategory("Lounge Wear");
  for (let piece = 1; piece <= 6; piece += 1) await addProduct(`Piece ${piece}`, { categoryId });
  const total = async () => (await listShopProducts(shop.db, { gender: "all", page: 1 })).total;
  const ofCollection = async () => (await collectionPage("lounge-wear")).listing.total;
  await shop.db.execute(sql`update products set in_stock = false where name = 'Piece 1'`);
  await shop.db.execute(
    sql`update products set gender = 'male', garment_type = 'coat' where name = 'Piece 2'`,
  );
  await shop.db.execute(sql`update products set deleted_at = now() where name = 'Piece 3'`);
  await shop.db.execute(sql`delete from products where name = 'Piece 4'`);
  expect([await total(), await ofCollection()]).toEqual([3, 2]);
  await shop.db.execute(sql`update products set in_stock = true where name = 'Piece 1'`);
  expect([await total(), await ofCollection()]).toEqual([4, 3]);
  await shop.db.execute(sql`delete from product_categories`);
  expect(await total()).toBe(4);
  await shop.db.execute(sql`truncate products cascade`);
  expect(await total()).toBe(0);
});
