import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { migrateDatabase } from "#db/migrate.server.ts";
import { changeProducts } from "#features/catalog/editing/change-products.server.ts";
import { deleteProducts } from "#features/catalog/editing/delete-products.server.ts";
import { duplicateProduct } from "#features/catalog/editing/duplicate-product.server.ts";
import type { ProductForm } from "#features/catalog/editing/product-form.ts";
import {
  combinationsOf,
  emptyProductForm,
  productFormInput,
} from "#features/catalog/editing/product-form.ts";
import { findProductForm } from "#features/catalog/editing/product-form-queries.server.ts";
import { restoreProducts } from "#features/catalog/editing/restore-products.server.ts";
import { saveProduct } from "#features/catalog/editing/save-product.server.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { addCategory } from "#tests/support/catalog.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { storeBeforeMigration } from "#tests/support/earlier-version.ts";
import { importDeps, imported } from "#tests/support/product-imports.ts";
import { priceOf } from "./product.ts";
import type { ProductRow } from "./product-row.server.ts";
import { summaryColumns, toSummary, variantsColumn } from "./product-row.server.ts";

const bench = adminSuite();

type Stored = { id: string; lowest: number; varies: boolean };

/** The stored price of every product on sale. */
async function storedPrices(): Promise<Stored[]> {
  const { rows } = await bench.db.execute<Stored>(sql`
    select product_id as id, price_minor::int as lowest, price_varies as varies from product_search order by product_id`);
  return rows;
}

/** As the product page computes it. */
async function computedPrices(): Promise<Stored[]> {
  const { rows } = await bench.db.execute<ProductRow>(sql`
    select ${summaryColumns}, '[]'::json as images, ${variantsColumn}
      from products p left join product_categories c on c.id = p.category_id
     where p.in_stock and p.deleted_at is null order by p.id`);
  return rows.map(toSummary).map((product) => {
    const { price, varies } = priceOf(product, { size: null, color: null });
    return { id: product.id, lowest: price.minorUnits, varies };
  });
}

async function snapshot(id: string) {
  const found = await findProductForm(bench.db, { actor: bench.actor, id });
  if (!found.ok || !found.value) throw new Error("The product does not exist");
  return found.value;
}

async function save(id: string | null, change: Partial<ProductForm>): Promise<string> {
  const present = id === null ? null : await snapshot(id);
  const form = { ...emptyProductForm(), name: "Gown", ...present?.form, ...change };
  const draft = productFormInput.parse(form);
  const saved = await saveProduct(bench, { actor: bench.actor, version: present, draft });
  if (!saved.ok) throw new Error(JSON.stringify(saved.error));
  return saved.value.id;
}

const price = fc.integer({ min: 1, max: 30 }).map((dollars) => String(dollars));
const ownPrice = fc.option(price, { nil: "" });
const kind = fc.constantFrom("made_to_order" as const, "counted" as const, "not_sold" as const);
const colors = [
  { hex: "#FF0000", name: "Red" },
  { hex: "#0000FF", name: "Blue" },
];

const form = fc
  .record({
    price,
    sizes: fc.subarray(["S", "M", "Custom"], { minLength: 1 }),
    colors: fc.subarray(colors),
    sold: fc.array(fc.record({ kind, price: ownPrice }), { minLength: 6, maxLength: 6 }),
    draft: fc.boolean(),
  })
  .map(({ sold, draft, ...given }) => {
    const chosen = sold.slice(0, combinationsOf(given).length);
    const variants = combinationsOf(given).map((combination, index) => ({
      ...combination,
      kind: chosen[index]?.kind ?? "counted",
      price: chosen[index]?.price ?? "",
      stock: 3,
      knownStock: null,
      sku: "",
    }));
    return { ...given, variants, draft, inStock: !draft };
  });

/** Reprices one size of `slug` and adds another. */
const fileFor = (slug: string, prices: readonly string[]) =>
  [
    "Handle,Title,Option1 Name,Option1 Value,Variant Price",
    ...prices.map((each, index) => `${slug},${index === 0 ? slug : ""},Size,${index},${each}`),
  ].join("\n");

const step = fc.oneof(
  fc.record({ type: fc.constant("create" as const), form }),
  fc.record({ type: fc.constant("change" as const), form, index: fc.nat() }),
  fc.record({
    type: fc.constant("import" as const),
    prices: fc.array(price, { minLength: 1, maxLength: 4 }),
    index: fc.nat(3),
  }),
  fc.record({ type: fc.constant("stock" as const), inStock: fc.boolean(), index: fc.nat() }),
  fc.record({ type: fc.constant("duplicate" as const), index: fc.nat() }),
  fc.record({ type: fc.constant("delete and restore" as const), index: fc.nat() }),
);
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

