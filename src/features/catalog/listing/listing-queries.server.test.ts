import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { money } from "#core/money-amount.ts";
import { categoryImages, productImages, productVariants } from "#db/schema/catalog.server.ts";
import { addCategory, addImage, addProduct } from "#tests/support/catalog.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import type { CollectionSlug } from "./collection.ts";
import { COLLECTIONS } from "./collection.ts";
import {
  findCatalogPage,
  findCollectionPage,
  findHomePage,
  findShopPage,
} from "./listing-queries.server.ts";

let shop: TestDatabase;

beforeEach(async () => {
  shop = await createTestDatabase();
});
afterEach(() => shop.close());

const names = (listing: { products: readonly { name: string }[] }) =>
  listing.products.map((product) => product.name);
const collectionPage = (slug: CollectionSlug, gender: "female" | "male" = "female", page = 1) =>
  findCollectionPage(shop.db, { collection: COLLECTIONS[slug], gender, page });

describe("the shop's grid", () => {
  // Specification 4.29, 7.8
  it("shows products in stock, newest first", async () => {
    await addProduct(shop.db, "Old");
    await addProduct(shop.db, "Sold out", { inStock: false });
    await addProduct(shop.db, "Deleted", { deletedAt: new Date(0) });
    await addProduct(shop.db, "New");
    const { listing } = await findShopPage(shop.db, { gender: "all", page: 1 });
    expect(names(listing)).toEqual(["New", "Old"]);
    expect(listing).toMatchObject({ total: 2, page: 1, pageCount: 1 });
  });

  // Specification 7.9
  it("shows the chosen gender and unisex", async () => {
    await addProduct(shop.db, "Hers", { gender: "female" });
    await addProduct(shop.db, "His", { gender: "male" });
    await addProduct(shop.db, "Anyone's", { gender: "unisex" });
    const { listing } = await findShopPage(shop.db, { gender: "male", page: 1 });
    expect(names(listing)).toEqual(["Anyone's", "His"]);
    expect(listing.total).toBe(2);
  });

  it("has 12 products per page, each exactly once, and an empty page after the last", async () => {
    for (let product = 1; product <= 26; product += 1) {
      await addProduct(shop.db, `Piece ${product}`, {
        gender: product % 2 === 0 ? "female" : "unisex",
      });
    }
    // Sequential, so that one connection uses one plan.
    const pages = [];
    for (const page of [1, 2, 3, 4]) {
      pages.push((await findShopPage(shop.db, { gender: "female", page })).listing);
    }
    expect(pages.map((page) => page.products.length)).toEqual([12, 12, 2, 0]);
    expect(pages.flatMap(names)).toEqual(Array.from({ length: 26 }, (_, at) => `Piece ${26 - at}`));
    expect(pages.every((page) => page.total === 26 && page.pageCount === 3)).toBe(true);
  });

  // Specification 3.1, 3.2, 3.3, 3.4, 7.8, 7.11, 7.19
  it("gives a card its price, category, images with the primary first, and variants in order", async () => {
    const categoryId = await addCategory(shop.db, "Business Attire");
    const id = await addProduct(shop.db, "Suit", {
      categoryId,
      colors: [{ hex: "#1F2A3C", name: "Navy" }],
    });
    const side = await addImage(shop.db, "side");
    const front = await addImage(shop.db, "front");
    await shop.db.insert(productImages).values([
      { productId: id, mediaId: side, position: 0 },
      { productId: id, mediaId: front, position: 1, primaryImage: true, altText: "Suit, front" },
    ]);
    await shop.db.insert(productVariants).values([
      { productId: id, size: "M", color: "#1F2A3C", sku: "m", stockCount: 0, position: 1 },
      { productId: id, size: "S", color: "#1F2A3C", sku: "s", stockCount: null, position: 0 },
    ]);
    const { listing } = await findShopPage(shop.db, { gender: "all", page: 1 });
    const [card] = listing.products;
    const image = { width: 1200, height: 1500, focalX: 0.25, focalY: 0.5 };
    expect(card).toMatchObject({
      id,
      price: money(24_900),
      categoryName: "Business Attire",
      images: [
        { id: front, alt: "Suit, front", ...image },
        { id: side, alt: "Suit", ...image },
      ],
      variants: [
        { size: "S", color: "#1F2A3C", stockCount: null },
        { size: "M", color: "#1F2A3C", stockCount: 0 },
      ],
    });
  });
});

