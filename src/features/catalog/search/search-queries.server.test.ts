import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "#core/ids.ts";
import { productCategories, products } from "#db/schema/catalog.server.ts";
import { parseListingView } from "#features/catalog/listing/listing-view.ts";
import { readDemoCatalogue } from "#server/demo-seed/demo-catalogue.server.ts";
import { addCategory, addProduct } from "#tests/support/catalog.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { addDemoProducts } from "#tests/support/demo-products.ts";
import { addManyProducts } from "#tests/support/many-products.ts";
import { MISTYPED } from "#tests/support/mistyped-searches.ts";
import { searchProducts, suggestProducts } from "./search-queries.server.ts";

let shop: TestDatabase;

beforeAll(async () => {
  shop = await createTestDatabase();
  await addDemoProducts(shop.db, await readDemoCatalogue("demo"));
  await addManyProducts(shop.db, 10_000);
}, 60_000);
afterAll(() => shop.close());

const search = (text: string, query = "", page = 1) =>
  searchProducts(shop.db, {
    text,
    gender: "all",
    view: parseListingView(new URLSearchParams(query)),
    page,
  });
const names = async (text: string, query = "") =>
  (await search(text, query)).listing.products.map(({ name }) => name);

describe("among 10,000 products", () => {
  it.each(MISTYPED)("%j finds %s in the first three", async (text, wanted) => {
    expect((await names(text)).slice(0, 3).join(", ")).toMatch(wanted);
  });

  it("the search covers name, description, category, color, material and garment type", async () => {
    expect((await search("kaieteur")).listing.total).toBe(1);
    expect((await names("hibiscus red silk crepe column"))[0]).toBe("Hibiscus Column Dress");
    expect((await search("evening elegance")).listing.total).toBeGreaterThan(1_000);
    expect((await search("gabardine")).listing.products.map(({ name }) => name)).toContain(
      "Rainy Season Trench Coat",
    );
    expect((await search("outerwear")).listing.total).toBeGreaterThan(900);
    expect((await search("filigree gold earrings")).listing.total).toBe(1);
  });

  it("trade terms find what the shop calls otherwise", async () => {
    const gowns = (await search("gown")).listing;
    const evening = (await search("evening dress")).listing;
    expect(evening.total).toBeGreaterThan(1);
    expect(gowns.total).toBeGreaterThanOrEqual(evening.total);
    expect(gowns.products[0]?.name).toBe("Kaieteur Gown");
    expect(await names("frock")).not.toEqual([]);
    expect((await names("blouses")).join()).toContain("Shirt");
  });

  it.each([
    ["scarves", /Scarf/],
    ["silk scarfs", /Scarf/],
    ["dresses", /Dress/],
    ["men's shirts", /Shirt/],
    ["trousers", /Trousers/],
    ["gifts", /Scarf|Bracelet|Clutch|Cufflinks|Earrings/],
  ])("%j finds the other number of the word", async (text, wanted) => {
    expect((await names(text))[0]).toMatch(wanted);
    expect(await search(text)).toMatchObject({ correctedText: null, unknownTerms: [] });
  });

  it("Chinese and Japanese are found by any part of a name, in any width and kana", async () => {
    const summer = "夏のドレス";
    const silk = "真丝连衣裙";
    for (const name of [summer, silk]) await addProduct(shop.db, name);
    for (const text of [summer, "ドレス", "ﾄﾞﾚｽ", "どれす", "夏", "夏 ドレス"]) {
      expect([text, await names(text)]).toEqual([text, [summer]]);
    }
    for (const text of [silk, "连衣裙", "真丝", "丝"]) {
      expect([text, await names(text)]).toEqual([text, [silk]]);
    }
    expect(await search("冬の")).toMatchObject({ unknownTerms: ["冬の"], listing: { total: 0 } });
  });

  it("Thai, Lao, Khmer and Burmese are found by each word of a name, which no space parts", async () => {
    const parts: Readonly<Record<string, readonly string[]>> = {
      เสื้อเชิ้ตผ้าลินินแขนยาวสำหรับผู้ชาย: ["เชิ้ต", "ลินิน", "แขนยาว", "เชิ้ต ลินิน", "เสื้\u200Bอ", "ผู้ชาย"],
      "ชุดเดรสผ้าไหม สีน้ำเงิน": ["เดรส", "ผ้าไหม", "น้ำเงิน", "ไหม ชุด"],
      ເສື້ອແຂນຍາວຜ້າຝ້າຍ: ["ແຂນຍາວ", "ຝ້າຍ", "ເສື້ອ"],
      អាវសូត្រដៃវែង: ["អាវ", "សូត្រ", "ដៃវែង"],
      ချည်ထည်အင်္ကျီလက်ရှည်: ["အင်္ကျီ", "လက်ရှည်", "ချည်"],
    };
    for (const name of Object.keys(parts)) await addProduct(shop.db, name);
    for (const [name, texts] of Object.entries(parts)) {
      for (const text of [name, ...texts])
        expect([text, await names(text)]).toEqual([text, [name]]);
      const begun = await suggestProducts(shop.db, [...(texts[0] ?? "")].slice(0, 3).join(""));
      expect(begun.products.map((product) => product.name)).toContain(name);
    }
    expect(await search("รองเท้า")).toMatchObject({
      unknownTerms: ["รองเท้า"],
      listing: { total: 0 },
    });
  });

  it("letters without a decomposition are found without their stroke, ligature or dot", async () => {
    for (const name of ["Łódź Coat", "İpek Elbise", "Straße Parka"])
      await addProduct(shop.db, name);
    expect(await names("lodz")).toEqual(["Łódź Coat"]);
    expect(await names("ipek")).toEqual(["İpek Elbise"]);
    expect(await names("İPEK")).toEqual(["İpek Elbise"]);
    expect(await names("strasse")).toEqual(["Straße Parka"]);
  });

  it.each(["blau", "aaaaaaaaaaaa", "return", "vest", "wallet", "grün", "watch", "waistcot"])(
    "%j finds no far-fetched product",
    async (text) => {
      const found = await search(text);
      expect(found.correctedText).toBeNull();
      expect(found.listing.products.map(({ name }) => name)).toEqual([]);
    },
  );

  it("the search reports corrected terms", async () => {
    expect(await search("kaitur gwon")).toMatchObject({ correctedText: "kaieteur gown" });
    expect(await search("kaieteur gown")).toMatchObject({ correctedText: null, isPartial: false });
    expect(await search("zzqx kaieteur gown")).toMatchObject({ unknownTerms: ["zzqx"] });
  });

  it("the search shows partial matches when nothing has all terms", async () => {
    const found = await search("kaieteur cufflinks");
    expect(found.isPartial).toBe(true);
    expect(
      found.listing.products
        .map(({ name }) => name)
        .slice(0, 2)
        .sort(),
    ).toEqual(["Gold Knot Cufflinks", "Kaieteur Gown"]);
  });

  it("results sort by price and name, and pages repeat no product", async () => {
    const prices = (await search("silk scarf", "sort=price-up")).listing.products.map(
      ({ price }) => price.minorUnits,
    );
    expect(prices).toEqual([...prices].sort((a, b) => a - b));
    const sorted = await names("silk scarf", "sort=name");
    expect(sorted).toEqual([...sorted].sort((a, b) => a.localeCompare(b)));
    const ids = (page: number) =>
      search("silk scarf", "", page).then(({ listing }) => listing.products.map(({ id }) => id));
    const both = [...(await ids(1)), ...(await ids(2))];
    expect(new Set(both).size).toBe(24);
  });

  it.each([
    "",
    "   ",
    "'",
    '"; drop table products; --',
    "\\",
    "a & b | !c <-> (d)",
    "%_%",
    "👗👔",
    "مرحبا بالعالم",
    "\u202Egown",
    "e\u0301le\u0301gance",
    "\uD800",
    "x".repeat(100_000),
    "silk ".repeat(20_000),
    "the and of",
    "<script>alert(1)</script>",
    "NaN null undefined",
    "١٢٣ ４２",
  ])("the search for %j does not fail", async (text) => {
    const { listing } = await search(text);
    expect(listing.page).toBe(1);
    expect((await suggestProducts(shop.db, text)).total).toBeGreaterThanOrEqual(0);
  });
});

