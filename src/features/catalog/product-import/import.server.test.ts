import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { pino } from "pino";
import { afterEach, describe, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { madeToMeasureTerms, optionChoices, optionGroups } from "#db/schema/atelier.server.ts";
import { auditLog } from "#db/schema/audit.server.ts";
import { productCategories, products, productVariants } from "#db/schema/catalog.server.ts";
import { media } from "#db/schema/media.server.ts";
import { seedDemoCatalogue } from "#server/demo-seed/demo-seed.server.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import {
  catalogueOf,
  checked,
  exported,
  importDeps,
  imported,
  newestImport,
} from "#tests/support/product-imports.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { unbalancedStock } from "#tests/support/stock.ts";
import { advanceImport } from "./advance-import.server.ts";
import { startImport } from "./start-import.server.ts";

const bench = adminSuite();

afterEach(async () => expect(await unbalancedStock(bench.db)).toEqual([]));
const deps = () => importDeps(bench.db);

async function seed(): Promise<void> {
  const files = { ...importDeps(bench.db).files, put: async () => undefined };
  const logger = pino({ level: "silent" });
  const demoDirectory = join(import.meta.dirname, "../../../../demo");
  await seedDemoCatalogue({ db: bench.db, files, logger, demoDirectory, now: null });
}

const head =
  "Handle,Title,Variant Price,Option1 Name,Option1 Value,Variant Inventory Tracker,Variant Inventory Qty";
const shirt = (price: string, stock = "5") =>
  `${head}\nshirt,Shirt,${price},Size,M,shopify,${stock}\n`;

describe("the demo catalogue", () => {
  test("exported and imported into its own shop is unchanged, line by line", async () => {
    await seed();
    const before = await catalogueOf(bench.db);
    const { verdicts, notes, lines } = await imported(
      deps(),
      bench.actor,
      await exported(bench.db, bench.actor),
    );
    expect(lines.flatMap(({ problems, changes }) => [...problems, ...changes])).toEqual([]);
    expect(verdicts).toEqual({ new: 0, changed: 0, unchanged: before.length, refused: 0 });
    expect(notes).toEqual([]);
    expect(await catalogueOf(bench.db)).toEqual(before);
  });

  test("exported and imported into an empty shop with its pictures is the same catalogue, in the same order", async () => {
    await seed();
    await bench.db
      .update(products)
      .set({ categoryId: null })
      .where(eq(products.slug, "silk-scarf"));
    const before = await catalogueOf(bench.db);
    const text = await exported(bench.db, bench.actor);
    await using other = await createTestDatabase();
    await other.db.insert(media).values(await bench.db.select().from(media));
    const userId = await createCustomer(other.db, { email: "o@example.com", role: "admin" });
    const done = await imported(importDeps(other.db), { ...bench.actor, userId }, text);
    expect(done).toMatchObject({
      status: "finished",
      outcomes: { created: before.length, refused: 0 },
    });
    expect(await catalogueOf(other.db)).toEqual(before);
  });
});

test("Shopify's own sample becomes products with sensible sizes, genders and garments, and says what it left out", async () => {
  const text = await readFile(
    join(import.meta.dirname, "../../../../tests/support/apparel.csv"),
    "utf8",
  );
  const done = await imported(deps(), bench.actor, text);
  expect(done).toMatchObject({ status: "finished", outcomes: { created: 20, refused: 0 } });
  const rows = await bench.db.select().from(products);
  const of = (slug: string) => rows.find((row) => row.slug === slug);
  expect(of("classic-varsity-top")).toMatchObject({
    sizes: ["S", "M", "L"],
    gender: "female",
    garmentType: "top",
    priceMinor: 6000,
  });
  expect(of("ocean-blue-shirt")).toMatchObject({
    sizes: ["One Size"],
    gender: "male",
    garmentType: "shirt",
  });
  expect(of("led-high-tops")).toMatchObject({ garmentType: "accessory" });
  expect(of("ocean-blue-shirt")).toMatchObject({ vendor: "partners-demo", tags: ["men"] });
  const [first] = done.lines;
  expect(first?.notes.map(({ message }) => message)).toEqual([
    "Guessed: male, shirt, Smart Casual",
    "Pictures are not fetched from burst.shopifycdn.com: 1 picture waits until you fetch them",
  ]);
  expect((await imported(deps(), bench.actor, text)).verdicts).toMatchObject({ unchanged: 20 });
});

test("a check writes nothing to the catalogue and tells each product new, changed, unchanged or refused with line and column", async () => {
  await imported(deps(), bench.actor, `${shirt("20")}coat,Coat,90,,,,\nhat,Hat,10,,,,\n`);
  const before = await catalogueOf(bench.db);
  const { verdicts, lines } = await checked(
    deps(),
    bench.actor,
    `${shirt("25", "7")}coat,Coat,90,,,,\nhat,Hat,ten,,,,\nscarf,Scarf,15,,,,\n,Nobody,1,,,,\nhat,Cap,10,,,,\n`,
  );
  expect(verdicts).toEqual({ new: 1, changed: 1, unchanged: 1, refused: 2 });
  const labels = lines[0]?.changes.map(({ label }) => label);
  expect(labels).toEqual(expect.arrayContaining(["Price", "M: stock"]));
  expect(lines[2]?.problems).toEqual([
    { line: 7, column: "Title", message: 'This handle stands for "Hat" in line 4' },
    {
      line: 4,
      column: "Variant Price",
      message: "Price must be a number with at most two decimals",
    },
  ]);
  expect(lines[4]?.problems[0]).toEqual({
    line: 6,
    column: "Handle",
    message: "The handle is missing",
  });
  expect(await catalogueOf(bench.db)).toEqual(before);
});