it("lists in the catalog the garment types of the six filters, and for one filter its own", async () => {
  await addProduct(shop.db, "Gown", { garmentType: "dress" });
  await addProduct(shop.db, "Skirt", { garmentType: "skirt" });
  await addProduct(shop.db, "Suit", { garmentType: "suit" });
  expect(names((await findCatalogPage(shop.db, { filter: null, page: 1 })).listing)).toEqual([
    "Suit",
    "Gown",
  ]);
  expect((await findCatalogPage(shop.db, { filter: "dresses", page: 1 })).listing).toMatchObject({
    products: [{ name: "Gown" }],
    total: 1,
  });
});

// Specification 3.2, 4.29
it("lists featured products in stock on the home page, up to the requested number", async () => {
  await addProduct(shop.db, "First", { featured: true });
  await addProduct(shop.db, "Second", { featured: true });
  await addProduct(shop.db, "Plain");
  await addProduct(shop.db, "Third", { featured: true });
  await addProduct(shop.db, "Gone", { featured: true, inStock: false });
  const { featured } = await findHomePage(shop.db, 2);
  expect(featured.map((product) => product.name)).toEqual(["Third", "Second"]);
});

describe("a collection page", () => {
  // Specification 3.2, 7.9
  it("shows its own category's products and those of other categories that its keywords match", async () => {
    const own = await addCategory(shop.db, "Evening Elegance");
    const business = await addCategory(shop.db, "Business Attire");
    const custom = await addCategory(shop.db, "Winter Formal");
    await addProduct(shop.db, "Gown", { categoryId: own });
    await addProduct(shop.db, "Blazer", { categoryId: business });
    await addProduct(shop.db, "Cape", { categoryId: custom });
    expect(names((await collectionPage("evening-elegance")).listing)).toEqual(["Cape", "Gown"]);
    expect(names((await collectionPage("business-attire")).listing)).toEqual(["Cape", "Blazer"]);
    expect(names((await collectionPage("seasonal-selection")).listing)).toEqual(["Cape"]);
  });

  // Specification 9.23
  it("shows the first 8 products of the gender when nothing matches, and reports the fallback", async () => {
    for (let product = 1; product <= 9; product += 1)
      await addProduct(shop.db, `Piece ${product}`, { gender: "male" });
    await addProduct(shop.db, "Hers", { gender: "female" });
    const { listing, isFallback } = await collectionPage("lounge-wear", "male");
    expect(names(listing)).toEqual([9, 8, 7, 6, 5, 4, 3, 2].map((product) => `Piece ${product}`));
    expect({ isFallback, total: listing.total, pageCount: listing.pageCount }).toEqual({
      isFallback: true,
      total: 8,
      pageCount: 1,
    });
  });

  it("is empty when the gender has no product", async () => {
    expect(await collectionPage("lounge-wear")).toMatchObject({
      listing: { total: 0 },
      isFallback: false,
    });
  });

  // Specification 2.45, 7.10, 7.12
  it("keeps women's accessories off the men's page for any gender in the URL, and has no fallback", async () => {
    const women = await addCategory(shop.db, "Women's Accessories");
    await addProduct(shop.db, "Scarf", { categoryId: women, gender: "unisex" });
    await addProduct(shop.db, "Coat", { gender: "male" });
    expect((await collectionPage("mens-accessories", "female")).listing.total).toBe(0);
    expect(names((await collectionPage("womens-accessories", "male")).listing)).toEqual(["Scarf"]);
    const men = await addCategory(shop.db, "Men's Accessories");
    await addProduct(shop.db, "Tie", { categoryId: men, gender: "male" });
    await addProduct(shop.db, "Hat", { categoryId: men, gender: "unisex" });
    await addProduct(shop.db, "Her belt", { categoryId: men, gender: "female" });
    expect(names((await collectionPage("accessories")).listing)).toEqual(["Hat", "Tie"]);
  });

  // Specification 3.13, 7.24
  it("has the image of its own category", async () => {
    const custom = await addCategory(shop.db, "Casual Fridays");
    const own = await addCategory(shop.db, "smart casual");
    const first = await addImage(shop.db, "first");
    const second = await addImage(shop.db, "second");
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

it("has correct totals after every kind of change to products and categories", async () => {
  const categoryId = await addCategory(shop.db, "Lounge Wear");
  for (let product = 1; product <= 6; product += 1)
    await addProduct(shop.db, `Piece ${product}`, { categoryId });
  const total = async () => (await findShopPage(shop.db, { gender: "all", page: 1 })).listing.total;
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
  // `cascade` reaches the contracts of orders, and their trigger refuses a truncate.
  await shop.db.execute(sql`alter table contracts disable trigger contracts_kept`);
  await shop.db.execute(sql`truncate products cascade`);
  expect(await total()).toBe(0);
});