describe("while the visitor types,", () => {
  it("suggestions complete the word, tolerate typing errors and include collections", async () => {
    const offered = await suggestProducts(shop.db, "kaiet");
    expect(offered.products.map(({ name }) => name)).toEqual(["Kaieteur Gown"]);
    const mistyped = await suggestProducts(shop.db, "filigre ear");
    expect(mistyped.products[0]?.name).toBe("Filigree Earrings");
    expect((await suggestProducts(shop.db, "even")).collections).toHaveLength(1);
  });

  it("suggestions include the owner's categories that have products, by the beginning of each word", async () => {
    const resort = await addCategory(shop.db, "Résort Edit");
    await addCategory(shop.db, "Resort Archive");
    await addProduct(shop.db, "Berbice Sarong", { categoryId: resort });
    const collections = async (text: string) => (await suggestProducts(shop.db, text)).collections;
    const found = [{ title: "Résort Edit", path: "/collections/resort-edit" }];
    expect(await collections("reso")).toEqual(found);
    expect(await collections("edit resort")).toEqual(found);
    expect(await collections("esort")).toEqual([]);
  });

  it("five suggestions are shown and all are counted", async () => {
    const offered = await suggestProducts(shop.db, "velv");
    expect(offered.products).toHaveLength(5);
    expect(offered.total).toBeGreaterThan(500);
  });
});

describe("the search index", () => {
  it("follows a product that is renamed, sold out, back in stock and deleted", async () => {
    const id = await addProduct(shop.db, "Pomeroon Quilt");
    const found = async (text: string) =>
      (await search(text)).listing.products.some((p) => p.id === id);
    expect(await found("pomeroon quilt")).toBe(true);
    await shop.db.update(products).set({ name: "Pomeroon Poncho" }).where(eq(products.id, id));
    expect(await found("pomeroon poncho")).toBe(true);
    await shop.db.update(products).set({ inStock: false }).where(eq(products.id, id));
    expect(await found("pomeroon")).toBe(false);
    await shop.db.update(products).set({ inStock: true }).where(eq(products.id, id));
    expect(await found("pomeroon")).toBe(true);
    await shop.db
      .update(products)
      .set({ deletedAt: new Date(0) })
      .where(eq(products.id, id));
    expect(await found("pomeroon")).toBe(false);
    await shop.db.delete(products).where(eq(products.id, id));
    expect(await found("pomeroon")).toBe(false);
  });

  it("follows a category that is renamed and one that is deleted", async () => {
    const categoryId = await addCategory(shop.db, "Regatta Wear");
    const id = newId();
    await shop.db.insert(products).values({ id, slug: id, name: "Oar Cap", categoryId });
    expect(await names("regatta")).toEqual(["Oar Cap"]);
    await shop.db
      .update(productCategories)
      .set({ name: "Boating" })
      .where(eq(productCategories.id, categoryId));
    expect(await names("boating")).toEqual(["Oar Cap"]);
    expect(await names("regatta")).toEqual([]);
    await shop.db.delete(productCategories).where(eq(productCategories.id, categoryId));
    expect(await names("boating")).not.toContain("Oar Cap");
    expect(await names("oar cap")).toEqual(["Oar Cap"]);
  });
});