test("what was sold between check and import stays sold, what somebody changed is not overwritten", async () => {
  await imported(deps(), bench.actor, `${shirt("20")}coat,Coat,90,,,,\n`);
  const run = await checked(deps(), bench.actor, `${shirt("25", "7")}coat,Coat,80,,,,\n`);
  await bench.db
    .update(productVariants)
    .set({ stockCount: 4 })
    .where(eq(productVariants.stockCount, 5));
  await bench.db
    .update(products)
    .set({ version: sql`version + 1` })
    .where(eq(products.slug, "coat"));
  await startImport(deps(), { actor: bench.actor, id: run.id });
  await advanceImport(deps(), { importId: run.id, isStopping: () => false });
  const { outcomes, lines } = await newestImport(bench.db, bench.actor);
  expect(outcomes).toMatchObject({ changed: 1, refused: 1 });
  expect(lines[1]?.problems[0]?.message).toContain("Somebody changed this product");
  const [variant] = await bench.db
    .select()
    .from(productVariants)
    .where(eq(productVariants.size, "M"));
  expect(variant?.stockCount).toBe(6);
});

test("a product that was taken out of the shop comes back by its handle, and a category of a file's own is made", async () => {
  const own = "Category (product.metafields.atelier.category)";
  const text = `Handle,Title,Variant Price,${own}\nkaftan,Kaftan,80,Kaftans\n`;
  await imported(deps(), bench.actor, text);
  await bench.db.update(products).set({ deletedAt: new Date() });
  const done = await imported(deps(), bench.actor, text);
  expect(done.outcomes).toMatchObject({ changed: 1 });
  const [row] = await bench.db.select().from(products);
  expect(row?.deletedAt).toBeNull();
  expect(await bench.db.select({ name: productCategories.name }).from(productCategories)).toEqual([
    { name: "Kaftans" },
  ]);
  const actions = (await bench.db.select().from(auditLog)).map(
    ({ subject, action }) => `${subject} ${action}`,
  );
  expect(actions).toEqual(
    expect.arrayContaining([
      "category created",
      "product restored",
      "import started",
      "import finished",
    ]),
  );
});

describe("a made-to-measure product with a choice that nobody has described", () => {
  const suit = (status: string) =>
    `${head},Garment Type (product.metafields.atelier.garment_type),Status\nsuit,Stabroek Suit,900,Size,Custom,,,suit,${status}\n`;
  const isDraft = async () => {
    const [row] = await bench.db.select().from(products).where(eq(products.slug, "suit"));
    return row?.draft;
  };

  test("is imported as a draft, and the report says what to describe; then a file publishes it", async () => {
    const termsId = newId();
    const groupId = newId();
    await bench.db.insert(madeToMeasureTerms).values({ id: termsId, garment: "suit" });
    await bench.db
      .insert(optionGroups)
      .values({ id: groupId, termsId, name: "Lapel", position: 0 });
    const choice = { id: newId(), groupId, name: "Peak", position: 0 };
    await bench.db.insert(optionChoices).values(choice);
    const why = /what these choices change on the pattern, then publish it: Lapel: Peak$/;
    const preview = await checked(deps(), bench.actor, suit("active"));
    const noted = preview.lines[0]?.notes.map(({ message }) => message);
    expect(noted).toContainEqual(expect.stringMatching(/^It would be a draft\. /));
    const done = await imported(deps(), bench.actor, suit("active"));
    expect(done).toMatchObject({ status: "finished", outcomes: { created: 1, refused: 0 } });
    expect(await isDraft()).toBe(true);
    const messages = done.lines[0]?.notes.map(({ message }) => message);
    expect(messages).toContainEqual(expect.stringMatching(/^It is a draft\. /));
    expect(messages).toContainEqual(expect.stringMatching(why));
    await bench.db.update(optionChoices).set({ effect: "lapel:peak" });
    const again = await imported(deps(), bench.actor, suit("active"));
    expect(again.outcomes).toMatchObject({ changed: 1, refused: 0 });
    expect(await isDraft()).toBe(false);
    await bench.db.update(optionChoices).set({ effect: null });
    const renamed = suit("active").replace("Stabroek Suit", "Stabroek Suit in wool");
    await imported(deps(), bench.actor, renamed);
    // What is on sale stays on sale, as when its page is saved.
    expect(await isDraft()).toBe(false);
    await bench.db.delete(madeToMeasureTerms);
  });

  test("is imported as the draft that the file says", async () => {
    await imported(deps(), bench.actor, suit("draft"));
    expect(await isDraft()).toBe(true);
  });
});
