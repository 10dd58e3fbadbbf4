import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { productVariants } from "#db/schema/catalog.server.ts";
import { taxDocuments } from "#db/schema/documents.server.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { addCategory, addImage, addProduct } from "#tests/support/catalog.ts";
import { addManyProducts } from "#tests/support/many-products.ts";
import { createOrder } from "#tests/support/orders.ts";
import { plansOf } from "#tests/support/query-plans.ts";
import { NO_SEARCH_RESULTS } from "./admin-search-results.ts";
import { searchAdmin } from "./search-admin.server.ts";

const bench = adminSuite();

async function find(text: string) {
  const found = await searchAdmin(bench.db, { actor: bench.actor, text });
  if (!found.ok) throw new Error(found.error);
  return found.value;
}
const names = async (text: string) => (await find(text)).products.map(({ name }) => name);

test("only an admin finds anything", async () => {
  await createOrder(bench.db);
  for (const actor of bench.strangers) {
    const found = await searchAdmin(bench.db, { actor, text: "rosa@example.com" });
    expect(found).toEqual({ ok: false, error: "forbidden" });
  }
});

test("products are found by words of their names, on sale or not, except deleted ones", async () => {
  const categoryId = await addCategory(bench.db, "Evening Elegance");
  await addProduct(bench.db, "Kaieteur Gown", { categoryId });
  await addProduct(bench.db, "Silk Gown", { inStock: false });
  await addProduct(bench.db, "Gown of 1922", { deletedAt: new Date(0) });
  await addProduct(bench.db, "Gown Hanger");
  expect(await names("gown")).toEqual(["Gown Hanger", "Silk Gown", "Kaieteur Gown"]);
  expect((await find("gown kaiet")).products).toEqual([
    {
      id: expect.any(String),
      name: "Kaieteur Gown",
      categoryName: "Evening Elegance",
      price: { minorUnits: 24_900, currency: "USD" },
      inStock: true,
      image: null,
    },
  ]);
});

test("a mistyped name finds its product where nothing has the name as typed", async () => {
  await addProduct(bench.db, "Kaieteur Gown");
  await addProduct(bench.db, "Linen Shirt");
  expect(await names("kaitur")).toEqual(["Kaieteur Gown"]);
  expect(await names("linnen shrit")).toEqual(["Linen Shirt"]);
  for (const text of ["zzqx", "ship"]) expect(await names(text), text).toEqual([]);
});

test("a product is found by its SKU, in any case", async () => {
  const productId = await addProduct(bench.db, "Linen Shirt");
  await bench.db.insert(productVariants).values({ productId, size: "M", sku: "LINEN-M" });
  expect(await names("linen-m")).toEqual(["Linen Shirt"]);
});

test("orders are found by number and by email, but a short word is no number", async () => {
  const id = "bead0000-0000-4000-8000-000000000000";
  await createOrder(bench.db, { id, customerEmail: "Asha@example.com", status: "completed" });
  for (const text of ["bead", "#bead0000", "bead0000…", "asha@", "ASHA"]) {
    expect((await find(text)).orders, text).toEqual([
      {
        id,
        customerEmail: "Asha@example.com",
        status: "completed",
        total: { minorUnits: 12_000, currency: "USD" },
      },
    ]);
  }
  expect((await find("be")).orders).toEqual([]);
});

test("an order is found by the number of its invoice", async () => {
  const orderId = await createOrder(bench.db, { customerEmail: "asha@example.com" });
  const issuedAt = new Date("2026-11-02T12:00:00Z");
  await bench.db
    .insert(taxDocuments)
    .values({ kind: "invoice", year: 2026, number: 42, orderId, issuedAt });
  expect((await find("inv-2026-00042")).orders).toMatchObject([{ id: orderId }]);
  expect((await find("inv-2026-00041")).orders).toEqual([]);
});

test("names are found in any case, accent, ligature and width", async () => {
  await addProduct(bench.db, "Łódź Coat");
  await addCategory(bench.db, "Été");
  await addImage(bench.db, "ﬁn-de-siècle.jpg");
  expect(await names("LODZ")).toEqual(["Łódź Coat"]);
  expect((await find("ete")).categories).toMatchObject([{ name: "Été" }]);
  expect((await find("ＦＩＮ-de-siecle")).media).toMatchObject([{ name: "ﬁn-de-siècle.jpg" }]);
});

test("categories and media are found by name, media by alt text too", async () => {
  const categoryId = await addCategory(bench.db, "Kaftans");
  await addProduct(bench.db, "Long Kaftan", { categoryId });
  await addImage(bench.db, "kaftan-front.jpg");
  expect(await find("kaftan")).toMatchObject({
    categories: [{ id: categoryId, name: "Kaftans", productCount: 1 }],
    media: [{ name: "kaftan-front.jpg", isImage: true }],
  });
});

test("one letter runs no query, and pattern characters are literal", async () => {
  await addProduct(bench.db, "100% Wool_Coat");
  expect(await find(" a ")).toEqual(NO_SEARCH_RESULTS);
  expect(await names("100%")).toEqual(["100% Wool_Coat"]);
  expect(await names("%%")).toEqual([]);
  expect(await names("'; --")).toEqual([]);
});

test("a search among 10,000 products is one statement that uses the index and tolerates typing errors", async () => {
  await addManyProducts(bench.db, 10_000);
  await bench.db.execute(sql`vacuum analyze products`);
  const plans = await plansOf(bench.pool, () => find("longline velvet gown"));
  expect(plans).toHaveLength(1);
  const indexes = plans.flat().map((node) => node["Index Name"]);
  expect(indexes).toContain("products_name_trigrams");
  const mistyped = await names("lnogline vlevet gonw");
  expect(mistyped).toHaveLength(6);
  for (const name of mistyped) expect(name).toMatch(/Longline Velvet Gown/);
});