async function apply(next: Step, ids: string[], categoryId: string): Promise<void> {
  const { actor } = bench;
  if (next.type === "create") {
    ids.push(await save(null, { ...next.form, categoryId }));
    return;
  }
  if (next.type === "import") {
    await imported(importDeps(bench.db), actor, fileFor(`imported-${next.index}`, next.prices));
    return;
  }
  const id = ids[next.index % Math.max(1, ids.length)];
  if (id === undefined) return;
  const { version } = await snapshot(id);
  if (next.type === "change") {
    const { variants } = (await snapshot(id)).form;
    const versionOf = (size: string, color: string) =>
      variants.find((each) => each.size === size && each.color === color)?.knownStock ?? null;
    const changed = next.form.variants.map((each) => ({
      ...each,
      knownStock: versionOf(each.size, each.color),
    }));
    await save(id, { ...next.form, variants: changed });
  } else if (next.type === "stock") {
    await changeProducts(bench, {
      actor,
      changes: [{ id, version, change: { inStock: next.inStock } }],
    });
  } else if (next.type === "duplicate") {
    await duplicateProduct(bench, { actor, productId: id });
  } else {
    const deleted = await deleteProducts(bench, { actor, products: [{ id, version }] });
    if (!deleted.ok) throw new Error(deleted.error);
    expect(await storedPrices()).toEqual(await computedPrices());
    await restoreProducts(bench, { actor, products: deleted.value.undo });
  }
}

test("the stored price of a product is the lowest of its variants after any sequence of product writes and imports", async () => {
  const categoryId = await addCategory(bench.db, "Smart Casual");
  let most = 0;
  let varied = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      await bench.db.execute(sql`delete from products`);
      const ids: string[] = [];
      for (const next of steps) {
        await apply(next, ids, categoryId);
        const stored = await storedPrices();
        expect(stored).toEqual(await computedPrices());
        most = Math.max(most, stored.length);
        varied += stored.filter(({ varies }) => varies).length;
      }
    }),
    { numRuns: 40 },
  );
  expect(most).toBeGreaterThan(2);
  expect(varied).toBeGreaterThan(20);
});

test("a change of a variant's own price, size or product row alone is followed, and a change of its stock writes nothing", async () => {
  const categoryId = await addCategory(bench.db, "Smart Casual");
  const sizes = ["S", "M"];
  const variants = sizes.map((size) => ({
    size,
    color: "",
    kind: "counted" as const,
    stock: 3,
    knownStock: null,
    sku: "",
    price: "",
  }));
  await save(null, { categoryId, price: "50", sizes, variants });
  const writtenBy = async (statement: ReturnType<typeof sql>) => {
    const before = await bench.db.execute(sql`select xmin::text from product_search`);
    await bench.db.execute(statement);
    const after = await bench.db.execute(sql`select xmin::text from product_search`);
    expect(await storedPrices()).toEqual(await computedPrices());
    return after.rows[0]?.xmin !== before.rows[0]?.xmin;
  };
  expect(
    await writtenBy(sql`update product_variants set price_minor = 4000 where size = 'M'`),
  ).toBe(true);
  expect(await storedPrices()).toMatchObject([{ lowest: 4000, varies: true }]);
  expect(await writtenBy(sql`update product_variants set stock_count = 2`)).toBe(false);
  expect(await writtenBy(sql`update products set sizes = '{S,M,Custom}', price_minor = 3000`)).toBe(
    true,
  );
  expect(await storedPrices()).toMatchObject([{ lowest: 3000, varies: true }]);
  expect(await writtenBy(sql`update product_variants set size = 'Custom' where size = 'S'`)).toBe(
    false,
  );
  expect(await writtenBy(sql`delete from product_variants where size = 'Custom'`)).toBe(false);
  expect(await writtenBy(sql`delete from product_variants`)).toBe(true);
  expect(await storedPrices()).toMatchObject([{ lowest: 3000, varies: false }]);
});

test("two transactions that change one product at once leave its lowest price", async () => {
  const categoryId = await addCategory(bench.db, "Smart Casual");
  const variants = ["S", "M"].map((size) => ({
    size,
    color: "",
    kind: "made_to_order" as const,
    stock: 0,
    knownStock: null,
    sku: "",
    price: "",
  }));
  await save(null, { categoryId, price: "50", sizes: ["S", "M"], variants });
  const one = await bench.pool.connect();
  const other = await bench.pool.connect();
  try {
    await one.query("begin");
    await one.query("update product_variants set price_minor = 2000 where size = 'S'");
    await other.query("begin");
    const second = other.query("update products set price_minor = 3000");
    await one.query("commit");
    await second;
    await other.query("commit");
  } finally {
    one.release();
    other.release();
  }
  expect(await storedPrices()).toMatchObject([{ lowest: 2000, varies: true }]);
  expect(await storedPrices()).toEqual(await computedPrices());
});

test("the products of an older shop have their lowest price after the migration", async () => {
  await using database = await createTestDatabase();
  const stored = `
    insert into products (id, slug, name, price_minor) values
      ('00000000-0000-7000-8000-00000000000a', 'suit', 'Suit', 5000), ('00000000-0000-7000-8000-00000000000b', 'coat', 'Coat', 7000);
    insert into product_variants (id, product_id, size, sku, price_minor) values
      (gen_random_uuid(), '00000000-0000-7000-8000-00000000000a', 'S', '1', 4000),
      (gen_random_uuid(), '00000000-0000-7000-8000-00000000000a', 'M', '2', null)`;
  await storeBeforeMigration(database, "lowest_price", (client) => client.query(stored));
  await migrateDatabase(database.url);
  const { rows } = await database.pool.query(
    "select price_minor::int as lowest, price_varies as varies from product_search order by product_id",
  );
  expect(rows).toEqual([
    { lowest: 4000, varies: true },
    { lowest: 7000, varies: false },
  ]);
});
