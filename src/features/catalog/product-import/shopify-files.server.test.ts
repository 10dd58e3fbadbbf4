import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { products, productVariants } from "#db/schema/catalog.server.ts";
import { findProductsByIds } from "#features/catalog/listing/catalog-queries.server.ts";
import { priceOf } from "#features/catalog/products/product.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { exported, importDeps, imported } from "#tests/support/product-imports.ts";

const bench = adminSuite();
const deps = () => importDeps(bench.db);

const fileText = (name: string) =>
  readFile(join(import.meta.dirname, "../../../../tests/fixtures/shopify", name), "utf8");

type Row = Record<string, string>;
const rowsOf = (text: string): Row[] => parse(text, { columns: true, bom: true });

/** What Shopify needs back, by variant and image. */
function essence(text: string) {
  const rows = rowsOf(text);
  const sold = rows.filter((row) => row["Variant SKU"]);
  const variants = sold.map((row) => [
    row.Handle,
    row["Variant SKU"],
    Number(row["Variant Price"]).toFixed(2),
    row["Variant Compare At Price"] ? Number(row["Variant Compare At Price"]).toFixed(2) : "",
    row["Variant Inventory Qty"],
    row["Variant Grams"],
    row["Variant Barcode"],
    row["Variant Weight Unit"],
    row["Variant Tax Code"],
    row["Cost per item"] ?? "",
  ]);
  const images = rows
    .filter((row) => row["Image Src"])
    .map((row) => [row.Handle, row["Image Src"], row["Image Position"], row["Image Alt Text"]]);
  const heads = rows
    .filter((row) => row.Title)
    .map((row) =>
      [
        "Handle",
        "Title",
        "Vendor",
        "Type",
        "Tags",
        "Published",
        "Status",
        "SEO Title",
        "SEO Description",
        "Google Shopping / Gender",
        "Google Shopping / MPN",
        "Google Shopping / Custom Label 0",
      ].map((column) => row[column]),
    );
  const inOrder = (lists: unknown[][]) => lists.map((list) => JSON.stringify(list)).sort();
  return { variants: inOrder(variants), images: inOrder(images), heads: inOrder(heads) };
}

test.each(["leather-goods.csv", "rainwear.csv"])(
  "%s comes back from an export with every price, vendor, tag, type, image and other cell it had",
  async (name) => {
    const text = await fileText(name);
    const done = await imported(deps(), bench.actor, text);
    expect(done).toMatchObject({ status: "finished", outcomes: { refused: 0 } });
    const back = await exported(bench.db, bench.actor);
    expect(essence(back)).toEqual(essence(text));
    expect((await imported(deps(), bench.actor, back)).verdicts).toMatchObject({ changed: 0 });
    expect((await imported(deps(), bench.actor, text)).verdicts).toMatchObject({ changed: 0 });
  },
);

test("an imported variant is sold at its own price, and a draft of the file is not sold at all", async () => {
  await imported(deps(), bench.actor, await fileText("leather-goods.csv"));
  const [belt] = await bench.db.select().from(products).where(eq(products.slug, "rupununi-belt"));
  expect(belt).toMatchObject({
    priceMinor: 4_800,
    compareAtMinor: 6_000,
    vendor: "Rupununi Goods",
    productType: "Leather Goods",
    tags: ["belt", "leather", "handmade"],
    genderOpen: true,
    gender: "unisex",
  });
  const [forSale] = await findProductsByIds(bench.db, [belt?.id ?? ""]);
  if (!forSale) throw new Error("the belt is missing");
  const costs = (size: string) => priceOf(forSale, { size, color: "" });
  expect(costs("M")).toMatchObject({ price: { minorUnits: 5_200 }, was: { minorUnits: 6_000 } });
  expect(costs("L")).toMatchObject({ price: { minorUnits: 5_600 }, was: null });
  expect(priceOf(forSale, { size: null, color: null })).toMatchObject({ varies: true });
  const stored = await bench.db
    .select({ sku: productVariants.sku, priceMinor: productVariants.priceMinor })
    .from(productVariants)
    .where(eq(productVariants.productId, belt?.id ?? ""));
  expect(stored).toContainEqual({ sku: "RB-S", priceMinor: null });
  const [ring] = await bench.db.select().from(products).where(eq(products.slug, "lethem-key-ring"));
  expect(ring).toMatchObject({ draft: true, inStock: false });
});
